package screen

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"
)

// The measures of a drawn screen, in pixels.
const (
	cellWidth, cellHeight = 8.4, 19
	margin                = 16
	fontSize              = 14
)

// The colours of a drawn screen: a dark ground, which a light page and a dark one both
// set off, the text, and the sixteen named colours of a terminal.
const ground, ink, frame = "#16191d", "#e4e7eb", "#5a626d"

var named = [16]string{
	"#3a414a", "#f0807a", "#8fd49d", "#e8c268", "#7db8f5", "#d19af0", "#63cbd6", "#d5d9de",
	"#8b95a1", "#ff9d97", "#a9e6b5", "#f5d78a", "#a3cffa", "#e0b8f7", "#8be0e9", "#ffffff",
}

// SVG draws what is seen as a picture with a title, as wide as the screen and as high as
// its text. Every stretch of text is as wide as its cells, in whatever font it is shown.
func (s *Screen) SVG(title string) string {
	rows := strings.Count(s.Text(), "\n") + 1
	width, height := int(2*margin+cellWidth*float64(s.width)), 2*margin+cellHeight*rows
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="%s" font-size="%d">`+"\n",
		width, height, width, height, "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace", fontSize)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", html.EscapeString(title), html.EscapeString(s.Text()))
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%d" height="%d" rx="8" fill="%s" stroke="%s"/>`+"\n", width-1, height-1, ground, frame)
	for y := range rows {
		for _, r := range s.runs(y) {
			r.draw(&b, y)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// run is a stretch of a row that looks the same all through.
type run struct {
	x, cells int
	text     string
	style    vt.Style
	bar      bool // blocks of a bar, which are drawn as such
}

// runs are a row's stretches. A letter beyond ASCII is one of its own, since it may come
// from another font.
func (s *Screen) runs(y int) (runs []run) {
	last := -1 // of the run that may go on
	for x := 0; x < s.width; x++ {
		c := s.term.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
		text, cells := c.C, max(c.W, 1)
		if text == "" {
			text = " "
		}
		r, _ := utf8.DecodeRuneInString(text)
		plain, bar := r < utf8.RuneSelf, r >= '█' && r <= '▏'
		joins := plain || r == '█' // which is drawn
		if joins && last >= 0 && runs[last].bar == bar && runs[last].style.Equal(c.S) {
			runs[last].text += text
			runs[last].cells += cells
		} else {
			runs = append(runs, run{x: x, cells: cells, text: text, style: c.S, bar: bar})
			last = len(runs) - 1
			if !joins {
				last = -1
			}
		}
		x += cells - 1
	}
	return runs
}

// draw writes a run of row y.
func (r run) draw(b *strings.Builder, y int) {
	left, top := margin+cellWidth*float64(r.x), margin+cellHeight*y
	fore, back := colours(r.style)
	if back != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", left, top, cellWidth*float64(r.cells), cellHeight, back)
	}
	text := strings.TrimRight(r.text, " ")
	if text == "" {
		return
	}
	if r.bar { // U+2588 is a full block, each after it an eighth less
		block, _ := utf8.DecodeRuneInString(text)
		eighths := 8*r.cells - int(block-'█')
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.2f" height="%d" fill="%s"/>`+"\n", left, top+3, cellWidth*float64(eighths)/8, cellHeight-5, fore)
		return
	}
	indent := len(text) - len(strings.TrimLeft(text, " "))
	text = text[indent:]
	cells := r.cells - (len(r.text) - len(strings.TrimRight(r.text, " "))) - indent
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s"%s`, left+cellWidth*float64(indent), float64(top)+14, fore, font(r.style))
	if len(text) > 1 && utf8.RuneCountInString(text) == len(text) {
		fmt.Fprintf(b, ` textLength="%.1f"`, cellWidth*float64(cells))
	}
	fmt.Fprintf(b, " xml:space=\"preserve\">%s</text>\n", html.EscapeString(text))
}

// font is how letters of a style look.
func font(s vt.Style) string {
	look := ""
	if s.Attr()&vt.Bold != 0 {
		look += ` font-weight="bold"`
	}
	if s.Attr()&vt.Italic != 0 {
		look += ` font-style="italic"`
	}
	if s.Attr()&vt.Dim != 0 {
		look += ` opacity="0.7"`
	}
	if s.Attr()&vt.Underline != 0 {
		look += ` text-decoration="underline"`
	}
	return look
}

// colours are what letters of a style are drawn in, and on; empty for the ground of all.
// The emulator's own are its white on its black.
func colours(s vt.Style) (fore, back string) {
	if fore, back = ink, ""; s.Fg() != color.Silver {
		fore = hex(s.Fg(), ink)
	}
	if s.Bg() != color.Black {
		back = hex(s.Bg(), "")
	}
	if s.Attr()&vt.Reverse == 0 {
		return fore, back
	}
	if back == "" {
		back = ground
	}
	return back, fore
}

func hex(c color.Color, unset string) string {
	switch {
	case !c.Valid():
		return unset
	case !c.IsRGB() && c&0xffff < color.Color(len(named)):
		return named[c&0xffff]
	}
	return fmt.Sprintf("#%06x", c.Hex())
}
