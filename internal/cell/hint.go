package cell

import (
	"regexp"
	"strings"
	"sync"

	"riffle/internal/proto"
)

// Hints say what to type instead. They are tables of advice: the first row that
// fits an error gives its hint.

// advice is a row: a pattern that the message must match, one that the source must match,
// unless empty, and the hint. The source is the line with the place of the error marked
// by ¦, so that a row can look at the words around it. In the hint, $1 is a submatch of
// the last pattern that isn't empty.
type advice struct{ message, source, hint string }

// table is compiled advice. Only a cell with an error needs it, and compiling the
// patterns takes longer than the rest of startup.
type table = func() []row

type row struct {
	message, source *regexp.Regexp
	hint            string
}

func advices(list ...advice) table {
	return sync.OnceValue(func() []row {
		var rows []row
		for _, a := range list {
			r := row{message: regexp.MustCompile(a.message), hint: a.hint}
			if a.source != "" {
				r.source = regexp.MustCompile(a.source)
			}
			rows = append(rows, r)
		}
		return rows
	})
}

// advise is the hint that a table has for an error, "" for none.
func advise(t table, d *proto.Diagnostic, message string) string {
	source := marked(d)
	for _, r := range t() {
		if hint, ok := r.fits(message, source); ok {
			return hint
		}
	}
	return ""
}

// fits reports whether a row fits an error, and returns its hint.
func (r row) fits(message, source string) (hint string, ok bool) {
	in, at := message, r.message.FindStringSubmatchIndex(message)
	found := r.message
	if at != nil && r.source != nil {
		in, at = source, r.source.FindStringSubmatchIndex(source)
		found = r.source
	}
	if at == nil {
		return "", false
	}
	return string(found.ExpandString(nil, r.hint, in, at)), true
}

// marked is the source line of an error with its place marked.
func marked(d *proto.Diagnostic) string {
	line := []rune(d.Text)
	at := max(0, min(d.Column-1-d.Cut, len(line)))
	return string(line[:at]) + "¦" + string(line[at:])
}

// pattern compiles a regular expression on first use: only errors need it.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// oneLine is a message on one line, as rows match it.
func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }
