package display

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// The size of a drawn card and of the space around it, in pixels.
const (
	cardWidth  = 50
	cardHeight = 70
	gap        = 6
	labelWidth = 76
)

// perRow is the number of cards in a line: a suit of a new deck.
const perRow = 13

// cardsSVG draws rows of cards. It needs no style sheet, font or definition from
// elsewhere, so that any viewer and converter can show it.
func cardsSVG(title string, rows []row) string {
	left, cols := 0, 1
	var lines []row
	for _, r := range rows {
		if r.label != "" {
			left = labelWidth
		}
		cols = max(cols, min(len(r.faces), perRow))
		lines = append(lines, wrapRow(r)...)
	}
	w := left + gap + cols*(cardWidth+gap)
	h := gap + len(lines)*(cardHeight+gap)
	var b strings.Builder
	for i, line := range lines {
		svgLine(&b, line, left, gap+i*(cardHeight+gap))
	}
	return svgPage(title, w, h, b.String())
}

// svgPage is a whole picture.
func svgPage(title string, w, h int, content string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="18" font-weight="bold"><title>%s</title>%s</svg>`,
		w, h, w, h, html.EscapeString(title), content)
}

// svgLabel writes a row's name, ending at x, in a grey that is readable on white and
// on black.
func svgLabel(b *strings.Builder, text string, x, y int) {
	fmt.Fprintf(b, `<text x="%d" y="%d" font-weight="normal" font-size="14" text-anchor="end" fill="#777">%s</text>`,
		x, y, html.EscapeString(text))
}

// wrapRow breaks a row into lines; the first one has the label.
func wrapRow(r row) []row {
	lines := []row{{label: r.label, faces: r.faces[:min(len(r.faces), perRow)]}}
	for i := perRow; i < len(r.faces); i += perRow {
		lines = append(lines, row{faces: r.faces[i:min(i+perRow, len(r.faces))]})
	}
	return lines
}

func svgLine(b *strings.Builder, line row, left, y int) {
	if line.label != "" {
		svgLabel(b, line.label, left-2, y+cardHeight/2+5)
	}
	for i, f := range line.faces {
		f.drawFace(b, left+gap+i*(cardWidth+gap), y)
	}
}

// drawFace draws one card with its top left corner at x, y.
func (f face) drawFace(b *strings.Builder, x, y int) {
	fmt.Fprintf(b, `<g transform="translate(%d %d)" fill="%s"><title>%s</title>`, x, y, f.color(), html.EscapeString(f.cardName()))
	fmt.Fprintf(b, `<rect width="%d" height="%d" rx="5" fill="#fff" stroke="#888"/>`, cardWidth, cardHeight)
	// A corner of more than two characters, which no real card has, is written
	// small enough to fit.
	size := ""
	if n := utf8.RuneCountInString(f.corner); n > 3 {
		size = fmt.Sprintf(` font-size="%d"`, 60/n)
	}
	fmt.Fprintf(b, `<text x="5" y="20"%s>%s</text>`, size, html.EscapeString(f.corner))
	if s, ok := suits[f.suit]; ok {
		fmt.Fprintf(b, `<path transform="translate(%d %d) scale(13)" d="%s"/>`, cardWidth/2, cardHeight*3/5, s.outline)
	}
	b.WriteString("</g>")
}
