package display

import (
	"fmt"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
)

// combinations draws how often each combination of a lottery comes beside the fair
// share; of many the extremes.
func combinations(c *fair.Combinations) *draw.Figure {
	title := "How often each combination comes up, exactly"
	if !c.Exact() {
		title = "How often each combination came up"
	}
	f := &draw.Figure{Title: title, Verdict: verdictOf(c.Verdict())}
	f.Lead, f.Notes = lead(c.Summary())
	if c.Len() == 0 || f.Lead == "" {
		return f
	}
	o := orderPicture{what: "combinations", runs: c.Runs, chance: c.IsFair(), fair: nearestFloat(c.Fair()), fairText: "fair: 1/" + draw.Number(float64(c.Len()))}
	o.bar = func(numbers []int) draw.Bar {
		p := c.Share(numbers...)
		if c.Exact() {
			return draw.Bar{Cells: []string{fraction(p), fmt.Sprintf("%.4f %%", 100*nearestFloat(p))}, Value: nearestFloat(p)}
		}
		return countBar(c.Sampled(numbers...))
	}
	most, least, between := c.Extremes()
	var list []listed
	for _, numbers := range append(most, least...) {
		list = append(list, listed{order: numbers})
	}
	if between > 0 {
		f.Chart = o.bars(list, between)
	} else {
		f.Chart = o.bars(list)
	}
	return f
}
