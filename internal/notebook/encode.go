package notebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Encode writes the notebook as nbformat does: keys sorted, one space of
// indentation, texts as lists of lines, and a newline at the end.
func (nb *Notebook) Encode() ([]byte, error) {
	root := object{}
	maps.Copy(root, nb.extra)
	meta := without(nb.Metadata, "orig_nbformat", "orig_nbformat_minor", "signature")
	cells := make([]any, len(nb.Cells))
	for i, c := range nb.Cells {
		cells[i] = c.cellTree()
	}
	root["cells"] = cells
	root["metadata"] = meta
	root["nbformat"] = 4
	root["nbformat_minor"] = nb.Minor
	var e encoder
	if err := e.encodeValue(root, 0); err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	e.WriteByte('\n')
	return e.Bytes(), nil
}

// cellTree is the cell as stored in the file.
func (c *Cell) cellTree() object {
	o := object{}
	maps.Copy(o, c.extra)
	o["cell_type"] = c.Type
	o["metadata"] = without(c.Metadata, "trusted")
	o["source"] = splitLines(c.Source)
	if c.ID != "" {
		o["id"] = c.ID
	}
	if files, ok := o["attachments"].(object); ok {
		o["attachments"] = splitFiles(files)
	}
	if c.Type != Code {
		return o
	}
	o["execution_count"] = nil
	if c.Count > 0 {
		o["execution_count"] = c.Count
	}
	outs := make([]any, len(c.Outputs))
	for i, out := range c.Outputs {
		outs[i] = out.outputTree()
	}
	o["outputs"] = outs
	return o
}

// without is a copy of m without some keys, which a file should not hold.
func without(m object, keys ...string) object {
	m = maps.Clone(m)
	if m == nil {
		m = object{}
	}
	for _, k := range keys {
		delete(m, k)
	}
	return m
}

func splitFiles(files object) object {
	split := object{}
	for name, file := range files {
		if data, ok := file.(object); ok {
			file = splitData(data)
		}
		split[name] = file
	}
	return split
}

// outputTree is the output as stored in the file.
func (o Output) outputTree() object {
	t := maps.Clone(object(o))
	switch o.Type() {
	case "stream":
		if s, ok := t["text"].(string); ok {
			t["text"] = splitLines(s)
		}
	case "display_data", "execute_result":
		if data, ok := t["data"].(object); ok {
			t["data"] = splitData(data)
		}
	}
	return t
}

// splitData splits the texts among the representations; binary data stay one
// long string.
func splitData(data object) object {
	split := maps.Clone(data)
	for mime, v := range data {
		s, ok := v.(string)
		if ok && (strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript") {
			split[mime] = splitLines(s)
		}
	}
	return split
}

// lineEnds are the characters after which Python's str.splitlines, and hence
// nbformat, begins a new line.
const lineEnds = "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"

// splitLines splits a text after each line end; "\r\n" is one.
func splitLines(s string) []any {
	list := []any{}
	for s != "" {
		end := strings.IndexAny(s, lineEnds)
		if end < 0 {
			return append(list, s)
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		if strings.HasPrefix(s[end:], "\r\n") {
			size = 2
		}
		list = append(list, s[:end+size])
		s = s[end+size:]
	}
	return list
}

// encoder writes JSON as Python's json module does, which differs from
// encoding/json in what it escapes and where it breaks lines.
type encoder struct{ bytes.Buffer }

func (e *encoder) encodeValue(v any, depth int) error {
	switch v := v.(type) {
	case nil:
		e.WriteString("null")
	case bool:
		e.WriteString(strconv.FormatBool(v))
	case int:
		e.WriteString(strconv.Itoa(v))
	case json.Number:
		return e.encodeNumber(v)
	case string:
		e.string(v)
	case []any:
		return e.encodeList(v, depth)
	case object:
		return e.encodeObject(v, depth)
	default:
		plain, err := toJSONTree(v)
		if err != nil {
			return err
		}
		return e.encodeValue(plain, depth)
	}
	return nil
}

// toJSONTree turns any Go value into a JSON tree.
func toJSONTree(v any) (any, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return parseJSON(b)
}

func (e *encoder) encodeNumber(n json.Number) error {
	if !json.Valid([]byte(n)) {
		return fmt.Errorf("%q is no number", n)
	}
	e.WriteString(string(n))
	return nil
}

func (e *encoder) encodeList(list []any, depth int) error {
	if len(list) == 0 {
		e.WriteString("[]")
		return nil
	}
	e.WriteByte('[')
	for i, v := range list {
		e.nextElement(i, depth+1)
		if err := e.encodeValue(v, depth+1); err != nil {
			return err
		}
	}
	e.breakLine(depth)
	e.WriteByte(']')
	return nil
}

func (e *encoder) encodeObject(o object, depth int) error {
	if len(o) == 0 {
		e.WriteString("{}")
		return nil
	}
	e.WriteByte('{')
	for i, key := range slices.Sorted(maps.Keys(o)) {
		e.nextElement(i, depth+1)
		e.string(key)
		e.WriteString(": ")
		if err := e.encodeValue(o[key], depth+1); err != nil {
			return err
		}
	}
	e.breakLine(depth)
	e.WriteByte('}')
	return nil
}

// nextElement begins the i-th element.
func (e *encoder) nextElement(i, depth int) {
	if i > 0 {
		e.WriteByte(',')
	}
	e.breakLine(depth)
}

func (e *encoder) breakLine(depth int) {
	e.WriteByte('\n')
	for range depth {
		e.WriteByte(' ')
	}
}

// string escapes what JSON requires and nothing else; bytes that aren't UTF-8 are
// replaced.
func (e *encoder) string(s string) {
	e.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			e.WriteByte('\\')
			e.WriteRune(r)
		case r >= ' ':
			e.WriteRune(r)
		default:
			e.writeControl(r)
		}
	}
	e.WriteByte('"')
}

// writeControl writes a control character, by its short name if it has one.
func (e *encoder) writeControl(r rune) {
	const named, names = "\b\t\n\f\r", "btnfr"
	if i := strings.IndexRune(named, r); i >= 0 {
		e.WriteByte('\\')
		e.WriteByte(names[i])
		return
	}
	fmt.Fprintf(e, "\\u%04x", r)
}
