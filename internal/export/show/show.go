// Package show prints values as the cells of a notebook show them: strings in
// quotes, what pointers lead to, lists of structs as tables. Call Values.
package show

import (
	"fmt"
	"io"
	"os"
	"strings"

	"riffle/internal/display/cols"
	"riffle/internal/display/linked"
	"riffle/internal/display/plain"
	"riffle/internal/display/table"
	"riffle/internal/display/tabular"
)

// Values prints values as text: one, or several in a line; below each other where one
// has several lines itself.
func Values(values ...any) { Print(os.Stdout, Text, Plain, values...) }

// Results is Values for what a call returns, with an error at the end that isn't shown if
// there is none.
func Results(values ...any) { Values(WithoutNil(values)...) }

// WithoutNil is the values without the last if that is nil.
func WithoutNil(values []any) []any {
	if n := len(values); n > 0 && values[n-1] == nil {
		return values[:n-1]
	}
	return values
}

// Print is Values for another writer, with the text of one value alone and that of one
// among several.
func Print(w io.Writer, alone, among func(any) string, values ...any) {
	switch len(values) {
	case 0:
		return
	case 1:
		fmt.Fprintln(w, alone(values[0]))
		return
	}
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = among(v)
	}
	sep := " "
	if strings.Contains(strings.Join(list, ""), "\n") {
		sep = "\n"
	}
	fmt.Fprintln(w, strings.Join(list, sep))
}

// Text is a value as text, as nodes or as a table if it is one.
func Text(v any) string {
	text := Plain(v)
	if err, ok := v.(error); ok && err != nil {
		return text
	}
	return Tabular(v, text)
}

// Tabular is a value's text, or its nodes or its table where that says more.
func Tabular(v any, text string) string {
	if g := linked.Of(v, plain.Style{}); g != nil {
		return g.Text(table.PageWidth)
	}
	t := tabular.Table(v, plain.Style{})
	if t != nil && (t.Prefers || strings.Contains(text, "\n") || cols.Of(text) > table.PageWidth) {
		l := table.InCell
		l.Width = table.PageWidth
		return t.Text(l)
	}
	return text
}

// Plain is a value as text on a line.
func Plain(v any) string { return plain.Style{}.Text(v) }
