package view

import (
	"fmt"
	"io"
	"strings"
)

// Screen draws frames one after the other in the same place: where the cursor was at
// the first of them. What it writes depends on what has changed.
type Screen struct {
	Out   io.Writer
	Width int
	shown []Row // the frame that is drawn
	next  []Row // the one that is being drawn
	drawn bool
	row   int // of the cursor, from the first row of the frame
	col   int
	full  bool // the row is full: terminals report the cursor in its last column
	style string
	b     strings.Builder
}

// Draw shows a frame in place of the one before. No frame may be higher than the
// terminal.
func (s *Screen) Draw(f Frame) {
	s.updateTo(f)
	s.flushOut()
}

func (s *Screen) updateTo(f Frame) {
	if !s.drawn {
		s.writeString("\r\x1b[J")
		s.shown, s.row, s.col, s.full, s.drawn = nil, 0, 0, false, true
	}
	s.next = f.Rows
	for i, row := range f.Rows {
		s.drawRow(i, row)
	}
	if n := len(f.Rows); n < len(s.shown) {
		s.moveTo(n, 0)
		s.writeString("\x1b[J")
	}
	s.shown = f.Rows
	s.moveTo(f.Row, f.Col)
}

// Finish draws a frame of any height for the last time and goes below it.
func (s *Screen) Finish(f Frame, height int) {
	if len(f.Rows) > height {
		s.Erase()
	}
	s.updateTo(f)
	s.moveTo(len(f.Rows)-1, 0)
	s.writeNewline()
	s.flushOut()
	s.drawn = false
}

// Erase removes the frame; the cursor is where it began. The next one is drawn
// there.
func (s *Screen) Erase() {
	if s.drawn {
		s.moveTo(0, 0)
		s.writeString("\x1b[J")
		s.flushOut()
	}
	s.drawn = false
}

// Forget is called when something else has been drawn: the next frame begins in
// the cursor's row.
func (s *Screen) Forget() { s.drawn = false }

// Resize tells the screen the terminal's new size. Terminals reflow: a row that is too
// long now takes several, and lines that wrapped are wrapped again. So the frame is
// higher or lower than it was drawn. Others cut the rows off.
func (s *Screen) Resize(width, height int, reflows bool) {
	if s.drawn {
		up := s.row
		if reflows {
			up = s.reflowed(width)
		}
		s.writeString("\x1b[0m\r")
		if up = min(up, height-1); up > 0 {
			s.writeString(fmt.Sprintf("\x1b[%dA", up))
		}
		s.writeString("\x1b[J")
		s.flushOut()
	}
	s.Width, s.drawn, s.style = width, false, ""
}

// reflowed is how many rows are above the cursor in a terminal of another width.
func (s *Screen) reflowed(width int) int {
	up, begun := 0, 0 // rows, and columns of a line that wraps
	for i := range s.row {
		begun += s.shown[i].columnWidth()
		if !s.shown[i].Wraps {
			up += 1 + max(begun-1, 0)/width
			begun = 0
		}
	}
	return up + (begun+s.col)/width
}

// drawRow brings a row up to date.
func (s *Screen) drawRow(i int, row Row) {
	var old []Cell
	if i < len(s.shown) {
		old = s.shown[i].Cells
	}
	fresh := row.Cells
	same, col := 0, 0
	for same < len(old) && same < len(fresh) && old[same] == fresh[same] {
		col += fresh[same].Width
		same++
	}
	last := len(fresh)
	if len(old) == len(fresh) { // what follows may be the same, in the same place
		for last > same && old[last-1] == fresh[last-1] {
			last--
		}
		for n := same; n < last; n++ {
			if old[n].Width != fresh[n].Width {
				last = len(fresh)
			}
		}
	}
	switch {
	case s.isWrapped(i) && same == 0 && last > 0: // what is written goes there
	case s.isWrapped(i) && i >= len(s.shown):
		s.beginWrapped(i)
	case i >= len(s.shown) || same < last || len(old) > len(fresh):
		s.moveTo(i, col)
	}
	for _, c := range fresh[same:last] {
		s.putCell(c)
	}
	if CellsWidth(old) > CellsWidth(fresh) {
		s.setStyle("")
		s.writeString("\x1b[K")
	}
}

// isWrapped reports whether the cursor is behind the full row above row i, of the same
// line: what is written next wraps there by itself, and the terminal knows that it is one
// line.
func (s *Screen) isWrapped(i int) bool { return s.full && s.row == i-1 && s.next[i-1].Wraps }

// beginWrapped makes the terminal begin an empty row of a line that wraps.
func (s *Screen) beginWrapped(i int) {
	s.setStyle("")
	s.writeString(" \r")
	s.row, s.col, s.full = i, 0, false
}

// putCell writes a cell at the cursor.
func (s *Screen) putCell(c Cell) {
	if s.full {
		s.row, s.col, s.full = s.row+1, 0, false
	}
	s.setStyle(c.Style)
	s.writeString(c.Text)
	if s.col += c.Width; s.col >= s.Width {
		s.col, s.full = s.Width-1, true
	}
}

// moveTo moves the cursor. Rows below the last one are made by newlines.
func (s *Screen) moveTo(row, col int) {
	if s.full {
		s.writeString("\r")
		s.col, s.full = 0, false
	}
	switch {
	case row < s.row:
		s.writeString(fmt.Sprintf("\x1b[%dA", s.row-row))
		s.row = row
	case row > s.row:
		for s.row < row {
			s.writeNewline()
		}
	}
	switch d := col - s.col; {
	case col == 0 && d != 0:
		s.writeString("\r")
	case d > 0:
		s.writeString(fmt.Sprintf("\x1b[%dC", d))
	case d < 0 && d > -4:
		s.writeString(strings.Repeat("\b", -d))
	case d < 0:
		s.writeString(fmt.Sprintf("\x1b[%dD", -d))
	}
	s.col = col
}

func (s *Screen) writeNewline() {
	s.setStyle("")
	s.writeString("\r\n")
	s.row, s.col, s.full = s.row+1, 0, false
}

// setStyle changes the style of what is written.
func (s *Screen) setStyle(style string) {
	if style == s.style {
		return
	}
	if s.style != "" {
		s.writeString("\x1b[0m")
	}
	if style != "" {
		s.writeString("\x1b[" + style + "m")
	}
	s.style = style
}

func (s *Screen) writeString(text string) { s.b.WriteString(text) }

func (s *Screen) flushOut() {
	s.setStyle("")
	io.WriteString(s.Out, s.b.String())
	s.b.Reset()
}
