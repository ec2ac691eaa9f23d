package fair

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// OrderCounts is how often each order of a deck came up in a sample.
type OrderCounts struct {
	// Cards is the size of the deck, Runs how often it was shuffled.
	Cards, Runs int
	// ChiSquare is the sum over all n! orders of
	// (count - Runs/n!)²/(Runs/n!), and Freedom is n!-1.
	ChiSquare float64
	Freedom   int
	// P is the probability that a fair shuffle gives counts this uneven by
	// chance: the upper tail of chi-square, which is reliable if Runs is at least 5·n!,
	// or n! for n >= 6. With fewer runs it is a bound: n! times that of the order whose
	// count is furthest off.
	P float64
	// TotalVariation is half the sum of |count/Runs - 1/n!|. Unlike that of Exact
	// it is hardly ever 0: see ByChance.
	TotalVariation float64

	// counts has all n! orders, lexicographically.
	counts []int
	seen   int // orders that came up
}

// maxHistogram is the largest deck whose orders are counted: 10! is 3,628,800.
const maxHistogram = 10

// Histogram shuffles a deck of n cards runs times, each time from its original
// order, and counts the orders that come up: a fair shuffle gives each of the n!
// equally often. It takes at least 5·n! runs to say something, and Exact is
// better where it can be used. An experiment that is stopped keeps what it has
// counted. The shuffle is a [shuffle.Shuffler] or any other function that [Shuffle]
// describes.
//
// Without a generator it shuffles on all cores at once. After the same Seed the
// counts are the same for any number of cores. A shuffle of your own must not
// share anything between decks without a lock. With a generator, it makes one
// deck after the other.
//
// It panics unless 1 <= n <= 10 and runs >= 1, and when the shuffle loses or
// duplicates a card. For larger decks use Matrix.
func Histogram(f any, n, runs int, rng ...shuffle.PRNG) *OrderCounts {
	const call = "fair.Histogram"
	s := adapt.ShuffleOf(call, f)
	defer s.Close()
	checkHistogram(call, s.Deal, n)
	h := &OrderCounts{Cards: n}
	h.counts, h.Runs = sampleDecks(call, s.Deal, n, runs, inTurn(call, s.Plain, rng), int(factorial(n).Int64()), func(counts []int) func(deck []int) {
		return func(deck []int) { counts[rank(deck)]++ }
	})
	h.test()
	return h
}

// checkHistogram also says what to use instead for decks that are too large.
func checkHistogram(call string, s Shuffle, n int) {
	if n > maxHistogram {
		checkShuffle(call+" (fair.Matrix takes larger decks)", s, n, 1, maxHistogram)
	}
	checkShuffle(call, s, n, 1, maxHistogram)
}

// test fills in the fields that follow from the counts.
func (h *OrderCounts) test() {
	h.Freedom, h.P = len(h.counts)-1, 1
	if h.Runs == 0 {
		return
	}
	want := h.expected()
	for _, n := range h.counts {
		d := float64(n) - want
		h.ChiSquare += d * d / want
		h.TotalVariation += math.Abs(d)
		h.seen += min(n, 1)
	}
	h.TotalVariation /= 2 * float64(h.Runs)
	h.P = chance(h.chi(), h.Count(h.Worst()...), h.Runs, len(h.counts))
}

func (h *OrderCounts) chi() chiTest { return chiTest{h.ChiSquare, h.Freedom} }

func (h *OrderCounts) expected() float64 { return float64(h.Runs) / float64(len(h.counts)) }

// Count returns how often an order came up, given as its cards from the top.
func (h *OrderCounts) Count(order ...int) int {
	if h.counts == nil || !ArePermutations(order, identity(h.Cards)) {
		return 0
	}
	return h.counts[rank(order)]
}

// Share returns how often an order came up, with its interval.
func (h *OrderCounts) Share(order ...int) trials.Share {
	return trials.Share{Hits: h.Count(order...), Runs: h.Runs}
}

// Len returns how many different orders came up.
func (h *OrderCounts) Len() int { return h.seen }

// ByChance returns the average total variation of a sample of a fair shuffle:
// each of the N = n! counts is nearly normal, with a mean distance from its
// expectation of sqrt(2/pi) standard deviations, which makes
// sqrt((N-1)/(2·pi·Runs)), and 1 at most.
func (h *OrderCounts) ByChance() float64 {
	return math.Min(1, math.Sqrt(float64(len(h.counts)-1)/(2*math.Pi*float64(h.Runs))))
}

// RunsNeeded returns how many runs it takes to detect an effect of the size found
// nine times out of ten, +Inf if there was none.
func (h *OrderCounts) RunsNeeded() float64 { return h.chi().runsNeeded(h.Runs) }

// Unfair reports whether the counts prove the shuffle unfair: P is below one in a million.
// A fair shuffle gets there once in 100,000 times at most.
func (h *OrderCounts) Unfair() bool { return h.Runs > 0 && proof.Shown(h.P) }

// Verdict says in words whether the shuffle is fair, as far as the sample shows,
// with the order that is furthest off.
func (h *OrderCounts) Verdict() string {
	if h.Runs == 0 {
		return "nothing was shuffled"
	}
	if h.P >= proof.Doubtful {
		return fmt.Sprintf("nothing unfair to be seen in %s (%s)", prose.Plural(h.Runs, "shuffle"), prose.P(h.P))
	}
	order := h.Worst()
	s := h.Share(order...)
	if s.Hits == 0 {
		return suspicion(h.P, fmt.Sprintf("order %s never comes up, a fair shuffle gives 1/%d (%s)", cards(order), len(h.counts), prose.P(h.P)))
	}
	return suspicion(h.P, fmt.Sprintf("order %s comes up in %s, a fair shuffle gives %s (%s)", cards(order),
		s.Percent(), prose.Percent(1/float64(len(h.counts)), s.Error()), prose.P(h.P)))
}

// Worst returns the first of the orders whose counts are furthest from what a
// fair shuffle gives.
func (h *OrderCounts) Worst() []int {
	worst, distance := 0, -1.0
	for i, n := range h.counts {
		if d := math.Abs(float64(n) - h.expected()); d > distance {
			worst, distance = i, d
		}
	}
	return orderAt(worst, h.Cards)
}

// rank returns the lexicographic rank of an order of the cards 1 to n, from 0.
// The first card is one of n. How many of the remaining cards are smaller than
// the next is a digit to base n-1, and so on.
func rank(order []int) int {
	place, used := 0, uint(0)
	for i, card := range order {
		smaller := card - 1 - bits.OnesCount(used&(1<<card-1))
		place = place*(len(order)-i) + smaller
		used |= 1 << card
	}
	return place
}

// orderAt is the reverse of rank: it splits off the digits, the last first, and
// picks the cards by them.
func orderAt(place, n int) []int {
	digits := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		digits[i] = place % (n - i)
		place /= n - i
	}
	left, order := identity(n), make([]int, 0, n)
	for _, d := range digits {
		order = append(order, left[d])
		left = slices.Delete(left, d, d+1)
	}
	return order
}

// All returns all n! orders in lexicographic order, with how often each came up.
// The caller may keep and change them.
func (h *OrderCounts) All() iter.Seq2[[]int, int] {
	return func(yield func([]int, int) bool) {
		order := identity(h.Cards)
		for _, count := range h.counts {
			if !yield(slices.Clone(order), count) {
				return
			}
			nextOrder(order)
		}
	}
}

// Summary says in sentences what was counted and what came of it, all but the
// Verdict.
func (h *OrderCounts) Summary() []string {
	if h.Runs == 0 {
		return nil
	}
	lines := []string{
		fmt.Sprintf("%s, %s: %s of %s orders came up, %s times each if fair",
			prose.Plural(h.Cards, "card"), prose.Plural(h.Runs, "run"), prose.Int(h.Len()), prose.Int(len(h.counts)), prose.Real(h.expected(), 5)),
		fmt.Sprintf("chi-square %.1f with %s of freedom", h.ChiSquare, prose.Plural(h.Freedom, "degree")),
		fmt.Sprintf("Total variation %.4f, of which chance alone gives about %.4f.", h.TotalVariation, h.ByChance()),
	}
	if want := 5 * len(h.counts); h.Runs < want {
		lines = append(lines, fmt.Sprintf("Chi-square is rough below %s runs, 5 for each order.", prose.Int(want)))
	}
	return append(lines, needed(h.RunsNeeded()))
}

// String returns the Summary with the shares of the orders and the Verdict, in
// lines of at most 80 columns. Of more than 4 cards it lists the most frequent and
// the rarest orders.
func (h *OrderCounts) String() string {
	summary := h.Summary()
	if summary == nil {
		return verdict(h.Verdict())
	}
	lines := append(summary[:1:1], h.rows()...)
	return concluded(append(lines, summary[1:]...), h.Verdict())
}

// rows lists orders.
func (h *OrderCounts) rows() []string {
	places := make([]int, 0, h.seen)
	for i, n := range h.counts {
		if n > 0 || len(h.counts) <= listed {
			places = append(places, i)
		}
	}
	if len(h.counts) <= listed {
		return append(h.list(places), ranges)
	}
	// The most frequent first, and equally frequent ones lexicographically.
	slices.SortFunc(places, func(a, b int) int { return cmp.Or(h.counts[b]-h.counts[a], a-b) })
	if len(places) <= 2*extremes {
		return h.list(places)
	}
	lines := h.list(places[:extremes])
	lines = append(lines, fmt.Sprintf("… %s orders between …", prose.Int(len(places)-2*extremes)))
	return append(lines, h.list(places[len(places)-extremes:])...)
}

func (h *OrderCounts) list(places []int) []string {
	lines := make([]string, len(places))
	for i, place := range places {
		lines[i] = h.row(orderAt(place, h.Cards))
	}
	return lines
}

// row writes an order: its cards, count and share.
func (h *OrderCounts) row(order []int) string {
	return cards(order) + sampled(h.Share(order...), len(h.counts) <= listed)
}

// sampled writes a count and its share, and if all are listed its interval. Of the
// most frequent and the rarest of many there is none: intervals of what was picked
// for being far off miss far more often than they promise.
func sampled(s trials.Share, all bool) string {
	row := fmt.Sprintf("  %9s  %9s", prose.Int(s.Hits), s.Percent())
	if all {
		row += "  " + s.Range()
	}
	return row
}

// ranges says what intervals are.
const ranges = "The ranges are 95 % intervals."
