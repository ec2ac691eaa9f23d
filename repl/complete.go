package repl

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/chzyer/readline"

	"riffle/internal/proto"
)

// maxMenu is how many candidates are listed at most.
const maxMenu = 12

// complete answers the Tab key, whose rune is not in the line: it inserts the
// prefix that all candidates share, or lists them below. At the beginning of a line it
// indents.
func (e *Editor) complete(line []rune, pos int) ([]rune, int, bool) {
	if strings.Trim(string(line[:pos]), "\t ") == "" && (pos > 0 || e.line.Before != "") {
		return insert(line, pos, []rune{'\t'})
	}
	if e.cfg.Complete == nil || e.line.Answer {
		return nil, 0, false
	}
	c, ok := e.ask(line, pos)
	if !ok {
		io.WriteString(e.cfg.Out, "\a")
		return nil, 0, false
	}
	typed := string(line[c.start:pos])
	if shared := commonStart(c.items); len(c.items) == 1 || extends(shared, typed) {
		changed := append(line[:c.start:c.start], []rune(e.flatten(shared))...)
		end := len(changed)
		return append(changed, line[c.end:]...), end, true
	}
	e.menu(c.items, line, pos)
	return nil, 0, false
}

// candidates replace the runes from start to end of the edited line.
type candidates struct {
	start, end int
	items      []proto.Candidate
}

// ask completes the whole cell up to pos and maps the answer to the line. An
// answer that doesn't include the cursor is useless.
func (e *Editor) ask(line []rune, pos int) (candidates, bool) {
	source := e.line.Before + e.decode(string(line))
	at := len(e.line.Before) + len(e.decode(string(line[:pos])))
	answer := completeMagic(e.cfg.Magics, source, at, e.cfg.Complete(source, at))
	c := candidates{
		start: e.runeAt(line, answer.Start-len(e.line.Before)),
		end:   e.runeAt(line, answer.End-len(e.line.Before)),
		items: answer.Items,
	}
	return c, len(c.items) > 0 && 0 <= c.start && c.start <= pos && pos <= c.end
}

// runeAt finds the rune of line that begins at a byte of the decoded text; -1
// if there is none.
func (e *Editor) runeAt(line []rune, offset int) int {
	i := 0
	for ; i < len(line) && offset > 0; i++ {
		offset -= len(e.decodeRune(line[i]))
	}
	if offset != 0 {
		return -1
	}
	return i
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

// menu lists candidates below the line and brings the cursor back. The line
// editor clears everything below its line at the next key.
func (e *Editor) menu(items []proto.Candidate, line []rune, pos int) {
	width, height := e.size()
	rows := e.menuRows(items, width-1, min(maxMenu, height-3))
	column, row := cursorAt(e.line.Prompt, line[:pos], width)
	_, last := cursorAt(e.line.Prompt, line, width)
	down := last - row + 1
	var b strings.Builder
	b.WriteString(strings.Repeat("\n", down) + "\r\x1b[J" + strings.Join(rows, "\r\n"))
	fmt.Fprintf(&b, "\x1b[%dA\r", down+len(rows)-1)
	if column > 0 {
		fmt.Fprintf(&b, "\x1b[%dC", column)
	}
	io.WriteString(e.cfg.Out, b.String())
}

// menuRows lays candidates out in columns: name, kind, type and documentation.
func (e *Editor) menuRows(items []proto.Candidate, width, limit int) []string {
	limit = max(limit, 2)
	more := ""
	if len(items) > limit {
		more = fmt.Sprintf("… and %d more; type on to narrow the list", len(items)-limit+1)
		items = items[:limit-1]
	}
	names, kinds := 0, 0
	for _, c := range items {
		names = max(names, utf8.RuneCountInString(c.Text))
		kinds = max(kinds, utf8.RuneCountInString(c.Kind))
	}
	var rows []string
	for _, c := range items {
		name := clip(pad(c.Text, names), width)
		about := pad(c.Kind, kinds) + "  " + strings.TrimSpace(c.Type+"  "+c.Doc)
		about = clip("  "+oneLine(about), width-utf8.RuneCountInString(name))
		rows = append(rows, e.style.paint("1", name)+e.style.paint("2", about))
	}
	if more != "" {
		rows = append(rows, e.style.paint("2", clip(more, width)))
	}
	return rows
}

func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(n-utf8.RuneCountInString(s), 0))
}

// oneLine replaces the characters that would break a row.
func oneLine(s string) string {
	return strings.TrimRight(strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(s), " ")
}

// cursorAt is the terminal's cursor position after a prompt and a line, counted
// the way the line editor counts.
func cursorAt(prompt string, line []rune, width int) (column, row int) {
	widths := readline.Runes{}
	column = widths.WidthAll(widths.ColorFilter([]rune(prompt)))
	for _, r := range line {
		column += widths.Width(r)
		if column >= width {
			column = 0
			row++
		}
	}
	return column, row
}
