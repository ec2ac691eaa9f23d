package page

import (
	"html"
	"strings"

	"riffle/repl/edit"
)

// classes are the CSS classes of stretches of code; a kind without one has no colour.
var classes = map[edit.Kind]string{
	edit.Keyword:     "k",
	edit.Predeclared: "b",
	edit.String:      "s",
	edit.Number:      "n",
	edit.Comment:     "c",
	edit.Magic:       "m",
}

// paintGo is a cell's source in the colours of the prompt.
func (r *renderer) paintGo(source string) string {
	buf := edit.Buffer{IsText: r.IsText}
	buf.Reset(strings.TrimRight(source, "\n"))
	var b strings.Builder
	for row := range buf.Rows() {
		if row > 0 {
			b.WriteByte('\n')
		}
		text, at := buf.Row(row).Text, 0
		for _, span := range buf.Spans(row) {
			class := classes[span.Kind]
			if class != "" {
				b.WriteString(`<span class="` + class + `">`)
			}
			b.WriteString(html.EscapeString(string(text[at:span.End])))
			if class != "" {
				b.WriteString("</span>")
			}
			at = span.End
		}
		b.WriteString(html.EscapeString(string(text[at:])))
	}
	return b.String()
}

// codeLines is the height of code: its letters are smaller than the text's, and its box
// has a margin.
func codeLines(text string) float64 {
	return 0.7 + 0.8*float64(1+strings.Count(strings.TrimSpace(text), "\n"))
}

// longClass is a class, with another one if the text may be cut where a page of paper ends,
// since it is no short piece.
func longClass(class, text string) string {
	if strings.Count(text, "\n") >= 15 {
		return class + " long"
	}
	return class
}
