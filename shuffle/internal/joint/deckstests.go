package joint

import (
	"fmt"

	"riffle/shuffle/internal/prose"
)

const shuffles units = "shuffle"

// DeckTests are the names of the tests of decks, in their order. The last are made of few
// cards only.
var DeckTests = []string{
	"positions", "successors", "orders of pairs", "parity", "fixed points", "displacements", "differences of successors",
	"distances", "rising sequences", "descents", "inversions", "cycles", "orders of triples", "blocks",
	"chi-square of positions", "chi-square of successors", "chi-square of pairs", "orders",
}

// Judge makes all tests.
func (d *Decks) Judge() []Finding {
	tests := []func() worst{
		d.positions, d.successors, d.pairOrders, d.parity, d.fixedPoints, d.displacements, d.differences,
		d.distances, d.risingSequences, d.descending, d.inverted, d.cyclic, d.tripleOrders, d.blocks,
		d.squarePositions, d.squareSuccessors, d.squarePairs,
	}
	if d.n <= fewCards {
		tests = append(tests, d.allOrders)
	}
	var all []Finding
	for i, test := range tests {
		w := test()
		all = append(all, w.finding(DeckTests[i]))
	}
	return all
}

// both adds the tables of the two halves.
func both(halves [2][]int, i int) int { return halves[0][i] + halves[1][i] }

// positions: a card is in a position with probability 1/n.
func (d *Decks) positions() (w worst) {
	n, p := d.n, 1/float64(d.n)
	for i := range n * n {
		hits := both(d.places, i)
		if w.binomial(hits, d.Runs(), p) {
			w.text = func() string {
				return fmt.Sprintf("card %d came to position %d in ", i/n+1, i%n+1) + shuffles.chance(hits, d.Runs(), p)
			}
		}
	}
	return w
}

// successors: a card follows another with probability (n-1)·(n-2)!/n! = 1/n.
func (d *Decks) successors() (w worst) {
	n, p := d.n, 1/float64(d.n)
	for i := range n * n {
		if i/n == i%n {
			continue
		}
		hits := both(d.follows, i)
		if w.binomial(hits, d.Runs(), p) {
			w.text = func() string {
				return fmt.Sprintf("the card that follows %d was %d in ", i/n+1, i%n+1) + shuffles.chance(hits, d.Runs(), p)
			}
		}
	}
	return w
}

// pairOrders: a card comes before another with probability 1/2.
func (d *Decks) pairOrders() (w worst) {
	for a := range d.n {
		for b := a + 1; b < d.n; b++ {
			hits := both(d.before, a*d.n+b)
			if w.binomial(hits, d.Runs(), 0.5) {
				w.text = func() string {
					return fmt.Sprintf("card %d came before card %d in ", a+1, b+1) + shuffles.chance(hits, d.Runs(), 0.5)
				}
			}
		}
	}
	return w
}

// parity: half of all permutations are even.
func (d *Decks) parity() (w worst) {
	if d.n > 1 {
		even := d.Runs() - d.odd[0]
		if w.binomial(even, d.Runs(), 0.5) {
			w.text = func() string {
				return "an even number of exchanges leads to the deck in " + shuffles.chance(even, d.Runs(), 0.5)
			}
		}
	}
	return w
}

// histogram adds how many decks have each number of something, and their sum.
func (d *Decks) histogram(w *worst, counts []int, law []float64, exactly func(x int) string, average string) {
	total := 0
	for x, hits := range counts {
		total += x * hits
		if x < len(law) {
			if w.binomial(hits, d.Runs(), law[x]) {
				w.text = func() string {
					return exactly(x) + " in " + shuffles.chance(hits, d.Runs(), law[x])
				}
			}
		}
	}
	if len(law) > 1 {
		mean := 0.0
		for x, p := range law {
			mean += float64(x) * p
		}
		w.sum(total, d.Runs(), cumulantOf(law), func() string { return d.average(average, total, mean) })
	}
}

// average says what decks have on average.
func (d *Decks) average(what string, total int, mean float64) string {
	return fmt.Sprintf("%s %s on average of %s, a fair one gives %s", what,
		prose.Fixed(float64(total)/float64(d.Runs()), 2), prose.Plural(d.Runs(), "shuffle"), prose.Fixed(mean, 2))
}

// fixedPoints: see rooks.
func (d *Decks) fixedPoints() (w worst) {
	d.histogram(&w, d.fixed, lawOfMoments(rooks(d.n, d.n)), func(x int) string {
		return "exactly " + prose.Plural(x, "card") + " stayed in place"
	}, "cards that stay in place:")
	d.histogram(&w, d.pairs, lawOfMoments(rooks(d.n, d.n-1)), func(x int) string {
		return "exactly " + prose.Plural(x, "card") + " lay on the next one"
	}, "cards that lie on the next one:")
	return w
}

// rookSum adds how often cells were hit, of which no two share a row or a column. What is
// within two and a half standard deviations isn't strange, and saves the search for the bound.
func (d *Decks) rookSum(w *worst, total, cells int, text string) {
	if cells < 1 || d.n < 2 {
		return
	}
	moments, runs := rooks(d.n, cells), float64(d.Runs())
	mean, variance := moments[1], moments[1]-moments[1]*moments[1]
	if len(moments) > 2 {
		variance += 2 * moments[2]
	}
	if off := float64(total) - runs*mean; off*off < 2.5*2.5*runs*variance {
		w.tried++
		return
	}
	w.sum(total, d.Runs(), cumulantOfMoments(moments), func() string { return d.often(text, total, mean) })
}

// often says how often something came in all decks.
func (d *Decks) often(what string, total int, mean float64) string {
	return fmt.Sprintf("%s %s times in %s, a fair one gives %s", what, prose.Int(total),
		prose.Plural(d.Runs(), "shuffle"), about(mean*float64(d.Runs())))
}

// displacements: how far cards move, up, down and going round, and the same of a deck that
// is turned over before.
func (d *Decks) displacements() (w worst) {
	n := d.n
	moved, sum := make([]int, 2*n-1), make([]int, 2*n-1)
	for card := range n {
		for position := range n {
			hits := both(d.places, card*n+position)
			moved[position-card+n-1] += hits
			sum[position+card] += hits
		}
	}
	for i := range moved {
		by := i - (n - 1)
		text := fmt.Sprintf("cards moved down by exactly %d", by)
		switch {
		case by < 0:
			text = fmt.Sprintf("cards moved up by exactly %d", -by)
		case by == 0:
			text = "cards stayed in place"
		}
		d.rookSum(&w, moved[i], n-max(by, -by), text)
		d.rookSum(&w, sum[i], n-max(by, -by), fmt.Sprintf("a card's number and its position added up to %d", i+2))
		if by > 0 {
			d.rookSum(&w, moved[i]+moved[i-n], n, fmt.Sprintf("cards moved down by %d, or up by %d,", by, n-by))
			d.rookSum(&w, sum[i]+sum[i-n], n, fmt.Sprintf("a card's number and its position added up to %d or %d", i+2, i+2-n))
		}
	}
	return w
}

// differences: how much higher than a card the next one is.
func (d *Decks) differences() (w worst) {
	n := d.n
	by := make([]int, 2*n-1)
	for i := range n * n {
		by[i%n-i/n+n-1] += both(d.follows, i)
	}
	for i, total := range by {
		switch higher := i - (n - 1); {
		case higher > 0:
			d.rookSum(&w, total, n-higher, fmt.Sprintf("the next card was higher by exactly %d", higher))
		case higher < 0:
			d.rookSum(&w, total, n+higher, fmt.Sprintf("the next card was lower by exactly %d", -higher))
		}
	}
	return w
}

// distances: going round, the next higher card is each number of places below a card
// with the same probability.
func (d *Decks) distances() (w worst) {
	n := d.n
	if n < 3 {
		return w
	}
	for card := range n - 1 {
		row := d.apart[card*n : card*n+n]
		for below := 1; below < n; below++ {
			if w.binomial(row[below], d.Runs(), 1/float64(n-1)) {
				w.text = func() string {
					return fmt.Sprintf("card %d lay %d below card %d, going round, in ", card+2, below, card+1) +
						shuffles.chance(row[below], d.Runs(), 1/float64(n-1))
				}
			}
		}
	}
	for most := 1; 2*most < n-1; most *= 2 {
		all := 0
		p := 2 * float64(most) / float64(n-1)
		for card := range n - 1 {
			near := 0
			for i := 1; i <= most; i++ {
				near += d.apart[card*n+i] + d.apart[card*n+n-i]
			}
			all += near
			if w.binomial(near, d.Runs(), p) {
				w.text = func() string {
					return fmt.Sprintf("cards %d and %d were at most %d apart, going round, in ", card+1, card+2, most) + shuffles.chance(near, d.Runs(), p)
				}
			}
		}
		d.allNear(&w, all, most)
	}
	return w
}

// allNear adds how often any two cards with neighbouring numbers were near. It is a sum
// along a random order of the positions, so its variance is known.
func (d *Decks) allNear(w *worst, total, most int) {
	n := d.n
	near := make([]float64, n*n)
	for i := range near {
		switch apart := (i/n - i%n + n) % n; {
		case apart == 0:
		case apart <= most || n-apart <= most:
			near[i] = 1
		}
	}
	mean, variance := alongOrder(near, n)
	runs := float64(d.Runs())
	text := func() string {
		return d.often(fmt.Sprintf("cards with neighbouring numbers were at most %d apart, going round,", most), total, mean)
	}
	excess := float64(total) - runs*mean
	w.bound(bernstein(excess, runs*variance, float64(n-1)-mean), text)
	w.bound(bernstein(-excess, runs*variance, mean), text)
}

// risingSequences: see fair.Eulerian.
func (d *Decks) risingSequences() (w worst) {
	law := append([]float64{0}, eulerian(d.n)...)
	counts := append([]int{0}, d.rising...)
	d.histogram(&w, counts, law, func(x int) string { return "there were exactly " + prose.Plural(x, "rising sequence") },
		"rising sequences (cards that still lie in rising order, one below the other):")
	return w
}

func (d *Decks) descending() (w worst) {
	d.histogram(&w, d.descents, eulerian(d.n), func(x int) string {
		return "exactly " + prose.Plural(x, "card") + " lay on a lower one"
	}, "cards that lie on a lower one:")
	return w
}

func (d *Decks) inverted() (w worst) {
	total := 0
	for i := range d.n * d.n {
		if i/d.n > i%d.n {
			total += both(d.before, i)
		}
	}
	if d.n > 1 {
		w.sum(total, d.Runs(), inversions(d.n), func() string {
			return d.average("pairs of cards with the higher one on top:", total, float64(d.n*(d.n-1))/4)
		})
	}
	return w
}

func (d *Decks) cyclic() (w worst) {
	d.histogram(&w, d.rounds, cycles(d.n), func(x int) string {
		return "the permutation had exactly " + prose.Plural(x, "cycle")
	}, "cycles of the permutation:")
	return w
}

// tripleOrders: each of the 6 orders of three cards has probability 1/6.
func (d *Decks) tripleOrders() (w worst) {
	for i, hits := range d.patterns {
		triple, p := i/6, patterns[i%6]
		if w.binomial(hits, d.Runs(), 1.0/6) {
			w.text = func() string {
				if triple < d.triples {
					return fmt.Sprintf("the cards in positions %d, %d and %d were in order as %d %d %d in ", triple+1, triple+2, triple+3, p[0], p[1], p[2]) +
						shuffles.chance(hits, d.Runs(), 1.0/6)
				}
				var order [3]int // patterns are of places, by card
				for card, place := range p {
					order[place-1] = triple - d.triples + card + 1
				}
				return fmt.Sprintf("card %d came before card %d, and that before card %d, in ", order[0], order[1], order[2]) + shuffles.chance(hits, d.Runs(), 1.0/6)
			}
		}
	}
	return w
}

// blocks: how many cards of a block come to a block of positions is hypergeometric.
func (d *Decks) blocks() (w worst) {
	n := d.n
	for parts := 2; parts <= 8 && parts < n; parts *= 2 {
		for a := range parts {
			from, to := a*n/parts, (a+1)*n/parts
			p := float64(to-from) / float64(n)
			for one := range n {
				inPositions, ofCards := 0, 0
				for i := from; i < to; i++ {
					inPositions += both(d.places, one*n+i)
					ofCards += both(d.places, i*n+one)
				}
				if w.binomial(inPositions, d.Runs(), p) {
					w.text = func() string {
						return fmt.Sprintf("card %d came to %s in ", one+1, span("position", from, to)) + shuffles.chance(inPositions, d.Runs(), p)
					}
				}
				if w.binomial(ofCards, d.Runs(), p) {
					w.text = func() string {
						return fmt.Sprintf("position %d held %s in ", one+1, oneOf(from, to)) + shuffles.chance(ofCards, d.Runs(), p)
					}
				}
			}
			for b := range parts {
				top, bottom := b*n/parts, (b+1)*n/parts
				total := 0
				for card := from; card < to; card++ {
					for i := top; i < bottom; i++ {
						total += both(d.places, card*n+i)
					}
				}
				law := hypergeometric(n, to-from, bottom-top)
				w.sum(total, d.Runs(), cumulantOf(law), func() string {
					return d.often(span("card", from, to)+" came to "+span("position", top, bottom), total, p*float64(bottom-top))
				})
			}
		}
	}
	return w
}

// span names some that follow each other, counted from 1.
func span(what string, from, to int) string {
	if to-from == 1 {
		return fmt.Sprintf("%s %d", what, to)
	}
	return fmt.Sprintf("%ss %d to %d", what, from+1, to)
}

func oneOf(from, to int) string {
	if to-from == 1 {
		return fmt.Sprintf("card %d", to)
	}
	return fmt.Sprintf("one of the %s", span("card", from, to))
}

// allOrders: each of the n! orders has the same probability.
func (d *Decks) allOrders() (w worst) {
	p := 1 / float64(len(d.orders[0]))
	for i := range d.orders[0] {
		hits := both(d.orders, i)
		if w.binomial(hits, d.Runs(), p) {
			w.text = func() string {
				return "order " + spaced(unrank(i, d.n)) + " came up in " + shuffles.chance(hits, d.Runs(), p)
			}
		}
	}
	d.squareOrders(&w)
	return w
}

func spaced(numbers []int) string {
	text := fmt.Sprint(numbers)
	return text[1 : len(text)-1]
}
