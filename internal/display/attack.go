package display

import (
	"fmt"
	"math"
	"strings"

	"riffle/internal/display/draw"
	"riffle/shuffle/crack"
	"riffle/shuffle/fair"
)

// bet draws the probability of each first card.
func bet(b *crack.Bet) *draw.Figure {
	f := &draw.Figure{Title: "Which card comes first", Words: b.String()}
	if b.Card < 1 || b.Card > len(b.P) {
		return f
	}
	f.Verdict = capital(strings.ReplaceAll(b.String(), "\n", ", ")) + "."
	fairShare := 1 / float64(len(b.P))
	bars := draw.Stacks{Color: draw.Plain, Width: 1}
	best := draw.Stacks{Color: draw.Orange, Width: 1}
	for i, p := range b.P {
		to := &bars
		if i+1 == b.Card {
			to = &best
		}
		to.X, to.Y = append(to.X, float64(i+1)), append(to.Y, nearestFloat(p))
		to.Tips = append(to.Tips, fmt.Sprintf("card %d: %s = %.4g %%", i+1, fraction(p), 100*nearestFloat(p)))
	}
	f.Chart = &draw.Plot{
		X: draw.Axis{Label: "card", Whole: true}, Y: draw.Axis{Label: "probability of being on top", Format: percentTick},
		Marks: []draw.Mark{bars, best, draw.Rule{X: math.NaN(), Y: fairShare, Dashed: true, Label: fmt.Sprintf("fair: 1/%d", len(b.P))}},
	}
	return f
}

// seeds draws the deck that was found out: the cards seen, those that are certain, and
// those that differ from seed to seed.
func seeds(s *crack.Seeds) *draw.Figure {
	f := &draw.Figure{Title: "The deck that was found out", Words: s.String()}
	if len(s.Seeds) == 0 {
		return f
	}
	verb := "fit"
	if len(s.Seeds) == 1 {
		verb = "fits"
	}
	f.Lead = fmt.Sprintf("%s of %s %s what was seen", countedWhat(len(s.Seeds), "seed"), draw.Number(float64(s.Tried)), verb)
	const across = 13
	b := &draw.Boxes{}
	known := func(i int) bool { return i < len(s.Known) && s.Known[i] != 0 }
	for i, card := range s.Sure() {
		if i%across == 0 {
			b.Rows = append(b.Rows, draw.BoxRow{})
		}
		box := draw.Box{Text: fmt.Sprint(card), Ground: settled}
		switch {
		case card == 0:
			box = draw.Box{Text: "?", Empty: true}
		case known(i):
			box.Ground, box.Bold = draw.Blue, true
		}
		row := &b.Rows[len(b.Rows)-1]
		row.Boxes = append(row.Boxes, box)
	}
	f.Chart = b
	f.Notes = []string{"From the top: blue cards were seen, pale ones follow from the seed, ? differ from seed to seed."}
	return f
}

// generatorReport draws how unlikely each test's result is for true randomness, in
// powers of ten.
func generatorReport(r *fair.GeneratorReport) *draw.Figure {
	f := &draw.Figure{Title: "How random the generator looks", Words: r.String(), Verdict: verdictOf(r.Verdict())}
	f.Lead, f.Notes = lead(r.Summary())
	if len(r.Tests) == 0 {
		return f
	}
	const most = 16
	bars := surprises(most, 3+math.Log10(float64(len(r.Tests))))
	for _, t := range r.Tests {
		bar := surprise(bars, t.Name, "p =", t.P)
		bar.Tip = fmt.Sprintf("%s: chi-square %.1f of %d, %s", t.Name, t.ChiSquare, t.Freedom, bar.Cells[0])
		bars.Rows = append(bars.Rows, bar)
	}
	f.Chart = bars
	return f
}

// surprises has bars for p-values, in powers of ten.
func surprises(most, fails float64) *draw.Bars {
	return &draw.Bars{
		Axis:     draw.Axis{Label: "surprise: x for p = 10 to the power of −x", Max: most},
		Expected: fails, Legend: "fails beyond",
	}
}

// surprise is a bar of it.
func surprise(bars *draw.Bars, name, is string, p float64) draw.Bar {
	most := bars.Axis.Max
	bar := draw.Bar{Label: name, Value: math.Min(most, -math.Log10(p)), Color: draw.Plain, Cells: []string{fmt.Sprintf("%s %.2g", is, p)}}
	if p < math.Pow(10, -most) {
		bar.Cells[0] = fmt.Sprintf("p < 10^-%.0f", most)
	}
	if bar.Value > bars.Expected {
		bar.Color = draw.Orange
	}
	return bar
}

// jointReport draws the same for the tests of a shuffle or a lottery.
func jointReport(r *fair.JointReport) *draw.Figure {
	f := &draw.Figure{Title: "What many tests together find", Words: r.String(), Verdict: verdictOf(r.Verdict())}
	f.Lead, f.Notes = lead(r.Summary())
	if len(r.Tests) == 0 {
		return f
	}
	const most = 30
	bars := surprises(most, 6+math.Log10(float64(len(r.Tests))))
	for _, t := range r.Tests {
		bar := surprise(bars, t.Name, "p ≤", t.P)
		bar.Tip = t.Name + ": " + bar.Cells[0]
		if t.Example != "" {
			bar.Tip += ", " + t.Example
		}
		bars.Rows = append(bars.Rows, bar)
	}
	f.Chart = bars
	return f
}
