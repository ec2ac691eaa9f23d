package draw

import (
	"math"
)

// maxThick is the thickness of the widest column, in pixels.
const maxThick = 60

func (m Stacks) extend(x, y *extent) {
	half := m.stackWidth() / 2
	for i := range m.X {
		if allFinite(m.X[i], valueAt(m.Y, i)) {
			x.widenBy(m.X[i]-half, m.X[i]+half)
			y.widenBy(0, m.Y[i], valueAt(m.Low, i), valueAt(m.High, i))
		}
	}
}

// stackWidth is the distance to the nearest neighbour.
func (m Stacks) stackWidth() float64 {
	if m.Width > 0 {
		return m.Width
	}
	width := math.Inf(1)
	for i := 1; i < len(m.X); i++ {
		if d := math.Abs(m.X[i] - m.X[i-1]); d > 0 {
			width = math.Min(width, d)
		}
	}
	if math.IsInf(width, 0) {
		return 1
	}
	return width
}

func (m Stacks) svg(c *canvas, x, y scale) {
	thick := math.Abs(x.posOf(x.low+m.stackWidth()) - x.from)
	gap := 0.0
	if thick > 5 {
		gap = math.Min(3, thick*0.14)
	}
	draw := math.Min(maxThick, thick-gap)
	for i := 0; i < len(m.X); i += thin(len(m.X)) {
		if !allFinite(m.X[i], valueAt(m.Y, i)) {
			continue
		}
		middle := x.posOf(m.X[i])
		zero, top := y.posOf(clamp(0, y)), y.posOf(clamp(m.Y[i], y))
		c.rect(middle-draw/2, math.Min(zero, top), draw, math.Abs(zero-top), paint{fill: or(m.Color, Blue)})
		if allFinite(valueAt(m.Low, i), valueAt(m.High, i)) && thick >= 5 {
			stem(c, middle, y.posOf(clamp(m.High[i], y)), y.posOf(clamp(m.Low[i], y)), Ink)
		}
		if i < len(m.Tips) {
			c.tip(middle-thick/2, y.to, thick, y.from-y.to, m.Tips[i])
		}
	}
}

func (m Stacks) legendKey() (string, Color, bool) { return m.Name, or(m.Color, Blue), false }

// extents are the ranges that all marks cover together.
func (p *Plot) extents() (x, y extent) {
	for _, m := range p.Marks {
		m.extend(&x, &y)
	}
	return x, y
}

const plotHeight = 240

// arrowRoom is the space for the arrow after the name of an axis.
const arrowRoom = 20

// drawSVG draws the plot: first the grid, then the marks, then the axes' words.
func (p *Plot) drawSVG(c *canvas, width float64) float64 {
	ex, ey := p.extents()
	if !ex.some || !ey.some {
		c.drawWords(0, 14, words{size: wordSize, color: Muted}, "nothing to show")
		return 20
	}
	height := p.Height
	if height == 0 {
		height = plotHeight
	}
	top := p.legend(c, width)
	if p.Y.Label != "" && !p.Bare {
		c.drawWords(0, top+10, words{size: labelSize, color: Muted, bold: true}, ellipsize("↑ "+p.Y.Label, labelSize, width/boldWider))
		top += 20
	}
	left, right := p.axisSpace(ey, height), width-6
	if p.Bare {
		left = 6
	}
	x, y := p.X.axisScale(ex, left, right), p.Y.axisScale(p.air(ey), top+height, top+4)
	if p.Square {
		x, y = square(x, y)
		y.from, y.to = y.from-(y.to-top-4), top+4 // what the width doesn't allow is cut off the bottom
	}
	if !p.Bare {
		p.grid(c, x, y)
	}
	for _, m := range p.Marks {
		m.svg(c, x, y)
	}
	if p.Bare {
		return y.from
	}
	bottom := y.from + 16
	if p.X.Label != "" {
		c.drawWords(right, bottom+16, words{size: labelSize, color: Muted, anchor: "end", bold: true}, ellipsize(p.X.Label, labelSize, (right-arrowRoom)/boldWider)+" →")
		bottom += 18
	}
	return bottom + 4
}

// air leaves some space above the highest mark.
func (p *Plot) air(e extent) extent {
	if !p.Square && !p.Bare {
		e.high += (e.high - e.low) * 0.04
		if e.low != 0 {
			e.low -= (e.high - e.low) * 0.04
		}
	}
	return e
}

// axisSpace is the space for the numbers of the y axis.
func (p *Plot) axisSpace(e extent, height float64) float64 {
	widest := 12.0
	for _, t := range p.Y.ticks(p.Y.axisScale(p.air(e), height, 0), 5) {
		widest = math.Max(widest, textWidth(t.Label, labelSize))
	}
	return math.Min(widest, 120) + 12
}

// square makes a unit equally long on both scales, and centres x.
func square(x, y scale) (scale, scale) {
	unit := math.Min((x.to-x.from)/(x.high-x.low), (y.from-y.to)/(y.high-y.low))
	middle := (x.from + x.to) / 2
	half := unit * (x.high - x.low) / 2
	x.from, x.to = middle-half, middle+half
	y.to = y.from - unit*(y.high-y.low)
	return x, y
}

// grid draws lines at the ticks with their numbers.
func (p *Plot) grid(c *canvas, x, y scale) {
	tick := words{size: labelSize, color: Muted, anchor: "end"}
	for _, t := range p.Y.ticks(y, 5) {
		c.drawLine(x.from, y.posOf(t.At), x.to, y.posOf(t.At), paint{stroke: Grid})
		c.drawWords(x.from-6, y.posOf(t.At)+4, tick, ellipsize(t.Label, labelSize, 120))
	}
	tick.anchor = "middle"
	last := math.Inf(-1)
	for _, t := range p.X.ticks(x, int((x.to-x.from)/48)) {
		at, half := x.posOf(t.At), textWidth(t.Label, labelSize)/2
		if p.Square {
			c.drawLine(at, y.from, at, y.to, paint{stroke: Grid})
		}
		c.drawLine(at, y.from, at, y.from+4, paint{stroke: Muted})
		if at-half > last+4 {
			c.drawWords(at, y.from+16, tick, t.Label)
			last = at + half
		}
	}
	if p.Square {
		c.rect(x.from, y.to, x.to-x.from, y.from-y.to, paint{stroke: Edge})
	}
	c.drawLine(x.from, y.from, x.to, y.from, paint{stroke: Muted})
}

// legend draws the marks' names above the plot, and returns where it ends.
func (p *Plot) legend(c *canvas, width float64) float64 {
	x, y := 0.0, 0.0
	for _, m := range p.Marks {
		name, color, line := m.legendKey()
		if name == "" {
			continue
		}
		name = ellipsize(name, labelSize, width-30)
		long := 24 + textWidth(name, labelSize) + 14
		if x > 0 && x+long > width {
			x, y = 0, y+18
		}
		if line {
			c.drawLine(x, y+8, x+16, y+8, paint{stroke: color, width: 2.5})
		} else if r, ok := m.(Points); ok && !r.Hollow {
			c.circle(x+8, y+8, 4, paint{fill: color})
		} else if ok {
			c.circle(x+8, y+8, 3.5, paint{fill: Paper, stroke: color, width: 1.75})
		} else {
			c.rect(x+2, y+3, 12, 10, paint{fill: color})
		}
		c.drawWords(x+21, y+12, words{size: labelSize, color: Ink}, name)
		x += long
	}
	if x == 0 {
		return y
	}
	return y + 24
}
