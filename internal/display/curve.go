package display

import (
	"fmt"
	"math"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
	"riffle/shuffle/trials"
)

const curveTitle = "How riffles approach a fair shuffle"

// riffleAxes are the axes of the curves.
func riffleAxes(riffles int) (x, y draw.Axis) {
	return draw.Axis{Label: "riffles", Max: float64(max(1, riffles)), Whole: true},
		draw.Axis{Label: "total variation distance from a fair shuffle", Max: 1, Format: func(d float64) string { return fmt.Sprintf("%.1f", d) }}
}

// curve draws the exact distance with its cut-off: the first number of riffles that
// brings it under one half.
func curve(c fair.Curve) *draw.Figure {
	f := &draw.Figure{Title: curveTitle}
	f.Lead, f.Notes = lead(c.Summary())
	if len(c.Distance) == 0 {
		return f
	}
	line, rows := exactLine(c)
	line.Name = ""
	x, y := riffleAxes(len(c.Distance) - 1)
	p := &draw.Plot{X: x, Y: y, Marks: []draw.Mark{half}}
	if m, ok := c.Enough(belowHalf); ok {
		p.Marks = append(p.Marks, cutOff(m))
	}
	dots := draw.Points{X: line.X, Y: line.Y, Radius: 3.5}
	for m, d := range c.Distance {
		dots.Tips = append(dots.Tips, fmt.Sprintf("%s: %.4g", countedWhat(m, "riffle"), d))
	}
	p.Marks = append(p.Marks, line, dots)
	f.Chart = draw.Stack{{Chart: p, Picture: true}, {Chart: rows, Terminal: true}}
	return f
}

// belowHalf is the largest number below one half.
var belowHalf = math.Nextafter(0.5, 0)

// half marks one half.
var half = draw.Rule{X: math.NaN(), Y: 0.5, Color: draw.Muted, Dashed: true}

// cutOff marks the number of riffles that are enough.
func cutOff(m int) draw.Mark {
	return draw.Rule{X: float64(m), Y: math.NaN(), Color: draw.Orange, Dashed: true, Label: "cut-off: " + countedWhat(m, "riffle")}
}

// exactLine is the curve as a line, and as bars for a terminal.
func exactLine(c fair.Curve) (draw.Line, *draw.Bars) {
	line := draw.Line{Name: "exact"}
	rows := &draw.Bars{Axis: draw.Axis{Max: 1}, Expected: 0.5, Legend: "one half"}
	for m, d := range c.Distance {
		line.X, line.Y = append(line.X, float64(m)), append(line.Y, d)
		rows.Rows = append(rows.Rows, draw.Bar{Label: fmt.Sprintf("%7d", m), Cells: []string{fmt.Sprintf("%.3f", d)}, Value: d})
	}
	return line, rows
}

// maxExact bounds cards times riffles of the exact curve beside a sampled one: a
// longer one takes seconds.
const maxExact = 4000

// sampledCurve draws estimates with their intervals, and the exact curve if that is
// quick.
func sampledCurve(s fair.SampledCurve) *draw.Figure {
	f := &draw.Figure{Title: curveTitle}
	f.Lead, f.Notes = lead(s.Summary())
	if s.Runs == 0 || len(s.Favoured) == 0 {
		return f
	}
	x, y := riffleAxes(len(s.Favoured) - 1)
	p := &draw.Plot{X: x, Y: y, Marks: []draw.Mark{half}}
	dots := draw.Points{Color: draw.Orange, Radius: 3.5, Name: "sampled, with 95 % intervals"}
	rows := &draw.Bars{Axis: draw.Axis{Max: 1}, Expected: 0.5, Legend: "one half"}
	for m := range s.Favoured {
		d, low, high := s.Distance(m)
		dots.X, dots.Y = append(dots.X, float64(m)), append(dots.Y, d)
		dots.Low, dots.High = append(dots.Low, low), append(dots.High, high)
		dots.Tips = append(dots.Tips, fmt.Sprintf("%s: %.3f, 95 %% interval %.3f to %.3f", countedWhat(m, "riffle"), d, low, high))
		rows.Rows = append(rows.Rows, draw.Bar{Label: fmt.Sprintf("%7d", m), Cells: []string{fmt.Sprintf("%.3f", d), fmt.Sprintf("%.3f to %.3f", low, high)}, Value: d, Color: draw.Orange})
	}
	if s.Cards*len(s.Favoured) <= maxExact {
		c := fair.RiffleCurve(s.Cards, len(s.Favoured)-1)
		line, _ := exactLine(c)
		if m, ok := c.Enough(belowHalf); ok {
			p.Marks = append(p.Marks, cutOff(m))
		}
		p.Marks = append(p.Marks, line)
		for m, d := range c.Distance {
			rows.Rows[m].Cells = append(rows.Rows[m].Cells, fmt.Sprintf("exactly %.3f", d))
		}
	}
	p.Marks = append(p.Marks, dots)
	f.Chart = draw.Stack{{Chart: p, Picture: true}, {Chart: rows, Terminal: true}}
	return f
}

// maxStems is how many intervals are drawn one by one.
const maxStems = 80

// cutSample draws where decks were cut beside the law, with the interval that 19 of
// 20 samples keep within at each place.
func cutSample(s fair.CutSample) *draw.Figure {
	f := &draw.Figure{Title: "Where the deck is cut", Lead: s.String()}
	if s.Runs == 0 || len(s.Counts) != s.Cards+1 {
		return f
	}
	law := fair.CutLaw(s.Cards)
	bars := draw.Stacks{Name: "sample", Width: 1}
	line := draw.Line{Color: draw.Orange, Width: 1.75, Name: "law"}
	band := draw.Points{Color: draw.Orange, Radius: 1.75, Name: "law, and 19 of 20 samples"}
	middle, spread := float64(s.Cards)/2, math.Max(3, 2.5*math.Sqrt(float64(s.Cards)))
	for cut, count := range s.Counts {
		x, p, share := float64(cut), nearestFloat(law[cut]), float64(count)/float64(s.Runs)
		if math.Abs(x-middle) > spread && count == 0 {
			continue
		}
		bars.X, bars.Y = append(bars.X, x), append(bars.Y, share)
		bars.Tips = append(bars.Tips, fmt.Sprintf("after %s: %s of %s, the law gives %.3g %%", countedWhat(cut, "card"), draw.Number(float64(count)), draw.Number(float64(s.Runs)), 100*p))
		line.X, line.Y = append(line.X, x), append(line.Y, p)
		low, high := trials.Usual(p, s.Runs)
		band.X, band.Y = append(band.X, x), append(band.Y, p)
		band.Low, band.High = append(band.Low, low), append(band.High, high)
	}
	marks := []draw.Mark{bars, band}
	if len(bars.X) > maxStems {
		edges := draw.Ribbon{X: band.X, Low: band.Low, High: band.High, Color: "#f6cfa6", Name: "19 of 20 samples"}
		marks = []draw.Mark{edges, bars, line}
	}
	f.Chart = &draw.Plot{
		X: draw.Axis{Label: "cards cut off the top", Whole: true}, Y: draw.Axis{Label: "share of cuts", Format: percentTick},
		Marks: marks,
	}
	return f
}
