package draw

import (
	"fmt"
	"math"
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
func (f *Figure) SVG() string {
	c, height := f.layout()
	return card(f.Title, f.alt(), c, height)
}

// layout draws everything but the card.
func (f *Figure) layout() (c *canvas, height float64) {
	c = &canvas{}
	y := float64(margin)
	block := func(s string, size float64, color Color, bold bool) {
		room := Width - 2.0*margin
		if bold {
			room /= boldWider
		}
		for _, line := range wrapLines(s, size, room) {
			y += size
			c.drawWords(margin, y, words{size: size, color: color, bold: bold}, line)
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
		y += f.Chart.drawSVG(c, Width-2*margin)
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
	return c, math.Ceil(y + margin - 4) // otherwise an image of it is blurred
}

// Card puts what another package has drawn, in a box of this size, on a card.
func Card(title, alt, shapes string, width, height float64) string {
	c := &canvas{}
	room := Width - 2.0*margin
	high := room * height / width
	fmt.Fprintf(c, `<svg x="%d" y="%d" width="%s" height="%s" viewBox="0 0 %s %s" overflow="visible">%s</svg>`,
		margin, margin, n(room), n(high), n(width), n(height), shapes)
	return card(title, alt, c, math.Ceil(high+2*margin))
}

// card is the whole document.
func card(title, alt string, c *canvas, height float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%s" viewBox="0 0 %d %s" role="img" font-family="%s" font-size="%d">`,
		Width, n(height), Width, n(height), fonts, labelSize)
	fmt.Fprintf(&b, "<title>%s</title><desc>%s</desc>\n", escape(title), escape(alt))
	ground := canvas{}
	ground.rect(0.5, 0.5, Width-1, height-1, paint{fill: Paper, stroke: Edge, round: 6})
	b.WriteString(ground.String())
	b.WriteString(c.String())
	b.WriteString("</svg>")
	return b.String()
}

// HTML shows the picture with a description, and with texts under the pointer if
// it has some. The parts of an image can't be pointed at, so the texts are the titles of
// empty elements that lie over it. A viewer that drops their styles (GitHub, a notebook
// that isn't trusted) shows the image alone.
func (f *Figure) HTML() string {
	c, height := f.layout()
	image := imageElement(ownURL(card(f.Title, f.alt(), c, height)), f.alt())
	if len(c.areas) == 0 {
		return image
	}
	var b strings.Builder
	b.WriteString(`<div style="position:relative;display:inline-block;max-width:100%">` + image + `<div aria-hidden="true">`)
	for _, a := range c.areas {
		a.html(&b, height)
	}
	b.WriteString("</div></div>")
	return b.String()
}

// html writes an area, in percents of a picture of this height, so that it shrinks
// with it.
func (a area) html(b *strings.Builder, height float64) {
	place := fmt.Sprintf("position:absolute;left:%s%%;top:%s%%;width:%s%%;height:%s%%",
		precise(100*a.x/Width), precise(100*a.y/height), precise(100*a.w/Width), precise(100*a.h/height))
	if len(a.tips) == 1 {
		fmt.Fprintf(b, `<i title="%s" style="%s"></i>`, escape(a.tips[0].text), place)
		return
	}
	fmt.Fprintf(b, `<div style="%s;display:grid;grid-template-columns:repeat(%d,1fr);grid-auto-rows:1fr">`, place, a.columns)
	for _, t := range a.tips {
		wide := ""
		if t.span > 1 {
			wide = fmt.Sprintf(` style="grid-column:span %d"`, t.span)
		}
		fmt.Fprintf(b, `<i title="%s"%s></i>`, escape(t.text), wide)
	}
	b.WriteString("</div>")
}

// Image is an SVG as an image in HTML. Unlike the SVG alone it has a description in
// all viewers, and is shown in notebooks that aren't trusted.
func Image(svg, alt string) string { return imageElement(anyURL(svg), alt) }

func imageElement(address, alt string) string {
	return fmt.Sprintf(`<img src="data:image/svg+xml;charset=utf-8,%s" alt="%s" style="display:block;max-width:100%%;height:auto">`, address, escape(alt))
}

// ownURL and anyURL write an SVG as an address in an attribute of HTML. That is a quarter
// shorter than base64, and small changes stay small. In what this package draws quotes
// are only around attributes: they change places, since in a notebook's JSON a double one
// costs two bytes.
func ownURL(svg string) string {
	return strings.NewReplacer("%", "%25", "#", "%23", "<", "%3C", ">", "%3E", "&", "%26", "\n", "%0A", "'", "%22", `"`, "'").Replace(svg)
}

func anyURL(svg string) string {
	return strings.NewReplacer("%", "%25", "#", "%23", "<", "%3C", ">", "%3E", "&", "%26", "\n", "%0A", "\r", "%0D", "\t", "%09", `"`, "%22").Replace(svg)
}
