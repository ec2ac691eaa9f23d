// Package screen gives tests a terminal's screen, so that they can compare what a
// person sees instead of the bytes that were written. Call New and write to it.
package screen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3/vt"
)

// Screen is a terminal emulator without a window: tcell's, which cuts rows off when
// the width changes. It may be used by one goroutine at a time.
type Screen struct {
	term          vt.MockTerm
	width, height int
	Bytes         int // written so far
}

// New returns an empty screen, which lasts as long as the test.
func New(t testing.TB, width, height int) *Screen {
	t.Helper()
	s := &Screen{term: vt.NewMockTerm(vt.MockOptSize{X: vt.Col(width), Y: vt.Row(height)}), width: width, height: height}
	if err := s.term.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.term.Stop() })
	s.term.Write([]byte("\x1b[?2027h")) // draw accents over their letters
	return s
}

// Write draws what a program has written. A newline also returns, as the driver of
// a terminal makes it. The emulator doesn't forget at a carriage return that the row
// was full, as terminals do; a step to the left reminds it.
func (s *Screen) Write(p []byte) (int, error) {
	s.Bytes += len(p)
	_, err := s.term.Write([]byte(asDriver.Replace(string(p))))
	return len(p), err
}

var asDriver = strings.NewReplacer("\r\n", "\r\x1b[D\n", "\n", "\r\x1b[D\n", "\r", "\r\x1b[D")

// Resize changes the size; what doesn't fit is lost.
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	s.term.Write([]byte("\x18")) // no accent goes to a letter of before
	s.term.SetSize(vt.Coord{X: vt.Col(width), Y: vt.Row(height)})
}

// Text returns what is seen, without the white space at the end of rows, and
// without the empty rows at the end.
func (s *Screen) Text() string {
	var b strings.Builder
	for y := range s.height {
		var row strings.Builder
		for x := 0; x < s.width; x++ {
			c := s.term.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
			if c.C == "" {
				c.C = " "
			}
			row.WriteString(c.C)
			if c.W == 2 {
				x++
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// Cursor returns the row and the column of the cursor.
func (s *Screen) Cursor() (row, col int) {
	at := s.term.Pos()
	return int(at.Y), int(at.X)
}

// Marked returns Text with the cursor as a | before its cell.
func (s *Screen) Marked() string {
	row, col := s.Cursor()
	rows := strings.Split(s.Text(), "\n")
	for len(rows) <= row {
		rows = append(rows, "")
	}
	used := 0
	for x := 0; x < col; x++ {
		c := s.term.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(row)})
		used += max(len(c.C), 1)
		if c.W == 2 {
			x++
		}
	}
	for len(rows[row]) < used {
		rows[row] += " "
	}
	rows[row] = rows[row][:used] + "|" + rows[row][used:]
	return strings.Join(rows, "\n")
}

// Styles returns a row's styles as runs: "b:func p: f" is a bold func and plain rest.
func (s *Screen) Styles(row int) string {
	var b strings.Builder
	last := ""
	for x := range s.width {
		c := s.term.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(row)})
		style := fmt.Sprintf("%v %v", c.S.Fg(), c.S.Attr())
		if style != last {
			fmt.Fprintf(&b, "[%s]", style)
			last = style
		}
		b.WriteString(c.C)
	}
	return strings.TrimRight(b.String(), " ")
}

// Bells counts how often the bell has rung.
func (s *Screen) Bells() int { return s.term.Bells() }
