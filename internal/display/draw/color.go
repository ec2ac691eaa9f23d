package draw

import (
	"math"
	"strconv"
)

// Color is a colour as "#rrggbb"; "" is no colour.
type Color string

// The palette. Blue and orange, the two hues that all common kinds of colour vision
// tell apart, carry the meaning; no two marks differ by red against green.
// Colours of text have a contrast of at least 4.5:1 on the paper, those of marks
// 3:1.
const (
	Paper  Color = "#ffffff"
	Edge   Color = "#d5d9de" // the card's border
	Grid   Color = "#e9ebee"
	Ink    Color = "#1d2127"
	Muted  Color = "#5a626d" // words of second rank
	Blue   Color = "#1f6fb5"
	Orange Color = "#be5409"
	Violet Color = "#5d2183"
	Teal   Color = "#149588"
	Pale   Color = "#d6e6f5" // a ribbon, behind Blue
	Plain  Color = "#7d8793" // neither more nor less than expected
)

// Series are the colours of several lines or groups, in this order.
var Series = []Color{Blue, Orange, Violet, Teal, Ink}

// Diverging goes from blue, for less than expected, over a light grey to orange,
// for more.
var Diverging = []Color{
	"#0a3a75", "#2468ae", "#6ba3d9", "#bad5ee", "#f3f3f0",
	"#fbd2a3", "#ee9444", "#be5409", "#7c2f05",
}

// None fills a cell without a value.
const None Color = "#c9ccd1"

// rgb returns the three parts, 0 to 255.
func (c Color) rgb() (r, g, b float64) {
	n, err := strconv.ParseUint(string(c[min(1, len(c)):]), 16, 32)
	if err != nil {
		return 0, 0, 0
	}
	return float64(n >> 16 & 255), float64(n >> 8 & 255), float64(n & 255)
}

// luminance is the relative luminance of WCAG 2, 0 to 1.
func (c Color) luminance() float64 {
	r, g, b := c.rgb()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// linear takes the gamma off an sRGB value of 0 to 255.
func linear(v float64) float64 {
	if v /= 255; v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// contrast is the contrast ratio of WCAG 2, 1 to 21.
func contrast(a, b Color) float64 {
	x, y := a.luminance()+0.05, b.luminance()+0.05
	return max(x, y) / min(x, y)
}

// textColorOn is the colour of text on a ground: the better of ink and paper.
func textColorOn(ground Color) Color {
	if contrast(Ink, ground) >= contrast(Paper, ground) {
		return Ink
	}
	return Paper
}

// xterm is the nearest colour of a terminal's cube of 6 by 6 by 6, as its number.
func (c Color) xterm() int {
	r, g, b := c.rgb()
	step := func(v float64) int {
		levels := []float64{0, 95, 135, 175, 215, 255}
		best := 0
		for i, l := range levels {
			if math.Abs(l-v) < math.Abs(levels[best]-v) {
				best = i
			}
		}
		return best
	}
	return 16 + 36*step(r) + 6*step(g) + step(b)
}
