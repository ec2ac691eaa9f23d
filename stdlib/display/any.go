package display

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// Any shows data as mimeType. Data may be a string, []byte, io.Reader,
// io.WriterTo or a value that shows itself; any other value is kept for the
// JSON types and shown as text elsewhere. With an empty mimeType, strings are
// text and the format of bytes is detected from their content. A reader that fails
// shows its error.
func Any(mimeType string, data any) Data {
	if d, err := Render(data); len(d.Data) > 0 || err != nil {
		return withText(d, data, err)
	}
	switch v := data.(type) {
	case string:
		return MakeData(or(mimeType, MIMETypeText), v)
	case []byte:
		return fromBytes(mimeType, v)
	case io.Reader:
		b, err := io.ReadAll(v)
		return fromStream(mimeType, b, err)
	case io.WriterTo:
		var b bytes.Buffer
		_, err := v.WriteTo(&b)
		return fromStream(mimeType, b.Bytes(), err)
	}
	if strings.HasSuffix(mimeType, "json") {
		return MakeData(mimeType, data)
	}
	return MakeData(or(mimeType, MIMETypeText), fmt.Sprint(data))
}

// Auto is Any with the format detected from the data.
func Auto(data any) Data { return Any("", data) }

// File shows a file; with an empty mimeType its format is detected from its
// content. Like the other constructors it returns one value, so it panics if the
// file can't be read.
func File(mimeType, path string) Data {
	b, err := os.ReadFile(path)
	if err != nil {
		panic(fmt.Errorf("display.File: %w", err))
	}
	return fromBytes(mimeType, b)
}

// withText adds a text form that reports failures.
func withText(d Data, value any, err error) Data {
	text := d.String()
	if _, ok := d.Data[MIMETypeText]; !ok {
		text = fmt.Sprint(value)
	}
	d.Data = merged(d.Data, MIMEMap{MIMETypeText: Note(text, err)})
	return d
}

// Note appends the failures that Render reports to a value's text, each on a line
// in parentheses. It is for front ends.
func Note(text string, err error) string {
	if err == nil {
		return text
	}
	errs := []error{err}
	if joined, ok := errors.AsType[interface {
		error
		Unwrap() []error
	}](err); ok {
		errs = joined.Unwrap()
	}
	for _, e := range errs {
		text += "\n(not shown: " + e.Error() + ")"
	}
	return strings.TrimPrefix(text, "\n")
}

func fromStream(mimeType string, b []byte, err error) Data {
	if err != nil {
		return MakeData(MIMETypeText, Note("", err))
	}
	return fromBytes(mimeType, b)
}

func fromBytes(mimeType string, b []byte) Data {
	mimeType = or(mimeType, sniff(b))
	if textual(mimeType) {
		return MakeData(mimeType, string(b))
	}
	return MakeData(mimeType, b)
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// signatures are the first bytes of the formats that notebooks show; those of
// text formats are in lower case.
var signatures = []struct {
	prefix string
	mime   string
}{
	{"\x89PNG\r\n\x1a\n", MIMETypePNG},
	{"\xff\xd8\xff", MIMETypeJPEG},
	{"GIF87a", MIMETypeGIF},
	{"GIF89a", MIMETypeGIF},
	{"%PDF-", MIMETypePDF},
}

var markup = []struct {
	prefix string
	mime   string
}{
	{"<svg", MIMETypeSVG},
	{"<!doctype svg", MIMETypeSVG},
	{"<!doctype html", MIMETypeHTML},
	{"<html", MIMETypeHTML},
}

// sniff detects a format from its first bytes; characters are text.
func sniff(b []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(b, []byte(s.prefix)) {
			return s.mime
		}
	}
	if !utf8.Valid(b) {
		return "application/octet-stream"
	}
	head := strings.ToLower(string(afterProlog(b)))
	for _, s := range markup {
		if strings.HasPrefix(head, s.prefix) {
			return s.mime
		}
	}
	return MIMETypeText
}

// afterProlog is the beginning of b without space, XML declaration and
// comments.
func afterProlog(b []byte) []byte {
	for {
		b = bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\ufeff")))
		var found bool
		switch {
		case bytes.HasPrefix(b, []byte("<?")):
			_, b, found = bytes.Cut(b, []byte("?>"))
		case bytes.HasPrefix(b, []byte("<!--")):
			_, b, found = bytes.Cut(b, []byte("-->"))
		}
		if !found {
			return b[:min(len(b), 64)]
		}
	}
}
