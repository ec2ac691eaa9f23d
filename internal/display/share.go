package display

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"riffle/internal/display/draw"
	"riffle/shuffle/games"
	"riffle/shuffle/trials"
)

// shareBar is a share with its interval as a bar.
func shareBar(label string, s trials.Share) draw.Bar {
	low, high := s.Interval()
	return draw.Bar{
		Label: label, Value: s.Value(), Low: low, High: high, Cells: []string{s.Percent(), s.Range()}, Beside: s.Percent(),
		Tip: fmt.Sprintf("%s: %s of %s, %v", label, draw.Number(float64(s.Hits)), draw.Number(float64(s.Runs)), s),
	}
}

// countBar is a share with its count and interval as a bar.
func countBar(s trials.Share) draw.Bar {
	low, high := s.Interval()
	return draw.Bar{Value: s.Value(), Low: low, High: high, Cells: []string{draw.Number(float64(s.Hits)), s.Percent(), s.Range()}, Beside: s.Percent()}
}

// bare takes the interval from a bar: that of one that was picked for being far off
// misses far more often than it promises.
func bare(b draw.Bar) draw.Bar {
	b.Low, b.High, b.Cells = 0, 0, b.Cells[:len(b.Cells)-1]
	b.Tip = b.Label + ": " + strings.Join(b.Cells, ", ")
	return b
}

// shareFigure draws one share with its interval.
func shareFigure(s trials.Share) *draw.Figure {
	f := &draw.Figure{Title: "Share", Lead: s.String()}
	if s.Runs == 0 || s.Hits < 0 || s.Hits > s.Runs {
		return f
	}
	low, high := s.Interval()
	f.Lead = fmt.Sprintf("%s of %s", draw.Number(float64(s.Hits)), countedWhat(s.Runs, "run"))
	f.Verdict = s.String()
	f.Words = s.String()
	f.Chart = &draw.Gauge{
		Axis:  draw.Axis{Max: 1, Format: percentTick},
		Value: s.Value(), Low: low, High: high, Name: "95 % interval",
	}
	return f
}

// estimate draws a mean with its interval.
func estimate(e trials.Estimate) *draw.Figure {
	f := &draw.Figure{Title: "Mean", Lead: e.String(), Words: e.String()}
	if e.Runs < 2 || math.IsNaN(e.Error()) || math.IsInf(e.Error(), 0) {
		return f
	}
	low, high := e.Interval()
	f.Lead = "of " + countedWhat(e.Runs, "number")
	f.Verdict = fmt.Sprintf("%v, standard deviation %s", e, fourDigits(e.Deviation))
	f.Chart = &draw.Gauge{Value: e.Mean, Low: low, High: high, Name: "95 % interval"}
	return f
}

// fourDigits is a number with four digits or all of its whole ones.
func fourDigits(x float64) string {
	if math.Abs(x) >= 1000 {
		x = math.Round(x)
	}
	return draw.Number(x)
}

const (
	// maxOutcomes is how many outcomes get a bar each.
	maxOutcomes = 24
	// maxBins is how many columns the outcomes of a longer list make.
	maxBins = 100
)

// resultFigure draws the outcomes of an experiment.
func resultFigure(r *trials.Result) *draw.Figure {
	f := &draw.Figure{Title: "Outcomes"}
	f.Lead, f.Notes = lead(r.Summary())
	switch {
	case len(r.Outcomes) == 0 && r.Numbers && r.Runs > 1 && !math.IsInf(r.Mean.Error(), 0):
		f.Title = "Mean"
		low, high := r.Mean.Interval()
		f.Words = r.String()
		f.Chart = &draw.Gauge{Value: r.Mean.Mean, Low: low, High: high, Name: "95 % interval"}
	case len(r.Outcomes) == 0:
		return f
	case len(r.Outcomes) <= maxOutcomes:
		f.Chart = outcomeBars(r.Outcomes)
	case r.Numbers:
		f.Chart = outcomeBins(r)
	default:
		list := slices.Clone(r.Outcomes)
		slices.SortStableFunc(list, func(a, b trials.Outcome) int { return cmp.Compare(b.Hits, a.Hits) })
		bars := outcomeBars(list[:maxOutcomes])
		for i := range bars.Rows {
			bars.Rows[i] = bare(bars.Rows[i])
		}
		bars.Rows = append(bars.Rows, draw.Bar{Break: fmt.Sprintf("… and %s less frequent ones …", draw.Number(float64(len(list)-maxOutcomes)))})
		f.Chart = bars
	}
	return f
}

func outcomeBars(outcomes []trials.Outcome) *draw.Bars {
	b := &draw.Bars{Axis: draw.Axis{Format: percentTick}}
	for _, o := range outcomes {
		b.Rows = append(b.Rows, shareBar(fmt.Sprint(o.Value), o.Share))
	}
	return b
}

// outcomeBins draws many numbers as columns of equal width.
func outcomeBins(r *trials.Result) draw.Chart {
	var x []float64
	for _, o := range r.Outcomes {
		v, ok := outcomeNumber(o.Value)
		if !ok {
			return outcomeBars(r.Outcomes[:maxOutcomes])
		}
		x = append(x, v)
	}
	low, high := slices.Min(x), slices.Max(x)
	width := math.Max(1, math.Ceil((high-low+1)/maxBins))
	bins := draw.Stacks{Width: width}
	hits := map[int]int{}
	for i, v := range x {
		hits[int((v-low)/width)] += r.Outcomes[i].Hits
	}
	for bin := 0; float64(bin)*width <= high-low; bin++ {
		from := low + float64(bin)*width
		s := trials.Share{Hits: hits[bin], Runs: r.Runs}
		bins.X, bins.Y = append(bins.X, from+(width-1)/2), append(bins.Y, s.Value())
		what := draw.Number(from)
		if width > 1 {
			what += " to " + draw.Number(from+width-1)
		}
		bins.Tips = append(bins.Tips, fmt.Sprintf("%s: %v", what, s))
	}
	y := draw.Axis{Label: "share of runs", Format: percentTick}
	if width > 1 {
		y.Label = fmt.Sprintf("share of runs, by %s", draw.Number(width))
	}
	mean := draw.Rule{X: r.Mean.Mean, Y: math.NaN(), Color: draw.Orange, Dashed: true, Label: "mean"}
	return &draw.Plot{X: draw.Axis{Label: "outcome", Whole: true}, Y: y, Marks: []draw.Mark{bins, mean}}
}

// outcomeNumber is an outcome as a float64.
func outcomeNumber(v any) (float64, bool) {
	switch rv := reflect.ValueOf(v); {
	case rv.CanInt():
		return float64(rv.Int()), true
	case rv.CanUint():
		return float64(rv.Uint()), true
	case rv.CanFloat():
		return rv.Float(), true
	}
	return 0, false
}

// battleResult draws how games of Battle ended.
func battleResult(b *games.BattleResult) *draw.Figure {
	f := &draw.Figure{Title: "How games of Battle end"}
	f.Lead, f.Notes = lead(b.Summary())
	if b.Games == 0 {
		return f
	}
	bars := &draw.Bars{Axis: draw.Axis{Format: percentTick}}
	for i, s := range []trials.Share{b.Player1, b.Player2, b.Draw, b.Infinite} {
		bars.Rows = append(bars.Rows, shareBar([]string{"player 1 wins", "player 2 wins", "draw", "never ends"}[i], s))
	}
	bars.Rows[3].Color = draw.Orange
	f.Chart = bars
	return f
}
