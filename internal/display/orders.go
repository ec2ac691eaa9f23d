package display

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"riffle/internal/display/draw"
	"riffle/shuffle/fair"
	"riffle/shuffle/trials"
)

const (
	// maxListed is the most orders that get a bar each: those of four cards.
	maxListed = 24
	// extremes is how many get one at each end of a longer list.
	extremes = 6
	// maxExactOrders is the most cards whose exact probabilities are all drawn: of
	// more it takes seconds.
	maxExactOrders = 8
	// maxDots is the most orders that get a dot each; of more, those that begin
	// with the same cards are summed up.
	maxDots = 5200
)

// distribution draws exact probabilities of orders beside the fair share.
func distribution(d *fair.Distribution) *draw.Figure {
	if d.N() == 0 && d.Len() == 0 {
		return &draw.Figure{Verdict: d.String()}
	}
	f := &draw.Figure{Title: "How often each order comes up, exactly", Verdict: verdictOf(d.Verdict())}
	f.Lead, f.Notes = lead(d.Summary())
	if d.N() > maxExactOrders {
		f.Words = d.String()
		return f
	}
	o := orderPicture{n: d.N(), fair: nearestFloat(d.Fair()), fairText: "fair: " + fraction(d.Fair())}
	counts := d.ShowsCounts()
	o.bar = func(order []int) draw.Bar {
		p := d.P(order...)
		cells := []string{fraction(p), fmt.Sprintf("%.4f %%", 100*nearestFloat(p))}
		if counts {
			cells = append([]string{countOf(d.Count(order...), d.Total())}, cells...)
		}
		return draw.Bar{Cells: cells, Value: nearestFloat(p)}
	}
	o.shares = func(yield func([]int, float64) bool) {
		for _, order := range permutations(d.N()) {
			if !yield(order, nearestFloat(d.P(order...))) {
				return
			}
		}
	}
	f.Chart = o.chart()
	return f
}

// countOf writes a count, as in "1,296 of 46,656".
func countOf(count, total *big.Int) string {
	return draw.Number(nearestInt(count)) + " of " + draw.Number(nearestInt(total))
}

// nearestInt is an integer as a real.
func nearestInt(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

// orderCounts draws the shares of a sample with their intervals beside the fair
// share.
func orderCounts(h *fair.OrderCounts) *draw.Figure {
	f := &draw.Figure{Title: "How often each order came up", Verdict: verdictOf(h.Verdict())}
	f.Lead, f.Notes = lead(h.Summary())
	if h.Runs == 0 {
		return f
	}
	all := 1
	for i := range h.Cards {
		all *= i + 1
	}
	o := orderPicture{n: h.Cards, runs: h.Runs, chance: !h.Unfair(), fair: 1 / float64(all), fairText: "fair: 1/" + draw.Number(float64(all))}
	o.bar = func(order []int) draw.Bar { return countBar(h.Share(order...)) }
	o.shares = func(yield func([]int, float64) bool) {
		for order, count := range h.All() {
			if !yield(order, float64(count)/float64(h.Runs)) {
				return
			}
		}
	}
	f.Chart = o.chart()
	return f
}

// orderPicture is what the pictures of exact and of sampled orders share.
type orderPicture struct {
	what     string // what is counted, "orders" if it is empty
	n, runs  int    // runs is 0 for exact probabilities
	chance   bool   // nothing is there that chance doesn't explain
	fair     float64
	fairText string
	bar      func(order []int) draw.Bar
	shares   iter.Seq2[[]int, float64] // of all orders, lexicographically
}

// chart is a bar for each order, or for many a dot for each and bars for the
// extremes.
func (o orderPicture) chart() draw.Chart {
	all := 1
	for k := range o.n {
		all *= k + 1
	}
	if all <= maxListed {
		return o.bars(o.eachOrder())
	}
	group := 1
	for k := 2; all/group > maxDots; k++ {
		group *= k
	}
	sums, ends := o.survey(all, group)
	return draw.Stack{{Chart: o.dots(sums, group), Picture: true}, {Chart: o.bars(ends, all-len(ends))}}
}

// listed is an order and its share.
type listed struct {
	order []int
	share float64
}

// eachOrder lists all orders.
func (o orderPicture) eachOrder() (list []listed) {
	for order, share := range o.shares {
		list = append(list, listed{slices.Clone(order), share})
	}
	return list
}

// survey goes through all orders once. It returns the sums of the shares of each
// group, and the orders with the largest and the smallest shares, the first of
// equal ones.
func (o orderPicture) survey(all, group int) (sums []float64, ends []listed) {
	var most, least []listed
	sums = make([]float64, 0, all/group)
	i := 0
	for order, share := range o.shares {
		if i%group == 0 {
			sums = append(sums, 0)
		}
		sums[len(sums)-1] += share
		i++
		most = insertExtreme(most, order, share, func(a, b float64) bool { return a > b })
		least = insertExtreme(least, order, share, func(a, b float64) bool { return a < b })
	}
	slices.SortStableFunc(least, func(a, b listed) int { return cmp.Compare(b.share, a.share) })
	return sums, append(most, least...)
}

// insertExtreme puts an order into a list of the extreme ones, if it belongs there.
func insertExtreme(list []listed, order []int, share float64, before func(a, b float64) bool) []listed {
	if len(list) == extremes && !before(share, list[extremes-1].share) {
		return list
	}
	at := slices.IndexFunc(list, func(l listed) bool { return before(share, l.share) })
	if at < 0 {
		at = len(list)
	}
	list = slices.Insert(list, at, listed{slices.Clone(order), share})
	return list[:min(extremes, len(list))]
}

// bars draws some orders, with a number of others left out in the middle, and if there
// are none with intervals.
func (o orderPicture) bars(list []listed, left ...int) *draw.Bars {
	b := &draw.Bars{Axis: draw.Axis{Format: percentTick}, Expected: o.fair, Legend: o.fairText}
	if o.runs > 0 && len(left) == 0 {
		b.Intervals = "95 % interval"
	}
	for i, l := range list {
		if len(left) > 0 && i == extremes {
			b.Rows = append(b.Rows, draw.Bar{Break: fmt.Sprintf("… %s %s between …", draw.Number(float64(left[0])), cmp.Or(o.what, "orders"))})
		}
		bar := o.bar(l.order)
		bar.Label = joinBlanks(l.order)
		bar.Color = o.color(bar)
		bar.Tip = bar.Label + ": " + strings.Join(bar.Cells, ", ")
		if len(left) > 0 && o.runs > 0 {
			bar = bare(bar)
		}
		b.Rows = append(b.Rows, bar)
	}
	return b
}

// color is orange for an order that comes up too often, blue for one that is too
// rare, and grey for one as a fair shuffle has it: for a sample, whose interval
// holds the fair share, or whose differences are all within chance.
func (o orderPicture) color(b draw.Bar) draw.Color {
	low, high := b.Value, b.Value
	if o.runs > 0 {
		low, high = b.Low, b.High
	}
	const rounding = 1e-12
	switch {
	case o.chance:
		return draw.Plain
	case low > o.fair*(1+rounding):
		return draw.Orange
	case high < o.fair*(1-rounding):
		return draw.Blue
	}
	return draw.Plain
}

// dots draws each order, or each group of orders that begin alike, as a dot at its
// share in multiples of the fair one.
func (o orderPicture) dots(sums []float64, group int) *draw.Plot {
	x := draw.Axis{Label: "orders of the cards by their first card", Max: float64(len(sums))}
	if group > 1 {
		x.Label = fmt.Sprintf("orders by their first card (a dot sums up %s)", draw.Number(float64(group)))
	}
	for card := range o.n {
		x.Ticks = append(x.Ticks, draw.Tick{At: float64(card * (len(sums) / o.n)), Label: fmt.Sprintf("%d …", card+1)})
	}
	p := &draw.Plot{X: x, Y: draw.Axis{Label: "times the fair share"}, Height: 200}
	fair, low, high := o.fair*float64(group), 1.0, 1.0
	if o.runs > 0 {
		low, high = trials.Usual(fair, o.runs)
		low, high = low/fair, high/fair
		p.Marks = append(p.Marks, draw.Ribbon{
			X: []float64{0, float64(len(sums))}, Low: []float64{low, low}, High: []float64{high, high},
			Color: draw.Grid, Name: "19 of 20 dots of a fair shuffle",
		})
	}
	for _, m := range o.sortedDots(sums, fair, low, high) {
		if len(m.X) > 0 {
			p.Marks = append(p.Marks, m)
		}
	}
	p.Marks = append(p.Marks, draw.Rule{X: math.NaN(), Y: 1, Label: "fair"})
	return p
}

// sortedDots are the dots: those within the range of a fair shuffle, below and above.
func (o orderPicture) sortedDots(sums []float64, fair, low, high float64) [3]draw.Points {
	radius := math.Max(1.3, math.Min(3, 40/math.Sqrt(float64(len(sums)))))
	dots := [3]draw.Points{
		{Color: draw.Plain, Radius: radius, Name: "as a fair shuffle"},
		{Color: draw.Blue, Radius: radius, Name: "less often"},
		{Color: draw.Orange, Radius: radius, Name: "more often"},
	}
	for i, sum := range sums {
		p, ratio := &dots[0], sum/fair
		switch {
		case o.chance:
		case ratio > high+1e-9:
			p = &dots[2]
		case ratio < low-1e-9:
			p = &dots[1]
		}
		p.X, p.Y = append(p.X, float64(i)), append(p.Y, ratio)
	}
	return dots
}

// permutations lists all orders of the cards 1 to n, lexicographically.
func permutations(n int) iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		order := make([]int, n)
		for i := range order {
			order[i] = i + 1
		}
		for number := 0; yield(number, order); number++ {
			i := n - 2
			for i >= 0 && order[i] > order[i+1] {
				i--
			}
			if i < 0 {
				return
			}
			j := n - 1
			for order[j] < order[i] {
				j--
			}
			order[i], order[j] = order[j], order[i]
			slices.Reverse(order[i+1:])
		}
	}
}
