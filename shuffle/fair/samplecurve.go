package fair

import (
	"fmt"
	"math/big"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// SampledCurve is an estimate of a Curve from a sample of decks.
type SampledCurve struct {
	// Cards is the size of the decks, and Runs how many were riffled.
	Cards, Runs int
	// Favoured[m] is how many of the decks were, after m riffles, in an order that
	// m riffles make likelier than a fair shuffle does.
	Favoured []int
	// Fair[m] is the probability of these orders after a fair shuffle.
	Fair []float64
}

// SampleCurve riffles decks of n cards m times and estimates from what it sees
// after each riffle how far they are from fair, as RiffleCurve tells exactly.
//
// The total variation distance is the largest difference in the probability of any
// set of orders. The set with that difference is known, though it is far too large
// to be counted order by order: those that riffles favour are the ones with few
// rising sequences, at most the largest r with C(2^m+n-r, n)/2^(m·n) > 1/n!. So
// the share of decks with at most r rising sequences, less what a fair shuffle
// gives, estimates the distance without a bias.
//
// Without a generator it uses all cores. It panics unless 0 <= n <= 2000, 0 <=
// n·m <= 64,000 and runs >= 1.
func SampleCurve(n, m, runs int, rng ...shuffle.PRNG) SampledCurve {
	const call = "fair.SampleCurve"
	checkRiffles(call, n, m)
	c := SampledCurve{Cards: n, Fair: make([]float64, m+1)}
	most := make([]int, m+1)
	row := eulerian(n)
	for i := range most {
		most[i], c.Fair[i] = favoured(row, i)
	}
	c.Favoured, c.Runs = sample(call, runs, rng, m+1, func(counts []int) func(shuffle.PRNG) {
		deck, places := make([]int, n), make([]int, n+1)
		return func(rng shuffle.PRNG) {
			copy(deck, identity(n))
			for i := range counts {
				if i > 0 {
					shuffle.Riffle(1)(deck, rng)
				}
				if rising(deck, places) <= most[i] {
					counts[i]++
				}
			}
		}
	})
	return c
}

// favoured returns the most rising sequences of an order that m riffles favour, and
// the probability of such orders after a fair shuffle. See distance.
func favoured(row []*big.Int, m int) (most int, p float64) {
	n := int64(len(row) - 1)
	a := new(big.Int).Lsh(big.NewInt(1), uint(m))
	fair := new(big.Int).Lsh(big.NewInt(1), uint(m)*uint(n))
	orders := new(big.Int)
	for r := int64(1); r <= n; r++ {
		if fallingFrom(new(big.Int).Add(a, big.NewInt(n-r)), n).Cmp(fair) <= 0 {
			break
		}
		most = int(r)
		orders.Add(orders, row[r])
	}
	return most, float(new(big.Rat).SetFrac(orders, factorial(int(n))))
}

// rising counts the rising sequences of an order of the cards 1 to n.
func rising(deck, places []int) int {
	for i, card := range deck {
		places[card] = i
	}
	sequences := min(1, len(deck))
	for card := 2; card <= len(deck); card++ {
		if places[card] < places[card-1] {
			sequences++
		}
	}
	return sequences
}

// Distance returns the estimate after m riffles with its 95 % interval. It panics
// unless 0 <= m < len(c.Favoured).
func (c SampledCurve) Distance(m int) (distance, low, high float64) {
	arg.Range("SampledCurve.Distance", "m", m, 0, len(c.Favoured)-1)
	share := trials.Share{Hits: c.Favoured[m], Runs: c.Runs}
	low, high = share.Interval()
	within := func(d float64) float64 { return max(0, min(1, d-c.Fair[m])) }
	if c.Runs == 0 {
		return 0, 0, 1
	}
	return within(share.Value()), within(low), within(high)
}

// Summary says in a sentence what was sampled.
func (c SampledCurve) Summary() []string {
	return []string{fmt.Sprintf("riffles of %s, %s: estimated distance from a fair shuffle",
		prose.Plural(c.Cards, "card"), prose.Plural(c.Runs, "run"))}
}

// String returns the Summary with a line for each number of riffles.
func (c SampledCurve) String() string {
	lines := c.Summary()
	if c.Runs == 0 {
		return lines[0]
	}
	for m := range c.Favoured {
		d, low, high := c.Distance(m)
		lines = append(lines, fmt.Sprintf("%7d  %.3f  (95 %% interval %.3f to %.3f)", m, d, low, high))
	}
	return strings.Join(lines, "\n")
}
