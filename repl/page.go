package repl

import (
	"fmt"
	"strings"

	"riffle/repl/edit"
	"riffle/repl/view"
)

// drawText brings the screen up to date.
func (e *Editor) drawText() {
	if !e.active || e.closing {
		return
	}
	p := e.promptedPage()
	e.suggest()
	if e.ghost != "" {
		first, _, more := strings.Cut(e.ghost, "\n")
		if more {
			first += " …"
		}
		p.Ghost = view.Styled(e.style.paintText(e.style.colors().ghost, first))
	}
	if e.panel != nil {
		height := max(min(maxMenu, e.layout.Height-3), 1)
		for _, row := range e.panel.popupRows(e.layout.Width-1, height) {
			p.Below = append(p.Below, view.Styled(row))
		}
	}
	p.Spare = e.spare()
	pair := map[edit.Pos]bool{}
	if here, there, ok := e.buf.Match(); ok && e.style.on && !e.answer {
		pair[here], pair[there] = true, true
	}
	p.Line = e.painted(pair)
	e.screen.Draw(e.layout.Frame(p))
	e.shapeCursor(true)
}

// shownLines is how many lines remain at each end of a long cell when it is entered, and
// how many rows of a long line.
const shownLines = 100

// drawLast draws the text a last time, without the editing aids.
func (e *Editor) drawLast(mark string) {
	p := e.promptedPage()
	p.Line = e.painted(nil)
	f := e.layout.Whole(p, shownLines, func(n int, of string) []view.Cell {
		return view.Styled(e.style.paintText(e.style.colors().dim, fmt.Sprintf("⋯ %d %s", n, of)))
	})
	if last := &f.Rows[len(f.Rows)-1]; mark != "" {
		if view.CellsWidth(last.Cells)+len(mark) > e.layout.Width {
			f.Rows = append(f.Rows, view.Row{})
			last = &f.Rows[len(f.Rows)-1]
		}
		last.Cells = append(last.Cells, view.Styled(mark)...)
	}
	e.screen.Finish(f, e.layout.Height)
}

// promptedPage is the text with its prompts.
func (e *Editor) promptedPage() *view.Page {
	at := e.buf.Cursor()
	prompt := view.Styled(e.modePrompt())
	return &view.Page{
		Prompt:       view.Tail(prompt, e.layout.Width),
		Continuation: view.Styled(e.draft.Continuation),
		Rows:         e.buf.Rows(),
		Row:          at.Row,
		Col:          at.Col,
		Mask:         e.hidden,
	}
}

// painted returns the lines with their colours.
func (e *Editor) painted(pair map[edit.Pos]bool) func(row int) view.Line {
	plain := !e.style.on || e.answer
	known, styles := -1, []string(nil) // of the line that was painted last
	return func(row int) view.Line {
		l := view.Line{Text: e.buf.Row(row).Text}
		if plain || len(l.Text) > maxPainted {
			return l
		}
		l.Style = func(col int) string {
			if known != row {
				known, styles = row, e.styles(row, len(l.Text))
			}
			if pair[edit.Pos{Row: row, Col: col}] {
				return e.style.colors().bracket
			}
			return styles[col]
		}
		return l
	}
}

// maxPainted is the length from which a line has no colours: it is data.
const maxPainted = 10_000

// styles are those of the runes of a line.
func (e *Editor) styles(row, n int) []string {
	styles, spans := make([]string, n), e.style.colors().spans
	at := 0
	for _, s := range e.buf.Spans(row) {
		for ; at < min(s.End, n); at++ {
			styles[at] = spans[s.Kind]
		}
	}
	return styles
}

// suggest looks for a continuation in earlier entries.
func (e *Editor) suggest() {
	e.ghost = ""
	if e.style.on && !e.answer && !e.normal() && e.panel == nil && e.buf.AtEnd() && e.buf.Size() < maxSuggested {
		e.ghost = e.recall.Suggest(e.buf.Text())
	}
}

// maxSuggested is the length of a text from which nothing is suggested.
const maxSuggested = 1000
