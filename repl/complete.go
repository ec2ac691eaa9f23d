package repl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"riffle/internal/proto"
	"riffle/repl/keys"
	"riffle/repl/view"
)

// maxMenu is how many candidates are listed at most.
const maxMenu = 12

// tab completes: it inserts the prefix that all candidates share, or lists them
// below. At the beginning of a line it indents, and in text that is pasted without
// marks it is itself.
func (e *Editor) tab() {
	source, at := e.buf.Text(), e.buf.Offset()
	line := source[strings.LastIndexByte(source[:at], '\n')+1 : at]
	if strings.Trim(line, "\t ") == "" && at > 0 || e.bulk {
		e.buf.Type("\t")
		return
	}
	if e.cfg.Complete == nil || e.answer {
		e.bell()
		return
	}
	c, ok := e.ask(source, at)
	if !ok {
		e.bell()
		return
	}
	shared := commonStart(c.Items)
	if len(c.Items) == 1 || extends(shared, source[c.Start:at]) {
		e.buf.Splice(c.Start, c.End, shared)
		return
	}
	e.panel = &menu{c.Items, e.style}
}

// ask completes the cell at a byte. An answer that doesn't include the cursor is
// useless.
func (e *Editor) ask(source string, at int) (c proto.Completion, ok bool) {
	e.unlocked(func() { c = e.cfg.Complete(source, at) })
	c = completeMagic(e.cfg.Magics, source, at, c)
	return c, len(c.Items) > 0 && 0 <= c.Start && c.Start <= at && at <= c.End && c.End <= len(source)
}

// commonStart is the longest beginning that all candidates share.
func commonStart(items []proto.Candidate) string {
	shared := items[0].Text
	for _, c := range items[1:] {
		for !strings.HasPrefix(c.Text, shared) {
			_, size := utf8.DecodeLastRuneInString(shared)
			shared = shared[:len(shared)-size]
		}
	}
	return shared
}

// extends reports whether shared is longer than typed and begins with it, in any
// case.
func extends(shared, typed string) bool {
	return len(shared) > len(typed) && strings.EqualFold(shared[:len(typed)], typed)
}

// menu is a list of candidates. The next key closes it.
type menu struct {
	items []proto.Candidate
	style style
}

func (m *menu) press(*Editor, keys.Key) bool { return false }

// rows lays candidates out in columns: name, kind, type and documentation.
func (m *menu) rows(width, limit int) []string {
	items := m.items
	limit = max(limit, 2)
	more := ""
	if len(items) > limit {
		more = fmt.Sprintf("… and %d more; type on to narrow the list", len(items)-limit+1)
		items = items[:limit-1]
	}
	names, kinds := 0, 0
	for _, c := range items {
		names = max(names, view.TextWidth(c.Text))
		kinds = max(kinds, view.TextWidth(c.Kind))
	}
	var rows []string
	for _, c := range items {
		name := view.Clip(pad(c.Text, names), width)
		about := pad(c.Kind, kinds) + "  " + strings.TrimSpace(c.Type+"  "+c.Doc)
		about = view.Clip("  "+oneLine(about), width-view.TextWidth(name))
		rows = append(rows, m.style.paint("1", name)+m.style.paint("2", about))
	}
	if more != "" {
		rows = append(rows, m.style.paint("2", view.Clip(more, width)))
	}
	return rows
}

func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(n-view.TextWidth(s), 0))
}

// oneLine replaces the characters that would break a row.
func oneLine(s string) string {
	return strings.TrimRight(strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(s), " ")
}
