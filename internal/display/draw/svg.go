package draw

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// The measures of a picture, in pixels. JupyterLab leaves it 356 of a page of 480,
// where the smallest text is still 9 pixels high.
const (
	Width      = 480
	margin     = 16
	titleSize  = 15.5
	wordSize   = 13
	labelSize  = 12
	lineHeight = 1.38
)

const fonts = `system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`

// SVG is the picture as a document that needs nothing from elsewhere.
func (f *Figure) SVG() string { return f.document(false) }

// document is the SVG, with texts under the pointer or without.
func (f *Figure) document(hover bool) string {
	c := &canvas{hover: hover}
	y := float64(margin)
	block := func(s string, size float64, color Color, bold bool) {
		room := Width - 2.0*margin
		if bold {
			room /= boldWider
		}
		for _, line := range wrap(s, size, room) {
			y += size
			c.text(margin, y, words{size: size, color: color, bold: bold}, line)
			y += size * (lineHeight - 1)
		}
	}
	block(f.Title, titleSize, Ink, true)
	if f.Lead != "" {
		y += 2
		block(f.Lead, wordSize, Muted, false)
	}
	if f.Chart != nil {
		y += 12
		c.dx, c.dy = margin, y
		fmt.Fprintf(c, `<g transform="translate(%d %s)">`, margin, n(y))
		y += f.Chart.svg(c, Width-2*margin)
		c.WriteString("</g>")
		y += 10
	}
	for _, note := range f.Notes {
		y += 3
		block(note, wordSize, Muted, false)
	}
	if f.Verdict != "" {
		y += 3
		block(f.Verdict, wordSize, Ink, true)
	}
	return card(f.Title, f.alt(), c, y+margin-4)
}

// Card puts what another package has drawn, in a box of this size, on a card.
func Card(title, alt, shapes string, width, height float64) string {
	c := &canvas{}
	room := Width - 2.0*margin
	high := room * height / width
	fmt.Fprintf(c, `<svg x="%d" y="%d" width="%s" height="%s" viewBox="0 0 %s %s" overflow="visible">%s</svg>`,
		margin, margin, n(room), n(high), n(width), n(height), shapes)
	return card(title, alt, c, high+2*margin)
}

// card is the whole document.
func card(title, alt string, c *canvas, height float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%s" viewBox="0 0 %d %s" role="img" font-family="%s">`,
		Width, n(height), Width, n(height), fonts)
	fmt.Fprintf(&b, "<title>%s</title><desc>%s</desc>\n", escape(title), escape(alt))
	ground := canvas{}
	ground.rect(0.5, 0.5, Width-1, height-1, paint{fill: Paper, stroke: Edge, round: 6})
	b.WriteString(ground.String())
	b.WriteString(c.String())
	if c.tips.Len() > 0 {
		b.WriteString(`<g fill="none" pointer-events="all">` + c.tips.String() + `</g>`)
	}
	b.WriteString("</svg>")
	return b.String()
}

// HTML shows the picture with a description, and with texts under the pointer if
// it has some. JupyterLab shows SVG as an image, in which nothing can be pointed at,
// so an SVG with texts is an object; a viewer that allows no objects (GitHub, VS
// Code, a notebook that isn't trusted) drops the tag and keeps what is in it, the
// image.
func (f *Figure) HTML() string {
	live, still := f.document(true), f.document(false)
	page := Image(still, f.alt())
	if live == still {
		return page
	}
	return fmt.Sprintf(`<object type="image/svg+xml" data="%s" aria-label="%s" %s>%s</object>`, dataURL(live), escape(f.alt()), fitting, page)
}

// fitting shrinks a picture to a narrow page. A page whose colours are dark would put
// a white ground behind an object whose colours are light, at its round corners too.
const fitting = `style="max-width:100%;height:auto;color-scheme:light"`

// Image is an SVG as an image in HTML. Unlike the SVG alone it has a description in
// all viewers, and is shown in notebooks that aren't trusted.
func Image(svg, alt string) string {
	return fmt.Sprintf(`<img src="%s" alt="%s" %s>`, dataURL(svg), escape(alt), fitting)
}

func dataURL(svg string) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))
}
