package draw

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// canvas collects the shapes of an SVG. It uses attributes only: viewers that
// don't trust a notebook drop style sheets and scripts.
type canvas struct {
	strings.Builder
	areas  []area  // that say something under the pointer
	dx, dy float64 // where the chart lies, for areas
}

// n is a coordinate: a tenth of a pixel is enough.
func n(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "0"
	}
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

// escape makes text that XML can hold: other characters are left out.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return html.EscapeString(s)
}

// paint is how a shape looks.
type paint struct {
	fill, stroke Color
	width        float64 // of the stroke, 1 if it is 0
	dash         string
	opacity      float64 // 1 if it is 0
	round        float64 // radius of a rectangle's corners
}

func (p paint) attributes() string {
	s := ` fill="none"`
	if p.fill != "" {
		s = fmt.Sprintf(` fill="%s"`, p.fill)
	}
	if p.stroke != "" {
		s += fmt.Sprintf(` stroke="%s"`, p.stroke)
	}
	if p.width != 0 {
		s += fmt.Sprintf(` stroke-width="%s"`, n(p.width))
	}
	if p.dash != "" {
		s += fmt.Sprintf(` stroke-dasharray="%s"`, p.dash)
	}
	if p.opacity != 0 {
		s += fmt.Sprintf(` opacity="%s"`, n(p.opacity))
	}
	return s
}

func (c *canvas) rect(x, y, w, h float64, p paint) {
	round := ""
	if p.round > 0 {
		round = fmt.Sprintf(` rx="%s"`, n(p.round))
	}
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s"%s%s/>`+"\n", n(x), n(y), n(max(0, w)), n(max(0, h)), round, p.attributes())
}

func (c *canvas) drawLine(x1, y1, x2, y2 float64, p paint) {
	fmt.Fprintf(c, `<line x1="%s" y1="%s" x2="%s" y2="%s"%s/>`+"\n", n(x1), n(y1), n(x2), n(y2), strings.TrimPrefix(p.attributes(), ` fill="none"`))
}

func (c *canvas) circle(x, y, r float64, p paint) {
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="%s"%s/>`+"\n", n(x), n(y), n(r), p.attributes())
}

func (c *canvas) drawPath(d string, p paint) {
	fmt.Fprintf(c, `<path d="%s"%s/>`+"\n", d, p.attributes())
}

// words are text to be placed.
type words struct {
	size   float64
	color  Color
	anchor string // start, middle or end
	bold   bool
	tight  bool // on a ground that lines may cross: with a halo of paper
}

// attributes are the SVG attributes of a text, or of a group of texts.
func (w words) attributes() string {
	more := fmt.Sprintf(` fill="%s"`, w.color)
	if w.size != labelSize { // which the document has
		more += fmt.Sprintf(` font-size="%s"`, n(w.size))
	}
	if w.anchor != "" && w.anchor != "start" {
		more += fmt.Sprintf(` text-anchor="%s"`, w.anchor)
	}
	if w.bold {
		more += ` font-weight="600"`
	}
	if w.tight {
		more += fmt.Sprintf(` stroke="%s" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`, Paper)
	}
	return more
}

func (c *canvas) drawWords(x, y float64, w words, s string) { c.placed(x, y, w.attributes(), s) }

func (c *canvas) placed(x, y float64, attributes, s string) {
	fmt.Fprintf(c, `<text x="%s" y="%s"%s>%s</text>`+"\n", n(x), n(y), attributes, escape(s))
}

// drawGroup writes shapes that share attributes.
func (c *canvas) drawGroup(attributes string, shapes *canvas) {
	fmt.Fprintf(c, "<g%s>%s</g>\n", attributes, shapes)
}

// precise writes a factor that many coordinates are multiplied by.
func precise(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }

// area is a rectangle cut into cells of equal size, row by row, each with a text that is
// shown while the pointer is over it.
type area struct {
	x, y, w, h float64
	columns    int
	tips       []tip
}

// tip is a text for a number of columns.
type tip struct {
	text string
	span int
}

// tip shows a text while the pointer is over a rectangle.
func (c *canvas) tip(x, y, w, h float64, s string) {
	if s != "" {
		c.tips(x, y, w, h, 1, []tip{{s, 1}})
	}
}

// tips shows texts while the pointer is over the cells of a rectangle.
func (c *canvas) tips(x, y, w, h float64, columns int, tips []tip) {
	c.areas = append(c.areas, area{x + c.dx, y + c.dy, w, h, columns, tips})
}
