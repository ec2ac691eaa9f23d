package draw

import (
	"fmt"
	"math"
	"strings"

	"riffle/internal/display/cols"
)

// Bars are horizontal bars, one per row, with numbers beside them.
type Bars struct {
	Rows []Bar
	// Axis is what the bars measure, from 0.
	Axis Axis
	// Expected is a line across all bars, if it isn't 0, and Legend says what it is.
	Expected float64
	Legend   string
	// Intervals says what the intervals of the bars are; empty if there are none.
	Intervals string
}

// Bar is a row of Bars.
type Bar struct {
	Label string
	// Cells are the numbers beside the bar in a terminal. A picture shows Beside, or
	// the last of them if it is empty.
	Cells  []string
	Beside string
	Value  float64
	// Low and High bound the value's interval; if both are 0 there is none.
	Low, High float64
	// Color is the bar's, Blue if it is empty.
	Color Color
	// Tip says more under the pointer.
	Tip string
	// Break makes the row a line of text in place of rows that are left out.
	Break string
}

func (b Bar) color() Color {
	if b.Color == "" {
		return Blue
	}
	return b.Color
}

func (b Bar) interval() bool { return b.Low != 0 || b.High != 0 }

// barLabel is what a picture writes beside the bar.
func (b Bar) barLabel() string {
	if b.Beside == "" && len(b.Cells) > 0 {
		return b.Cells[len(b.Cells)-1]
	}
	return b.Beside
}

// maxBars is how many rows are drawn; a last line counts the rest.
const maxBars = 400

func (b *Bars) barRows() []Bar {
	if len(b.Rows) <= maxBars {
		return b.Rows
	}
	left := len(b.Rows) - maxBars + 1
	return append(b.Rows[:maxBars-1:maxBars-1], Bar{Break: "… and " + Number(float64(left)) + " more …"})
}

func (b *Bars) barScale(from, to float64) scale {
	e := extent{0, 0, true}
	for _, row := range b.barRows() {
		e.widenBy(row.Value, row.High, row.Low)
	}
	e.widenBy(b.Expected)
	if b.Axis.Min == 0 && b.Axis.Max == 0 && e.high > 0 {
		e.high += (e.high - e.low) * 0.02
	}
	return b.Axis.axisScale(e, from, to)
}

const (
	barRow   = 22.0
	barThick = 14.0
)

func (b *Bars) drawSVG(c *canvas, width float64) float64 {
	rows := b.barRows()
	if len(rows) == 0 {
		c.drawWords(0, 14, words{size: wordSize, color: Muted}, "nothing to show")
		return 20
	}
	left, right := 0.0, 0.0
	for _, row := range rows {
		left = math.Max(left, textWidth(row.Label, wordSize))
		right = math.Max(right, textWidth(row.barLabel(), labelSize))
	}
	left, right = math.Min(left, width*0.34)+10, math.Min(right, width*0.3)+10
	s := b.barScale(left, width-right)
	top := 4.0
	if b.Legend != "" {
		top = 20
	}
	bottom := top + barRow*float64(len(rows))
	for _, t := range b.Axis.ticks(s, 5) {
		c.drawLine(s.posOf(t.At), top, s.posOf(t.At), bottom, paint{stroke: Grid})
		c.drawWords(s.posOf(t.At), bottom+14, words{size: labelSize, color: Muted, anchor: "middle"}, t.Label)
	}
	if b.Expected != 0 && s.onScale(b.Expected) {
		x := s.posOf(b.Expected)
		c.drawLine(x, top-2, x, bottom, paint{stroke: Ink, width: 1.5, dash: "4 3"})
		legendAt(c, x, top-7, width, b.Legend)
	}
	for i, row := range rows {
		b.drawRow(c, s, row, top+barRow*float64(i), left, width, right)
	}
	return b.foot(c, left, width-right, bottom+14)
}

// drawRow draws one bar with its label, interval and number.
func (b *Bars) drawRow(c *canvas, s scale, row Bar, y, left, width, right float64) {
	middle := y + barRow/2
	if row.Break != "" {
		c.drawWords(left, middle+4, words{size: labelSize, color: Muted, tight: true}, row.Break)
		return
	}
	c.drawWords(left-8, middle+4, words{size: wordSize, color: Ink, anchor: "end"}, ellipsize(row.Label, wordSize, left-10))
	c.drawWords(width-right+8, middle+4, words{size: labelSize, color: Muted}, ellipsize(row.barLabel(), labelSize, right-8))
	if value := math.Max(s.low, math.Min(s.high, row.Value)); !math.IsNaN(value) {
		zero := s.posOf(math.Max(0, s.low))
		c.rect(math.Min(zero, s.posOf(value)), middle-barThick/2, math.Abs(s.posOf(value)-zero), barThick, paint{fill: row.color(), round: 1.5})
	}
	if row.interval() {
		whisker(c, s, row.Low, row.High, middle)
	}
	c.tip(0, y, width, barRow, row.Tip)
}

// whisker draws an interval with its ends, in ink over a halo that sets it off from the
// bar.
func whisker(c *canvas, s scale, low, high, y float64) {
	if math.IsNaN(low) || math.IsNaN(high) {
		return
	}
	x1, x2 := s.posOf(math.Max(s.low, low)), s.posOf(math.Min(s.high, high))
	d := fmt.Sprintf("M%s %sv6M%s %sh%sM%s %sv6", n(x1), n(y-3), n(x1), n(y), n(x2-x1), n(x2), n(y-3))
	c.drawPath(d, paint{stroke: Paper, width: 3.5})
	c.drawPath(d, paint{stroke: Ink, width: 1.25})
}

// legendAt writes a line's legend above its end, within the picture.
func legendAt(c *canvas, x, y, width float64, s string) {
	half := textWidth(s, labelSize) / 2
	c.drawWords(math.Max(half, math.Min(width-half, x)), y, words{size: labelSize, color: Ink, anchor: "middle"}, s)
}

// foot names the axis and explains the intervals.
func (b *Bars) foot(c *canvas, left, right, y float64) float64 {
	if b.Axis.Label != "" {
		y += 16
		c.drawWords((left+right)/2, y, words{size: labelSize, color: Muted, anchor: "middle", bold: true}, b.Axis.Label)
	}
	if b.Intervals != "" {
		y += 16
		c.drawWords((left+right)/2, y, words{size: labelSize, color: Muted, anchor: "middle"}, "├┤ "+b.Intervals)
	}
	return y + 4
}

// renderText writes a row for each bar: its label, its numbers, and a bar of blocks, in
// which the expected value is a line.
func (b *Bars) renderText(p *page) {
	rows := b.barRows()
	if len(rows) == 0 {
		p.sayParagraph(look{}, "nothing to show")
		return
	}
	labels, widths := b.widths(rows)
	width := p.width - labels - 2
	for _, w := range widths {
		width -= w + 2
	}
	s := b.barScale(0, float64(max(4, min(40, width))))
	for _, row := range rows {
		if row.Break != "" {
			p.sayParagraph(look{faint: true}, row.Break)
			continue
		}
		p.putChars(look{}, padded(cols.Clip(row.Label, labels), labels))
		for i, w := range widths {
			cell := ""
			if i < len(row.Cells) {
				cell = row.Cells[i]
			}
			p.putChars(look{}, "  "+strings.Repeat(" ", max(0, w-cols.Of(cell)))+cell)
		}
		p.putChars(look{}, "  ")
		p.bar(s, row.Value, b.Expected, row.color())
		p.endLine()
	}
	var key []string
	if b.Expected != 0 && b.Legend != "" {
		key = append(key, "│ "+b.Legend)
	}
	if b.Intervals != "" {
		key = append(key, "the range is a "+b.Intervals)
	}
	p.sayParagraph(look{faint: true}, strings.Join(key, "; "))
}

func padded(s string, columns int) string {
	return s + strings.Repeat(" ", max(0, columns-cols.Of(s)))
}

// widths are the widths of the labels and of each column of numbers.
func (b *Bars) widths(rows []Bar) (labels int, cells []int) {
	for _, row := range rows {
		labels = max(labels, min(30, cols.Of(row.Label)))
		for i, cell := range row.Cells {
			if i == len(cells) {
				cells = append(cells, 0)
			}
			cells[i] = max(cells[i], cols.Of(cell))
		}
	}
	return labels, cells
}

// bar writes a bar of blocks, in eighths of a column, with a line at the expected
// value.
func (p *page) bar(s scale, value, expected float64, color Color) {
	eighths := []rune(" ▏▎▍▌▋▊▉")
	length := 0
	if !math.IsNaN(value) {
		length = int(math.Round(8 * (s.posOf(math.Max(s.low, math.Min(s.high, value))) - s.from)))
	}
	bar := []rune(strings.Repeat("█", length/8))
	if length%8 > 0 {
		bar = append(bar, eighths[length%8])
	}
	line := int(s.posOf(expected))
	if expected == 0 || !s.onScale(expected) || line < len(bar) {
		p.putChars(look{color: color}, string(bar))
		return
	}
	p.putChars(look{color: color}, string(bar))
	p.putChars(look{}, strings.Repeat(" ", line-len(bar))+"│")
}
