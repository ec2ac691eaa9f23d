package proto

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Place is the diagnostic's place as a user reads it: "cell 7:2:5" or
// "deal.go:2:5".
func (d Diagnostic) Place() string {
	where := d.File
	if where == "" {
		where = "cell"
		if d.Cell > 0 {
			where = fmt.Sprintf("cell %d", d.Cell)
		}
	}
	if d.Line == 0 {
		return where
	}
	return fmt.Sprintf("%s:%d:%d", where, d.Line, d.Column)
}

// format writes place and message and, when source is set, the line with a
// caret under the marked columns.
func (d Diagnostic) format(b *strings.Builder, source bool) {
	b.WriteString(d.Place())
	if d.Message != "" {
		b.WriteString(": " + d.Message)
	}
	if source && d.Text != "" {
		b.WriteString("\n    " + d.Text + "\n    " + d.caret())
	}
	if d.Hint != "" {
		b.WriteString("\n    hint: " + d.Hint)
	}
}

// caret is the line below Text: tabs kept, so that it lines up whatever the
// width of a tab.
func (d Diagnostic) caret() string {
	var b strings.Builder
	col := 1 + d.Cut
	for _, r := range d.Text {
		if col >= d.Column {
			break
		}
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
		col++
	}
	marked := min(d.EndColumn-d.Column, utf8.RuneCountInString(d.Text)+d.Cut+1-d.Column)
	b.WriteString(strings.Repeat("^", max(1, marked)))
	return b.String()
}
