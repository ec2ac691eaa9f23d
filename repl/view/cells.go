// Package view draws text that is being edited on a terminal, and knows nothing of
// editing. Lay out a Page, which gives a Frame, and give that to a Screen: it writes
// what differs from the frame before.
package view

import (
	"strings"

	"riffle/internal/display/cols"
)

// Cell is a place on the screen: one character, with what is drawn over it.
type Cell struct {
	Text  string
	Width int
	Style string // the parameters of its colours: "1;32"
}

// Row is a row of the screen.
type Row struct {
	Cells []Cell
	// Wraps: the line goes on in the next row.
	Wraps bool
}

// columnWidth is the number of columns.
func (r Row) columnWidth() int {
	n := 0
	for _, c := range r.Cells {
		n += c.Width
	}
	return n
}

// Frame is what the screen should show: rows, and the cursor's position.
type Frame struct {
	Rows     []Row
	Row, Col int
}

// Styled makes cells of a text with colours. Other control characters are left out.
func Styled(text string) []Cell {
	var cells []Cell
	style := ""
	for text != "" {
		at := cols.Color().FindStringSubmatchIndex(text)
		plain := text
		if at != nil {
			plain = text[:at[0]]
		}
		for _, r := range plain {
			if r == '\t' {
				for range 8 - CellsWidth(cells)%8 {
					cells = append(cells, Cell{" ", 1, style})
				}
			}
			if r >= ' ' && (r < 0x7f || r >= 0xa0) {
				cells = appendRune(cells, r, style)
			}
		}
		if at == nil {
			break
		}
		style = restyle(style, text[at[2]:at[3]])
		text = text[at[1]:]
	}
	return cells
}

// restyle adds the parameters of a colour code to a style.
func restyle(style, code string) string {
	if code == "" || code == "0" {
		return ""
	}
	if rest, ok := strings.CutPrefix(code, "0;"); ok {
		return rest
	}
	if style == "" {
		return code
	}
	return style + ";" + code
}

func appendRune(cells []Cell, r rune, style string) []Cell {
	w := cols.Rune(r)
	if w == 0 {
		if n := len(cells) - 1; n >= 0 { // otherwise there is nothing to draw it over
			cells[n].Text += string(r)
		}
		return cells
	}
	return append(cells, Cell{string(shownRune(r)), w, style})
}

// IsText reports whether a text only moves the cursor forward: it has no control
// characters but those of colours and tabs.
func IsText(text string) bool {
	plain := cols.Color().ReplaceAllLiteralString(text, "")
	return !strings.ContainsFunc(plain, func(r rune) bool {
		return r != '\t' && (r < ' ' || r >= 0x7f && r < 0xa0)
	})
}

// Rows is how many rows a line of text with colours takes in a terminal.
func Rows(line string, width int) int {
	rows, used := 1, 0
	for _, c := range Styled(line) {
		if used+c.Width > width && used > 0 {
			rows, used = rows+1, 0
		}
		used += c.Width
	}
	return rows
}

// Tail is the last row of a prompt that takes several: a program has written it already,
// and the rows above can't be drawn again.
func Tail(cells []Cell, width int) []Cell {
	keep := (max(CellsWidth(cells), 1)-1)%width + 1
	for CellsWidth(cells) > keep {
		cells = cells[1:]
	}
	return cells
}
