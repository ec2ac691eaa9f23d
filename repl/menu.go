package repl

import (
	"cmp"
	"fmt"
	"strings"

	"riffle/internal/display/cols"
	"riffle/internal/proto"
	"riffle/repl/keys"
)

// maxMenu is the maximum number of rows of a menu.
const maxMenu = 12

// menu is a list of candidates, one of them selected. Typing narrows it; a key that means
// nothing here closes it and has its usual effect.
type menu struct {
	proto.Completion
	at    int // the cursor, in bytes of the text, when the candidates were found
	style style
	fit   []proto.Candidate // those that still fit what was typed since
	pick  int               // the selected one
	page  int               // how many are shown together
	widths
}

// widths are those of a menu's columns.
type widths struct{ name, about int }

func newMenu(c proto.Completion, at int, s style) *menu {
	m := &menu{Completion: c, at: at, style: s}
	m.listCandidates(c.Items)
	return m
}

// listCandidates lists some candidates and selects the first.
func (m *menu) listCandidates(list []proto.Candidate) {
	m.fit, m.pick, m.widths = list, 0, widths{}
	for _, c := range list {
		m.name = max(m.name, cols.Of(oneLine(c.Text)))
		m.about = max(m.about, cols.Of(briefOf(c)))
	}
}

func (m *menu) press(e *Editor, k keys.Key) bool {
	switch k.Name {
	case "Tab", "Down", "C-n":
		m.pick = (m.pick + 1) % len(m.fit)
	case "S-Tab", "Up", "C-p":
		m.pick = (m.pick + len(m.fit) - 1) % len(m.fit)
	case "PageDown":
		m.pick = min(m.pick+m.page, len(m.fit)-1)
	case "PageUp":
		m.pick = max(m.pick-m.page, 0)
	case "Enter", "Right":
		e.panel = nil
		m.accept(e)
	case "Esc", "C-g", "C-c", "C-M-c":
		e.panel = nil
	case "":
		e.buf.Type(k.Text)
		m.narrowMenu(e)
	case "Backspace":
		e.buf.Backspace()
		m.listAgain(e)
	default:
		return false
	}
	return true
}

// accept replaces the typed text with the selected candidate.
func (m *menu) accept(e *Editor) {
	if !e.buf.Splice(m.Start, m.End+e.buf.Offset()-m.at, m.fit[m.pick].Text) {
		e.bell()
	}
}

// narrowMenu keeps the candidates that begin as the text does now, and closes the menu if
// there are none, or only what has been typed.
func (m *menu) narrowMenu(e *Editor) {
	before := e.buf.Before()
	if len(before) < m.Start {
		e.panel = nil
		return
	}
	typed := before[m.Start:]
	list := beginning(m.Items, typed)
	if len(list) == 0 || len(list) == 1 && list[0].Text == typed {
		e.panel = nil
		return
	}
	m.listCandidates(list)
}

// beginning are the candidates that begin with what was typed, ignoring case if none does
// exactly.
func beginning(items []proto.Candidate, typed string) []proto.Candidate {
	var exact, alike []proto.Candidate
	for _, c := range items {
		switch {
		case strings.HasPrefix(c.Text, typed):
			exact = append(exact, c)
		case len(c.Text) >= len(typed) && strings.EqualFold(c.Text[:len(typed)], typed):
			alike = append(alike, c)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return alike
}

// listAgain lists what fits a text from which something was deleted.
func (m *menu) listAgain(e *Editor) {
	c, ok := e.askCompletion(e.buf.Text(), e.buf.Offset())
	if !ok {
		e.panel = nil
		return
	}
	e.panel = newMenu(c, e.buf.Offset(), m.style)
}

// popupRows shows the page with the selected candidate: names, what they are, what they do.
func (m *menu) popupRows(width, limit int) []string {
	m.page = max(limit, 1)
	if len(m.fit) > m.page && m.page > 1 {
		m.page-- // for the row that counts
	}
	first := m.pick - m.pick%m.page
	end := min(first+m.page, len(m.fit))
	var rows []string
	for i, c := range m.fit[first:end] {
		rows = append(rows, m.candidateRow(c, width, first+i == m.pick))
	}
	if len(m.fit) > m.page && limit > 1 {
		count := fmt.Sprintf("%d of %d", m.pick+1, len(m.fit))
		if width >= widthForDoc {
			count += "  Tab, PgDn: on  Enter: takes it  Esc: closes"
		}
		rows = append(rows, m.style.paintText(m.style.colors().dim, cols.Clip(count, width)))
	}
	return rows
}

// A menu of widthForDoc has a column for what candidates do, one of widthForBoth another
// for what they are.
const (
	widthForDoc  = 30
	widthForBoth = 50
)

// candidateRow is a candidate in its columns.
func (m *menu) candidateRow(c proto.Candidate, width int, selected bool) string {
	mark, room := "", width
	if !m.style.on {
		mark = "  "
		if selected {
			mark = "* "
		}
		room -= len(mark)
	}
	name := min(m.name, max(room*2/5, 16), room)
	text := mark + pad(cols.Clip(oneLine(c.Text), name), name)
	if width < widthForDoc {
		return m.paintRow(text, "", selected)
	}
	room -= name + 2
	more := briefOf(c)
	doc := strings.TrimPrefix(aboutText(c.Text, c.Doc), "returns ")
	switch {
	case width < widthForBoth && doc != "":
		more = cols.Clip(doc, room)
	case doc == "":
		more = cols.Clip(more, room)
	default:
		column := min(m.about, max(room/3, 12))
		more = pad(shorter(more, column), column) + "  " + cols.Clip(doc, room-column-2)
	}
	return m.paintRow(text, "  "+more, selected)
}

// paintRow colours a row: the selected one all over.
func (m *menu) paintRow(name, more string, selected bool) string {
	if selected {
		return m.style.paintText("7", strings.TrimRight(name+more, " "))
	}
	return m.style.paintText("1", strings.TrimRight(name, " ")) + strings.Repeat(" ", trailing(name, more)) + m.style.paintText(m.style.colors().dim, more)
}

// trailing is the white space at the end of a name that something follows.
func trailing(name, more string) int {
	if more == "" {
		return 0
	}
	return len(name) - len(strings.TrimRight(name, " "))
}

// briefOf describes a candidate: a function's parameters and results, a variable's type,
// else a word.
func briefOf(c proto.Candidate) string {
	switch t := oneLine(c.Type); c.Kind {
	case "package":
		return cmp.Or(strings.Trim(t, `"`), c.Kind)
	case "function", "method":
		return strings.TrimPrefix(t, "func")
	case "variable", "field":
		return t
	case "type":
		return strings.TrimSpace("type " + t)
	case "constant":
		return strings.TrimSpace("const " + t)
	}
	return c.Kind
}

// shorter fits parameters and results to a width, dropping results and types if they are
// too long.
func shorter(text string, width int) string {
	if cols.Of(text) <= width || !strings.HasPrefix(text, "(") {
		return cols.Clip(text, width)
	}
	var names []string
	depth, from := 0, 1
	for i, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 || depth == 1 && r == ',' {
			names = append(names, parameterName(text[from:i]))
			from = i + 1
		}
		if depth == 0 {
			break
		}
	}
	return cols.Clip("("+strings.Join(names, ", ")+")", width)
}

// parameterName is a parameter without its type, if it has a name.
func parameterName(param string) string {
	name, kind, named := strings.Cut(strings.TrimSpace(param), " ")
	if named && strings.HasPrefix(kind, "...") {
		name += "..."
	}
	return name
}
