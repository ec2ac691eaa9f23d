package display

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// packMIME turns one representation into what a notebook stores: text as a string,
// binary as base64, JSON as JSON.
func packMIME(mime string, v any) (any, error) {
	switch {
	case !isMIME(mime):
		return nil, fmt.Errorf("no MIME type, want one such as text/html")
	case isJSON(mime):
		return packJSON(v)
	case strings.HasSuffix(mime, "+json"):
		raw, err := packJSON(v)
		return string(raw), err
	}
	switch v := v.(type) {
	case string:
		return valid(v), nil
	case []byte:
		if isText(mime) {
			return valid(string(v)), nil
		}
		return base64.StdEncoding.EncodeToString(v), nil
	case nil:
		return nil, fmt.Errorf("nil, want a string or bytes")
	}
	return valid(fmt.Sprint(v)), nil
}

// isMIME reports whether Jupyter takes a text for a MIME type: without parameters.
func isMIME(text string) bool {
	strange := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.+-", r)
	}
	kind, sub, _ := strings.Cut(text, "/")
	return kind != "" && sub != "" && !strings.ContainsFunc(kind+sub, strange)
}

// packJSON takes a document as text or bytes, such as a plot's specification,
// or any value that encoding/json can marshal.
func packJSON(v any) (json.RawMessage, error) {
	switch v := v.(type) {
	case []byte:
		return document(v)
	case string:
		if s := strings.TrimSpace(v); strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[") {
			return document([]byte(s))
		}
	}
	return marshal(v)
}

func document(b []byte) (json.RawMessage, error) {
	if !json.Valid(b) {
		return nil, fmt.Errorf("the document is no valid JSON")
	}
	return readable(bytes.Clone(b))
}

// marshal takes a snapshot of v, which may change later. A MarshalJSON method of
// the user's may panic.
func marshal(v any) (raw json.RawMessage, err error) {
	defer func() {
		if r := recover(); r != nil {
			raw, err = nil, fmt.Errorf("panic: %v", r)
		}
	}()
	if raw, err = json.Marshal(v); err != nil {
		return nil, err
	}
	return readable(raw)
}

// maxDepth is how deep JSON may nest: Python's clients can't read much more, and end with the
// message.
const maxDepth = 500

// readable refuses valid JSON that clients can't read, or would read as an infinity.
func readable(raw json.RawMessage) (json.RawMessage, error) {
	if jsonDepth(raw) > maxDepth {
		return nil, fmt.Errorf("lists and objects nest more than %d deep", maxDepth)
	}
	if json.Unmarshal(raw, new(any)) != nil {
		return nil, fmt.Errorf("a number is too large for a float64")
	}
	return raw, nil
}

// jsonDepth is how deep the lists and objects of valid JSON nest.
func jsonDepth(raw []byte) int {
	deep, most, text := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '[' || c == '{':
			deep++
			most = max(most, deep)
		case c == ']' || c == '}':
			deep--
		}
	}
	return most
}

// valid replaces invalid UTF-8, which JSON can't carry.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// isJSON reports whether a notebook stores data of a MIME type as JSON. It stores what isn't
// below application/, such as model/gltf+json, as text.
func isJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// isText reports whether bytes of a MIME type are characters; all others are sent
// as base64.
func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "+xml") ||
		strings.HasSuffix(mime, "javascript") || strings.HasSuffix(mime, "/xml")
}
