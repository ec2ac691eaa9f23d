package draw

import (
	"fmt"
	"math"
	"strings"
)

// Plot is marks between two axes.
type Plot struct {
	X, Y Axis
	// Marks are drawn in their order, the later above the earlier.
	Marks []Mark
	// Height is that of the drawing in pixels; 0 means a usual one.
	Height float64
	// Square makes a unit equally long on both axes.
	Square bool
	// Bare leaves the axes out, for a drawing in space.
	Bare bool
}

// Mark is something drawn in a Plot: Points, Line, Ribbon, Stacks, Rule or Label.
type Mark interface {
	// extend widens the extents of the axes to what the mark covers.
	extend(x, y *extent)
	svg(c *canvas, x, y scale)
	drawBraille(g *grid)
	// legendKey is the mark's entry in the legend, with an empty name for none.
	legendKey() (name string, color Color, line bool)
}

// maxMarks bounds what a mark draws: more points than that are thinned out, since nobody
// could tell them apart.
const maxMarks = 5200

// thin returns the step at which to draw n points.
func thin(n int) int { return max(1, (n+maxMarks-1)/maxMarks) }

// Points are dots, with intervals if Low and High are as long as X.
type Points struct {
	X, Y, Low, High []float64
	Color           Color
	// Radius is in pixels; 0 means a usual one.
	Radius float64
	Hollow bool
	Name   string
	Tips   []string
}

// Line joins points in their order. A NaN breaks it.
type Line struct {
	X, Y   []float64
	Color  Color
	Width  float64
	Dashed bool
	Name   string
}

// Ribbon fills the space between two lines.
type Ribbon struct {
	X, Low, High []float64
	Color        Color
	Name         string
}

// Stacks are vertical bars from 0, with intervals if Low and High are as long as X.
type Stacks struct {
	X, Y, Low, High []float64
	Color           Color
	// Width is that of a bar on the x axis; 0 means up to the next.
	Width float64
	Name  string
	Tips  []string
}

// Rule is a straight line through the whole plot, at X or at Y, whichever isn't
// NaN.
type Rule struct {
	X, Y   float64
	Color  Color
	Dashed bool
	// Label is written at its end.
	Label string
}

// Label is a text at a point.
type Label struct {
	X, Y   float64
	Text   string
	Color  Color
	Anchor string // start, middle or end
	Bold   bool
}

func or(c, other Color) Color {
	if c == "" {
		return other
	}
	return c
}

// valueAt is xs[i], NaN beyond the end.
func valueAt(xs []float64, i int) float64 {
	if i < len(xs) {
		return xs[i]
	}
	return math.NaN()
}

func allFinite(xs ...float64) bool {
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

func (m Points) extend(x, y *extent) {
	for i := range m.X {
		if allFinite(m.X[i], valueAt(m.Y, i)) {
			x.widenBy(m.X[i])
			y.widenBy(m.Y[i], valueAt(m.Low, i), valueAt(m.High, i))
		}
	}
}

func (m Points) svg(c *canvas, x, y scale) {
	r := m.Radius
	if r == 0 {
		r = math.Max(1.4, math.Min(4, 40/math.Sqrt(float64(len(m.X)+1))))
	}
	look := paint{fill: or(m.Color, Blue)}
	if m.Hollow {
		look = paint{fill: Paper, stroke: or(m.Color, Blue), width: 1.75}
	}
	many := len(m.X) > 60 && !m.Hollow && m.Tips == nil && m.Low == nil // then one path, with short strokes as dots
	var dots strings.Builder
	for i := 0; i < len(m.X); i += thin(len(m.X)) {
		if !allFinite(m.X[i], valueAt(m.Y, i)) || !x.onScale(m.X[i]) || !y.onScale(m.Y[i]) {
			continue
		}
		px, py := x.posOf(m.X[i]), y.posOf(m.Y[i])
		if many {
			fmt.Fprintf(&dots, "M%s %sh0", n(px), n(py))
			continue
		}
		if allFinite(valueAt(m.Low, i), valueAt(m.High, i)) {
			stem(c, px, y.posOf(math.Min(y.high, m.High[i])), y.posOf(math.Max(y.low, m.Low[i])), or(m.Color, Blue))
		}
		c.circle(px, py, r, look)
		if i < len(m.Tips) {
			c.tip(px-r-2, py-r-2, 2*r+4, 2*r+4, m.Tips[i])
		}
	}
	if many {
		fmt.Fprintf(c, `<path d="%s" fill="none" stroke="%s" stroke-width="%s" stroke-linecap="round"/>`+"\n", dots.String(), or(m.Color, Blue), n(2*r))
	}
}

// stem draws a vertical interval with its ends.
func stem(c *canvas, x, top, bottom float64, color Color) {
	c.drawPath(fmt.Sprintf("M%s %sh6M%s %sv%sM%s %sh6", n(x-3), n(top), n(x), n(top), n(bottom-top), n(x-3), n(bottom)),
		paint{stroke: color, width: 1.25})
}

func (m Points) legendKey() (string, Color, bool) { return m.Name, or(m.Color, Blue), false }

func (m Line) extend(x, y *extent) {
	for i := range m.X {
		if allFinite(m.X[i], valueAt(m.Y, i)) {
			x.widenBy(m.X[i])
			y.widenBy(m.Y[i])
		}
	}
}

func (m Line) svg(c *canvas, x, y scale) {
	var d strings.Builder
	pen := "M"
	for i := 0; i < len(m.X); i += thin(len(m.X)) {
		if !allFinite(m.X[i], valueAt(m.Y, i)) {
			pen = "M"
			continue
		}
		fmt.Fprintf(&d, "%s%s %s", pen, n(x.posOf(clamp(m.X[i], x))), n(y.posOf(clamp(m.Y[i], y))))
		pen = "L"
	}
	if d.Len() == 0 {
		return
	}
	look := paint{stroke: or(m.Color, Blue), width: 2}
	if m.Width > 0 {
		look.width = m.Width
	}
	if m.Dashed {
		look.dash = "5 4"
	}
	c.drawPath(d.String(), look)
}

// clamp limits a number to a scale.
func clamp(v float64, s scale) float64 { return math.Max(s.low, math.Min(s.high, v)) }

func (m Line) legendKey() (string, Color, bool) { return m.Name, or(m.Color, Blue), true }

func (m Ribbon) extend(x, y *extent) {
	for i := range m.X {
		if allFinite(m.X[i], valueAt(m.Low, i), valueAt(m.High, i)) {
			x.widenBy(m.X[i])
			y.widenBy(m.Low[i], m.High[i])
		}
	}
}

func (m Ribbon) svg(c *canvas, x, y scale) {
	var there, back []string
	for i := 0; i < len(m.X); i += thin(len(m.X)) {
		if allFinite(m.X[i], valueAt(m.Low, i), valueAt(m.High, i)) {
			px := n(x.posOf(clamp(m.X[i], x)))
			there = append(there, px+" "+n(y.posOf(clamp(m.High[i], y))))
			back = append([]string{px + " " + n(y.posOf(clamp(m.Low[i], y)))}, back...)
		}
	}
	if len(there) > 1 {
		c.drawPath("M"+strings.Join(append(there, back...), "L")+"z", paint{fill: or(m.Color, Pale)})
	}
}

func (m Ribbon) legendKey() (string, Color, bool) { return m.Name, or(m.Color, Pale), false }

func (m Rule) extend(x, y *extent) {
	x.widenBy(m.X)
	y.widenBy(m.Y)
}

func (m Rule) svg(c *canvas, x, y scale) {
	look := paint{stroke: or(m.Color, Ink), width: 1.25}
	if m.Dashed {
		look.dash = "4 3"
	}
	w := words{size: labelSize, color: or(m.Color, Ink), tight: true}
	if allFinite(m.X) && x.onScale(m.X) {
		at := x.posOf(m.X)
		c.drawLine(at, y.from, at, y.to, look)
		w.anchor = "start"
		if at+6+textWidth(m.Label, labelSize) > x.to {
			w.anchor = "end"
			at -= 12
		}
		c.drawWords(at+6, y.to+11, w, m.Label)
	}
	if allFinite(m.Y) && y.onScale(m.Y) {
		at := y.posOf(m.Y)
		c.drawLine(x.from, at, x.to, at, look)
		w.anchor = "end"
		c.drawWords(x.to-4, at-5, w, m.Label)
	}
}

func (m Rule) legendKey() (string, Color, bool) { return "", "", false }

func (m Label) extend(x, y *extent) {
	x.widenBy(m.X)
	y.widenBy(m.Y)
}

func (m Label) svg(c *canvas, x, y scale) {
	if allFinite(m.X, m.Y) {
		c.drawWords(x.posOf(clamp(m.X, x)), y.posOf(clamp(m.Y, y)), words{size: labelSize, color: or(m.Color, Ink), anchor: m.Anchor, bold: m.Bold, tight: true}, m.Text)
	}
}

func (m Label) legendKey() (string, Color, bool) { return "", "", false }
