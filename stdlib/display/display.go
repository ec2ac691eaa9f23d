// Package display turns values into what a notebook shows: HTML, Markdown,
// formulas, pictures, JSON. Start with HTML, Markdown or Image, whose result is
// shown when it is the last expression of a cell, or with Display, which shows
// values from anywhere in a cell:
//
//	display.HTML("<b>heads</b>")
//	for range 3 { Display(display.Markdown("* toss")) }
//
// A type displays itself if it has a method of one of the interfaces here, such as
// HTML() string or SVG() string. It may have several; a front end chooses the one
// it shows best, a terminal the text.
//
// Line, Scatter, Bar, Hist and Func draw numbers in one line:
//
//	display.Hist(sums).Title("Sums of two dice")
//
// The other names and signatures are those of package display in gophernotes, so that
// its notebooks run unchanged.
package display

import (
	"fmt"
	"strings"
)

// The MIME types that notebooks know how to show.
const (
	MIMETypeHTML       = "text/html"
	MIMETypeJavaScript = "application/javascript"
	MIMETypeJPEG       = "image/jpeg"
	MIMETypeGIF        = "image/gif"
	MIMETypeJSON       = "application/json"
	MIMETypeLatex      = "text/latex"
	MIMETypeMarkdown   = "text/markdown"
	MIMETypePNG        = "image/png"
	MIMETypePDF        = "application/pdf"
	MIMETypeSVG        = "image/svg+xml"
	MIMETypeText       = "text/plain"
)

// MIMEMap holds one value in several representations, by MIME type. It is an
// alias, so that a type can implement SimpleRenderer without this package.
type MIMEMap = map[string]any

// Data is a value ready to be shown. Representations are strings, []byte for
// binary formats, or, for JSON types, anything that encoding/json can marshal.
// The zero Data shows nothing.
type Data struct {
	// Data holds the representations.
	Data MIMEMap
	// Metadata holds hints to the front end, by MIME type, such as an
	// image's width and height.
	Metadata MIMEMap
	// Transient is not stored in the notebook. Its "display_id", a string,
	// names the output for Update.
	Transient MIMEMap
}

// String is the text form of d: its text/plain representation, or the list of
// the MIME types it has.
func (d Data) String() string {
	if s, ok := d.Data[MIMETypeText].(string); ok {
		return s
	}
	return strings.Join(sortedKeys(d.Data), ", ")
}

// HTML shows its argument as HTML.
func HTML(html string) Data { return MakeData(MIMETypeHTML, html) }

// JavaScript runs its argument in the front end, where that is permitted.
func JavaScript(javascript string) Data { return MakeData(MIMETypeJavaScript, javascript) }

// JPEG shows an encoded JPEG picture.
func JPEG(jpeg []byte) Data { return MakeData(MIMETypeJPEG, jpeg) }

// JSON shows a value as a JSON tree. The value must be one that encoding/json
// can marshal.
func JSON(json any) Data { return MakeData(MIMETypeJSON, json) }

// Latex shows a formula within a line of text; dollar signs around it are
// optional.
func Latex(latex string) Data {
	return MakeData3(MIMETypeLatex, latex, "$"+strings.Trim(latex, "$")+"$")
}

// Markdown shows its argument as Markdown.
func Markdown(markdown string) Data { return MakeData(MIMETypeMarkdown, markdown) }

// Math shows a formula on a line of its own; dollar signs around it are
// optional.
func Math(latex string) Data {
	return MakeData3(MIMETypeLatex, latex, "$$"+strings.Trim(latex, "$")+"$$")
}

// PDF shows an encoded PDF document.
func PDF(pdf []byte) Data { return MakeData(MIMETypePDF, pdf) }

// PNG shows an encoded PNG picture.
func PNG(png []byte) Data { return MakeData(MIMETypePNG, png) }

// SVG shows a drawing, the source of an svg element.
func SVG(svg string) Data { return MakeData(MIMETypeSVG, svg) }

// MakeData returns data in one representation; its text form is the data itself, or
// its size if it is binary.
func MakeData(mimeType string, data any) Data {
	return MakeData3(mimeType, plain(mimeType, data), data)
}

// MakeData3 returns data in one representation with a text form of its own.
func MakeData3(mimeType, plaintext string, data any) Data {
	// The text goes first: when mimeType is text/plain, data wins.
	m := MIMEMap{MIMETypeText: plaintext}
	m[mimeType] = data
	return Data{Data: m}
}

// MIME returns a value in several representations, with hints for the front end;
// either map may be nil.
func MIME(data, metadata MIMEMap) Data {
	return Data{Data: data, Metadata: metadata}
}

// plain is the text form of data that has no better one.
func plain(mimeType string, data any) string {
	if b, ok := data.([]byte); ok && !textual(mimeType) {
		return fmt.Sprintf("%s, %d bytes", mimeType, len(b))
	} else if ok {
		return string(b)
	}
	return fmt.Sprint(data)
}

// textual reports whether data of a MIME type are characters.
func textual(mimeType string) bool {
	return strings.HasPrefix(mimeType, "text/") || strings.HasSuffix(mimeType, "+xml") ||
		strings.HasSuffix(mimeType, "json") || strings.HasSuffix(mimeType, "javascript")
}
