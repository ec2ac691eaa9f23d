package draw

import (
	"fmt"
	"math"
)

// Rho is a sequence that ends in a cycle, or ends: a tail and a loop, like the
// Greek letter.
type Rho struct {
	// Tail is how many steps lead to the cycle, or to the end, and Cycle how many go
	// round it; 0 means no cycle.
	Tail, Cycle int
	// Step is the name of a step, as in "trick".
	Step string
	// Start and End name the first state, and the last one of a sequence without a
	// cycle.
	Start, End string
	// Mark is the number of a state to be marked, 0 for none, and Marked what it is.
	Mark   int
	Marked string
}

const (
	loopRadius = 74.0
	tailDots   = 24
	loopDots   = 40
)

func (r *Rho) drawSVG(c *canvas, width float64) float64 {
	if r.Cycle <= 0 {
		return r.straight(c, width)
	}
	cx, cy := width-loopRadius-70, loopRadius+24
	join := cx - loopRadius
	every := max(1, (r.Tail+tailDots-1)/tailDots, (r.Cycle+loopDots-1)/loopDots)
	from := join
	if r.Tail > 0 {
		from = math.Max(14, join-math.Max(130, float64(r.Tail)/float64(every)*14))
		c.drawLine(from, cy, join, cy, paint{stroke: Blue, width: 2})
	}
	c.circle(cx, cy, loopRadius, paint{stroke: Orange, width: 2.5})
	r.arrow(c, cx, cy)
	for i := every; i < r.Tail; i += every {
		c.circle(from+(join-from)*float64(i)/float64(r.Tail), cy, 2.75, paint{fill: Blue})
	}
	for i := 0; i < r.Cycle; i += every {
		x, y := r.statePos(i, cx, cy)
		c.circle(x, y, 2.75, paint{fill: Orange})
	}
	r.writePartNames(c, cx, cy, from, join)
	if every > 1 {
		c.drawWords(2, cy+loopRadius+20, words{size: labelSize, color: Muted}, fmt.Sprintf("a dot every %s %ss", Number(float64(every)), r.Step))
	}
	return 2*loopRadius + 50
}

// statePos is the position of the i-th state of the cycle: clockwise from the left.
func (r *Rho) statePos(i int, cx, cy float64) (x, y float64) {
	angle := math.Pi + 2*math.Pi*float64(i)/float64(r.Cycle)
	return cx + loopRadius*math.Cos(angle), cy + loopRadius*math.Sin(angle)
}

// arrow shows the direction at the top of the loop.
func (r *Rho) arrow(c *canvas, cx, cy float64) {
	c.drawPath(fmt.Sprintf("M%s %sl-9 -6v12z", n(cx+6), n(cy-loopRadius)), paint{fill: Orange})
}

// writePartNames writes the names of the parts.
func (r *Rho) writePartNames(c *canvas, cx, cy, from, join float64) {
	steps := func(k int) string {
		if k == 1 {
			return "1 " + r.Step
		}
		return Number(float64(k)) + " " + r.Step + "s"
	}
	middle := words{size: wordSize, color: Ink, anchor: "middle", bold: true}
	c.drawWords(cx, cy-3, middle, "cycle of")
	c.drawWords(cx, cy+14, middle, steps(r.Cycle))
	c.circle(from, cy, 5, paint{fill: Ink})
	if r.Tail > 0 {
		middle.bold = false
		text := "tail of " + steps(r.Tail)
		c.drawWords(math.Max(textWidth(text, wordSize)/2, (from+join)/2), cy-12, middle, text)
		c.circle(join, cy, 5, paint{fill: Paper, stroke: Ink, width: 2})
	}
	if r.Tail > 0 {
		c.drawWords(math.Max(2, from-5), cy+20, words{size: labelSize, color: Muted}, r.Start)
	} else { // below would be inside the loop
		c.drawWords(from-12, cy+4, words{size: labelSize, color: Muted, anchor: "end"}, r.Start)
	}
	if r.Mark > 0 && r.Mark >= r.Tail {
		x, y := r.statePos((r.Mark-r.Tail)%r.Cycle, cx, cy)
		c.circle(x, y, 6, paint{fill: Paper, stroke: Violet, width: 2.5})
		c.drawWords(cx, cy+loopRadius+20, words{size: labelSize, color: Violet, anchor: "middle"}, r.Marked)
	}
}

// straight draws a sequence that ends.
func (r *Rho) straight(c *canvas, width float64) float64 {
	const y = 34.0
	from, to := 14.0, width-14
	c.drawLine(from, y, to, y, paint{stroke: Blue, width: 2})
	every := max(1, (r.Tail+2*tailDots-1)/(2*tailDots))
	for i := every; i < r.Tail; i += every {
		c.circle(from+(to-from)*float64(i)/float64(r.Tail), y, 2.75, paint{fill: Blue})
	}
	c.circle(from, y, 5, paint{fill: Ink})
	c.rect(to-6, y-6, 12, 12, paint{fill: Ink})
	label := words{size: labelSize, color: Muted}
	c.drawWords(2, y+22, label, r.Start)
	label.anchor, label.color = "end", Ink
	c.drawWords(width, y+22, label, r.End)
	label.anchor, label.color = "middle", Muted
	if every > 1 {
		c.drawWords(width/2, y-16, label, fmt.Sprintf("a dot every %s %ss", Number(float64(every)), r.Step))
	}
	return y + 28
}
