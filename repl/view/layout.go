package view

import "riffle/internal/display/cols"

// tabWidth is the number of columns between two tab stops.
const tabWidth = 4

// Line is a line of text on a page.
type Line struct {
	Text []rune
	// Style returns the style of a rune; nil is plain.
	Style func(col int) string
}

// Page is what a frame is made of.
type Page struct {
	// Prompt precedes the first line, Continuation the others.
	Prompt, Continuation []Cell
	// Rows is the number of lines, Line returns one. It is called only for visible lines.
	Rows int
	Line func(row int) Line
	// Row and Col are the cursor's position in the text.
	Row, Col int
	// Ghost is shown after the cursor but isn't part of the text.
	Ghost []Cell
	// Below are rows below the text. They are cut to the width.
	Below [][]Cell
	// Spare is shown below the text if nothing else is, as far as the text leaves room:
	// it never makes the text move.
	Spare [][]Cell
	// Mask hides the text.
	Mask bool
}

// Layout lays pages out for a terminal. It remembers which part of a text higher than the
// terminal was shown.
type Layout struct {
	Width, Height int
	top           spot
	known         map[int]lineBreaks // of the frame being made
}

// spot is a row of a line.
type spot struct{ line, row int }

// lineBreaks are where the rows of a line begin, in runes.
type lineBreaks []rowStart

type rowStart struct {
	at  int // the first rune
	col int // its column in the line, for tab stops
}

// Frame lays out the part of a page that fits, with the cursor in it.
func (l *Layout) Frame(p *Page) Frame {
	l.known = map[int]lineBreaks{}
	below := p.Below
	if len(below) == 0 {
		below = p.Spare[:min(len(p.Spare), l.freeRows(p, len(p.Spare)))]
	}
	if n := l.Height - 1; len(below) > n {
		below = below[:max(n, 0)]
	}
	height := max(l.Height-len(below), 1)
	cursor := l.cursorSpot(p)
	l.scroll(p, cursor, height)
	var f Frame
	at := l.top
	for len(f.Rows) < height && at.line < p.Rows {
		if at == cursor {
			f.Row, f.Col = len(f.Rows), l.column(p, cursor)
		}
		f.Rows = append(f.Rows, l.makeRow(p, at))
		at = l.down(p, at)
	}
	for _, cells := range below {
		f.Rows = append(f.Rows, Row{Cells: clipCells(cells, l.Width-1)})
	}
	return f
}

// freeRows is how many rows a page's text leaves, at most n.
func (l *Layout) freeRows(p *Page, n int) int {
	left := l.Height
	for line := 0; line < p.Rows && left > 0; line++ {
		left -= len(l.breaks(p, line))
	}
	return max(min(left, n), 0)
}

// Whole lays out all rows of a page, for the last time, but at most limit of its lines at
// each end, and of the rows of each line. Cut returns what replaces n others, "lines" or
// "rows".
func (l *Layout) Whole(p *Page, limit int, cut func(n int, of string) []Cell) Frame {
	l.known = map[int]lineBreaks{}
	page := *p
	p = &page
	p.Row = -1 // the cursor needs no place
	var f Frame
	for line := 0; line < p.Rows; line++ {
		if n := p.Rows - 2*limit; n > 1 && line == limit {
			f.Rows = append(f.Rows, Row{Cells: clipCells(cut(n, "lines"), l.Width-1)})
			line += n
		}
		rows := len(l.breaks(p, line))
		for row := 0; row < rows; row++ {
			if n := rows - 2*limit; n > 1 && row == limit {
				f.Rows[len(f.Rows)-1].Wraps = false
				f.Rows = append(f.Rows, Row{Cells: clipCells(cut(n, "rows"), l.Width-1)})
				row += n
			}
			f.Rows = append(f.Rows, l.makeRow(p, spot{line, row}))
		}
	}
	f.Row, f.Col = len(f.Rows)-1, f.Rows[len(f.Rows)-1].columnWidth()
	return f
}

// scroll moves the top so that the cursor is visible, and no row at the bottom is wasted.
func (l *Layout) scroll(p *Page, cursor spot, height int) {
	if l.top.line >= p.Rows || l.top.row >= len(l.breaks(p, l.top.line)) || cursor.isAbove(l.top) {
		l.top = cursor
	}
	if !l.isVisible(p, l.top, cursor, height) {
		l.top = l.rowsUp(p, cursor, height-1)
	}
	last := spot{p.Rows - 1, 0}
	if p.Rows-l.top.line <= height {
		last.row = len(l.breaks(p, last.line)) - 1
		if top := l.rowsUp(p, last, height-1); top.isAbove(l.top) {
			l.top = top
		}
	}
}

func (s spot) isAbove(t spot) bool { return s.line < t.line || s.line == t.line && s.row < t.row }

// isVisible reports whether a spot is one of the height rows from top on.
func (l *Layout) isVisible(p *Page, top, s spot, height int) bool {
	if s.line-top.line >= height {
		return false
	}
	rows := -top.row
	for line := top.line; line < s.line; line++ {
		rows += len(l.breaks(p, line))
	}
	return rows+s.row < height
}

// rowsUp is n rows above a spot, or the beginning.
func (l *Layout) rowsUp(p *Page, s spot, n int) spot {
	for ; n > 0; n-- {
		switch {
		case s.row > 0:
			s.row--
		case s.line > 0:
			s.line--
			s.row = len(l.breaks(p, s.line)) - 1
		default:
			return s
		}
	}
	return s
}

func (l *Layout) down(p *Page, s spot) spot {
	if s.row+1 < len(l.breaks(p, s.line)) {
		return spot{s.line, s.row + 1}
	}
	return spot{s.line + 1, 0}
}

// breaks lays a line out in rows. The cursor, which may be behind the last
// character, needs a place too.
func (l *Layout) breaks(p *Page, line int) lineBreaks {
	if known, ok := l.known[line]; ok {
		return known
	}
	text := p.Line(line).Text
	rows := lineBreaks{{}}
	left := l.Width - CellsWidth(p.promptCells(line))
	col := 0
	for i, r := range text {
		w := p.runeWidth(r, col, left)
		if w > left || w > 0 && left <= 0 {
			rows = append(rows, rowStart{i, col})
			left = l.Width
			w = p.runeWidth(r, col, left)
		}
		left -= w
		col += w
	}
	if left <= 0 && line == p.Row && p.Col == len(text) {
		rows = append(rows, rowStart{len(text), col})
	}
	l.known[line] = rows
	return rows
}

// runeWidth is the width of a rune at a column, with left columns in its row. A tab
// doesn't go beyond the row.
func (p *Page) runeWidth(r rune, col, left int) int {
	switch {
	case p.Mask:
		return 1
	case r == '\t':
		return min(tabWidth-col%tabWidth, max(left, 1))
	}
	return cols.Rune(r)
}

func (p *Page) promptCells(line int) []Cell {
	if line == 0 {
		return p.Prompt
	}
	return p.Continuation
}

func (l *Layout) cursorSpot(p *Page) spot {
	breaks := l.breaks(p, p.Row)
	row := len(breaks) - 1
	for row > 0 && breaks[row].at > p.Col {
		row--
	}
	return spot{p.Row, row}
}

// column is the cursor's column in its row.
func (l *Layout) column(p *Page, s spot) int {
	breaks := l.breaks(p, s.line)
	text := p.Line(s.line).Text[breaks[s.row].at:p.Col]
	used := 0
	if s.row == 0 {
		used = CellsWidth(p.promptCells(s.line))
	}
	col := breaks[s.row].col
	for _, r := range text {
		w := p.runeWidth(r, col, l.Width-used)
		used, col = used+w, col+w
	}
	return min(used, l.Width-1)
}

// makeRow makes the cells of a row.
func (l *Layout) makeRow(p *Page, s spot) Row {
	breaks, line := l.breaks(p, s.line), p.Line(s.line)
	from, to := breaks[s.row].at, len(line.Text)
	var row Row
	if s.row == 0 {
		row.Cells = append(row.Cells, p.promptCells(s.line)...)
	}
	if row.Wraps = s.row+1 < len(breaks); row.Wraps {
		to = breaks[s.row+1].at
	}
	used, col := CellsWidth(row.Cells), breaks[s.row].col
	for i := from; i < to; i++ {
		style := ""
		if line.Style != nil {
			style = line.Style(i)
		}
		w := p.runeWidth(line.Text[i], col, l.Width-used)
		row.Cells = p.appendText(row.Cells, line.Text[i], w, style)
		used, col = used+w, col+w
	}
	if s.line == p.Row && p.Col == len(line.Text) && !row.Wraps {
		row.Cells = append(row.Cells, clipCells(p.Ghost, l.Width-1-used)...)
	}
	return row
}

func (p *Page) appendText(cells []Cell, r rune, w int, style string) []Cell {
	switch {
	case p.Mask:
		return append(cells, Cell{"•", 1, style})
	case r == '\t':
		for range w {
			cells = append(cells, Cell{" ", 1, style})
		}
		return cells
	}
	return appendRune(cells, r, style)
}

// CellsWidth is the number of columns of cells.
func CellsWidth(cells []Cell) int { return Row{Cells: cells}.columnWidth() }

// clipCells cuts cells to a width.
func clipCells(cells []Cell, width int) []Cell {
	if CellsWidth(cells) <= width {
		return cells
	}
	n, used := 0, 0
	for n < len(cells) && used+cells[n].Width <= width-1 {
		used += cells[n].Width
		n++
	}
	if width < 1 {
		return nil
	}
	return append(cells[:n:n], Cell{"…", 1, cells[n].Style})
}
