package repl

import (
	"strings"
	"unicode/utf8"

	"riffle/internal/display/cols"
	"riffle/internal/proto"
)

// tab completes: it inserts the only candidate or the prefix that all share, or lists
// them below. After the parenthesis of a call it shows the signature first. At the
// beginning of a line it indents, and in text pasted without marks it is a tab.
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
	if e.openHint() {
		return
	}
	c, ok := e.askCompletion(source, at)
	if !ok {
		e.bell()
		return
	}
	shared := commonStart(c.Items)
	if len(c.Items) == 1 || extends(shared, source[c.Start:at]) {
		e.buf.Splice(c.Start, c.End, shared)
		return
	}
	e.panel = newMenu(c, at, e.style)
}

// askCompletion completes the cell at a byte. An answer that doesn't include the cursor is
// useless.
func (e *Editor) askCompletion(source string, at int) (c proto.Completion, ok bool) {
	c, ok = asked(e, func() proto.Completion { return e.cfg.Complete(source, at) })
	if !ok {
		return proto.Completion{}, false
	}
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

// extends reports whether shared is longer than typed and begins with it, ignoring case.
func extends(shared, typed string) bool {
	return len(shared) > len(typed) && strings.EqualFold(shared[:len(typed)], typed)
}

func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(n-cols.Of(s), 0))
}

// oneLine replaces the characters that would break a row.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\t\r") {
		s = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(s)
	}
	return strings.TrimRight(s, " ")
}
