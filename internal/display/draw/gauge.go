package draw

import (
	"math"
	"strings"
)

// Gauge is a number with its interval on a line.
type Gauge struct {
	Axis             Axis
	Value, Low, High float64
	// Name says what the interval is.
	Name string
}

func (g *Gauge) gaugeScale(from, to float64) scale {
	var e extent
	e.widenBy(g.Value, g.Low, g.High)
	room := math.Max(e.high-e.low, 1e-12*math.Abs(e.high)) * 1.2
	e.low, e.high = e.low-room, e.high+room
	if g.Axis.Max > g.Axis.Min { // bounds of the possible values
		e.low, e.high = math.Max(e.low, g.Axis.Min), math.Min(e.high, g.Axis.Max)
	}
	return Axis{}.axisScale(e, from, to)
}

func (g *Gauge) drawSVG(c *canvas, width float64) float64 {
	if !allFinite(g.Value) {
		c.drawWords(0, 14, words{size: wordSize, color: Muted}, "nothing to show")
		return 20
	}
	const y = 26.0
	s := g.gaugeScale(20, width-20)
	c.drawLine(s.from, y+14, s.to, y+14, paint{stroke: Muted})
	axis := g.Axis
	axis.Min, axis.Max = 0, 0
	last := math.Inf(-1)
	for _, t := range axis.ticks(s, 6) {
		x, half := s.posOf(t.At), textWidth(t.Label, labelSize)/2
		c.drawLine(x, y+14, x, y+18, paint{stroke: Muted})
		if x-half > last+6 {
			c.drawWords(x, y+30, words{size: labelSize, color: Muted, anchor: "middle"}, t.Label)
			last = x + half
		}
	}
	if allFinite(g.Low, g.High) {
		low, high := s.posOf(clamp(g.Low, s)), s.posOf(clamp(g.High, s))
		c.drawPath("M"+n(low)+" "+n(y-6)+"v12M"+n(low)+" "+n(y)+"H"+n(high)+"M"+n(high)+" "+n(y-6)+"v12", paint{stroke: Blue, width: 2})
		c.drawWords((low+high)/2, y-12, words{size: labelSize, color: Muted, anchor: "middle"}, g.Name)
	}
	c.circle(s.posOf(clamp(g.Value, s)), y, 5, paint{fill: Blue})
	return y + 36
}

// renderText draws the interval on a line of 60 columns, or fewer in a narrower terminal.
func (g *Gauge) renderText(p *page) {
	if !allFinite(g.Value, g.Low, g.High) {
		return
	}
	last := min(60, p.width) - 1
	s := g.gaugeScale(0, float64(last))
	low, middle, high := int(s.posOf(clamp(g.Low, s))), int(s.posOf(clamp(g.Value, s))), int(s.posOf(clamp(g.High, s)))
	line := []rune(strings.Repeat("·", low) + "├" + strings.Repeat("─", max(0, high-low-1)) + "┤" + strings.Repeat("·", max(0, last-high)))
	if middle < len(line) {
		line[middle] = '●'
	}
	p.putChars(look{color: Blue}, string(line))
	p.endLine()
}
