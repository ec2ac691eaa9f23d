package display

import (
	"fmt"
	"math"

	"riffle/internal/display/draw"
	std "riffle/stdlib/display"
)

const (
	// maxPoints is how many points of a series are drawn: a picture has 440 pixels
	// across.
	maxPoints = 4000
	// maxUpright is how many bars stand beside each other without names that are
	// read sideways; fewer, or with longer names, lie below each other.
	maxUpright = 24
)

// chart draws the numbers of a chart.
func chart(c std.ChartSpec) *draw.Figure {
	f := &draw.Figure{Title: c.Title}
	if len(c.Series) == 1 && c.Series[0].Kind == "bars" && !c.LogX {
		f.Chart = chartBars(c, &f.Notes)
	} else {
		f.Chart = chartPlot(c, &f.Notes)
	}
	if f.Title == "" {
		f.Alt = "A chart."
	}
	return f
}

// chartBars draws names with their numbers.
func chartBars(c std.ChartSpec, notes *[]string) draw.Chart {
	s := c.Series[0]
	bars := &draw.Bars{Axis: draw.Axis{Label: c.Y}}
	if c.LogY {
		bars.Axis.Ticks = decades(s.Y)
	}
	lost := 0
	for i, y := range s.Y {
		bar := draw.Bar{Label: s.Labels[i], Value: y, Cells: []string{draw.Number(y)}}
		bar.Tip = s.Labels[i] + ": " + draw.Number(y)
		if c.LogY {
			bar.Value = logOf(y)
		}
		if !isFinite(bar.Value) {
			lost++
			bar.Value = math.NaN()
		}
		bars.Rows = append(bars.Rows, bar)
	}
	noteLost(notes, lost, c.LogY)
	return bars
}

// chartPlot draws series between two axes.
func chartPlot(c std.ChartSpec, notes *[]string) draw.Chart {
	p := &draw.Plot{X: draw.Axis{Label: c.X}, Y: draw.Axis{Label: c.Y}}
	var allX, allY []float64
	lost, points := 0, 0
	for i, s := range c.Series {
		xs, ys := scaled(s.X, c.LogX), scaled(s.Y, c.LogY)
		lost += s.Missed
		for j := range xs {
			if !isFinite(xs[j]) || !isFinite(ys[j]) {
				lost++
			}
		}
		if c.LogX {
			allX = append(allX, s.X...)
		}
		if c.LogY {
			allY = append(allY, s.Y...)
		}
		points = max(points, len(xs))
		color := draw.Series[i%len(draw.Series)]
		p.Marks = append(p.Marks, seriesMark(s, xs, ys, color))
		if dots := lone(xs, ys); s.Kind == "line" && len(dots.X) > 0 {
			dots.Color = color
			p.Marks = append(p.Marks, dots)
		}
		if s.Kind == "bars" {
			for j, label := range s.Labels[:min(len(s.Labels), maxUpright)] {
				p.X.Ticks = append(p.X.Ticks, draw.Tick{At: float64(j), Label: label})
			}
		}
	}
	p.X.Whole, p.Y.Whole = wholeNumbers(c)
	if c.LogX {
		p.X.Ticks = decades(allX)
	}
	if c.LogY {
		p.Y.Ticks = decades(allY)
	}
	noteLost(notes, lost, c.LogX || c.LogY)
	if points > maxPoints {
		*notes = append(*notes, fmt.Sprintf("%s points, thinned out.", draw.Number(float64(points))))
	}
	return p
}

// wholeNumbers reports whether an axis has nothing but integers, between which no tick
// means anything.
func wholeNumbers(c std.ChartSpec) (x, y bool) {
	whole := func(list []float64) bool {
		for _, v := range list {
			if isFinite(v) && v != math.Trunc(v) {
				return false
			}
		}
		return true
	}
	x, y = true, true
	for _, s := range c.Series {
		x, y = x && whole(s.X), y && whole(s.Y)
	}
	return x, y
}

// seriesMark is a series as a mark of a plot.
func seriesMark(s std.Series, xs, ys []float64, color draw.Color) draw.Mark {
	switch s.Kind {
	case "points":
		xs, ys = everySo(xs, ys)
		return draw.Points{X: xs, Y: ys, Color: color, Name: s.Name}
	case "bars", "histogram":
		m := draw.Stacks{X: xs, Y: ys, Color: color, Name: s.Name, Width: s.Width}
		if s.Kind == "bars" {
			m.Width = 1
		}
		for i := range xs {
			m.Tips = append(m.Tips, draw.Number(s.X[i])+": "+draw.Number(s.Y[i]))
			if i < len(s.Labels) {
				m.Tips[i] = s.Labels[i] + ": " + draw.Number(s.Y[i])
			}
		}
		return m
	}
	xs, ys = peaks(xs, ys)
	return draw.Line{X: xs, Y: ys, Color: color, Name: s.Name}
}

// lone are the points of a line that have no neighbour to be joined with.
func lone(xs, ys []float64) (p draw.Points) {
	there := func(i int) bool { return i >= 0 && i < len(xs) && isFinite(xs[i]) && isFinite(ys[i]) }
	for i := range xs {
		if there(i) && !there(i-1) && !there(i+1) {
			p.X, p.Y = append(p.X, xs[i]), append(p.Y, ys[i])
		}
	}
	p.X, p.Y = everySo(p.X, p.Y)
	p.Radius = 2.5
	return p
}

// everySo keeps every nth point of a long series.
func everySo(xs, ys []float64) (x, y []float64) {
	step := (len(xs) + maxPoints - 1) / maxPoints
	if step <= 1 {
		return xs, ys
	}
	for i := 0; i < len(xs); i += step {
		x, y = append(x, xs[i]), append(y, ys[i])
	}
	return x, y
}

// peaks keeps the least and the greatest of each stretch of a long line, which looks
// as the whole one does: a single peak stays.
func peaks(xs, ys []float64) (x, y []float64) {
	if len(xs) <= maxPoints {
		return xs, ys
	}
	step := (2*len(xs) + maxPoints - 1) / maxPoints
	for from := 0; from < len(xs); from += step {
		low, high := from, from
		for i := from; i < min(from+step, len(xs)); i++ {
			if !(ys[i] >= ys[low]) && isFinite(ys[i]) {
				low = i
			}
			if !(ys[i] <= ys[high]) && isFinite(ys[i]) {
				high = i
			}
		}
		for _, i := range []int{min(low, high), max(low, high)} {
			x, y = append(x, xs[i]), append(y, ys[i])
		}
	}
	return x, y
}

func scaled(list []float64, log bool) []float64 {
	if !log {
		return list
	}
	out := make([]float64, len(list))
	for i, v := range list {
		out[i] = logOf(v)
	}
	return out
}

// logOf is the decimal logarithm, NaN where there is none.
func logOf(v float64) float64 {
	if !(v > 0) {
		return math.NaN()
	}
	return math.Log10(v)
}

// decades are the powers of ten among some numbers, with 2 and 5 times them if they are
// few.
func decades(list []float64) []draw.Tick {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range list {
		if l := logOf(v); isFinite(l) {
			low, high = math.Min(low, l), math.Max(high, l)
		}
	}
	if low > high {
		return []draw.Tick{}
	}
	from, to := int(math.Floor(low)), int(math.Ceil(high))
	step := max(1, (to-from+7)/8)
	factors := []float64{1}
	if to-from <= 2 {
		factors = []float64{1, 2, 5}
	}
	ticks := []draw.Tick{}
	for e := from; e <= to; e += step {
		for _, f := range factors {
			v := f * math.Pow10(e)
			ticks = append(ticks, draw.Tick{At: math.Log10(v), Label: draw.Short(v)})
		}
	}
	return ticks
}

// noteLost says how many numbers aren't drawn.
func noteLost(notes *[]string, lost int, log bool) {
	if lost == 0 {
		return
	}
	why := "NaN or infinite"
	if log {
		why = "not above 0, NaN or infinite"
	}
	*notes = append(*notes, fmt.Sprintf("%s left out: %s.", countedWhat(lost, "number"), why))
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
