package fair

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// OrderCounts is how often each order of a deck came up, in a sample.
type OrderCounts struct {
	// Cards is the size of the deck, Runs how often it was shuffled.
	Cards, Runs int
	// ChiSquare is the sum over all n! orders of
	// (count - Runs/n!)²/(Runs/n!), and Freedom is n!-1.
	ChiSquare float64
	Freedom   int
	// P is the probability that a fair shuffle gives counts which are as
	// uneven, by chance: the upper tail of chi-square. It can be relied on when
	// Runs is at least 5·n!.
	P float64
	// TotalVariation is half the sum of |count/Runs - 1/n!|. Unlike the exact
	// one of Exact it is never 0: see ByChance.
	TotalVariation float64

	counts map[string]int
	orders int // n!
}

// maxHistogram is the largest deck whose orders are counted one by one: 10! is
// 3,628,800.
const maxHistogram = 10

// Histogram shuffles a deck of n cards runs times, each time from its original
// order, and counts the orders that come up: a fair shuffle gives each of the n!
// equally often. It takes 5·n! runs or more to say something, and Exact says it
// better where it can. An experiment that is stopped keeps what it has counted.
//
// Without a generator it shuffles on all cores at once, with the same counts for
// any number of them after the same Seed, and a shuffle of your own must not keep
// anything from one deck to the next but under a lock. With a generator it makes
// one deck after the other.
//
// It panics unless 1 <= n <= 10 and runs >= 1, and when the shuffle loses or
// doubles a card. For larger decks there is Matrix.
func Histogram(s Shuffle, n, runs int, rng ...shuffle.PRNG) *OrderCounts {
	const call = "fair.Histogram"
	checkHistogram(call, s, n)
	h := &OrderCounts{Cards: n, counts: map[string]int{}, orders: int(factorial(n).Int64())}
	var parts []map[string]int
	h.Runs = sampleDecks(call, s, n, runs, rng, func() func(deck []int) {
		part := map[string]int{}
		parts = append(parts, part)
		var key []byte
		return func(deck []int) {
			key = encode(key[:0], deck)
			part[string(key)]++
		}
	})
	for _, part := range parts {
		for order, n := range part {
			h.counts[order] += n
		}
	}
	h.test()
	return h
}

// checkHistogram says what to use instead for decks that are too large.
func checkHistogram(call string, s Shuffle, n int) {
	if n > maxHistogram {
		checkShuffle(call+" (fair.Matrix takes larger decks)", s, n, 1, maxHistogram)
	}
	checkShuffle(call, s, n, 1, maxHistogram)
}

// test fills in the fields that follow from the counts. Orders that never came
// up add their expected count each, which is what is left of Runs.
func (h *OrderCounts) test() {
	h.Freedom, h.P = h.orders-1, 1
	if h.Runs == 0 {
		return
	}
	want := h.expected()
	missing := float64(h.orders - len(h.counts))
	h.ChiSquare, h.TotalVariation = missing*want, missing*want
	// Sums of reals depend on their order, and that of a map changes.
	for _, n := range h.sorted() {
		d := float64(n) - want
		h.ChiSquare += d * d / want
		h.TotalVariation += math.Abs(d)
	}
	h.TotalVariation /= 2 * float64(h.Runs)
	h.P = h.chi().tail()
}

// sorted returns the counts, the largest first.
func (h *OrderCounts) sorted() []int {
	list := make([]int, 0, len(h.counts))
	for _, n := range h.counts {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b int) int { return b - a })
	return list
}

func (h *OrderCounts) chi() chiTest { return chiTest{h.ChiSquare, h.Freedom} }

func (h *OrderCounts) expected() float64 { return float64(h.Runs) / float64(h.orders) }

// Count returns how often an order came up, given as its cards from the top.
func (h *OrderCounts) Count(order ...int) int {
	if len(order) != h.Cards || slices.Min(order) < 1 || slices.Max(order) > h.Cards {
		return 0
	}
	return h.counts[string(encode(nil, order))]
}

// Share returns how often an order came up, with its interval.
func (h *OrderCounts) Share(order ...int) trials.Share {
	return trials.Share{Hits: h.Count(order...), Runs: h.Runs}
}

// Len returns how many different orders came up.
func (h *OrderCounts) Len() int { return len(h.counts) }

// ByChance returns the total variation that a sample of a fair shuffle has on
// average, by chance: each of the N = n! counts is nearly normal, and the mean
// distance of such a one from its expectation is sqrt(2/pi) standard deviations,
// which makes sqrt((N-1)/(2·pi·Runs)), and 1 at most.
func (h *OrderCounts) ByChance() float64 {
	return math.Min(1, math.Sqrt(float64(h.orders-1)/(2*math.Pi*float64(h.Runs))))
}

// RunsNeeded returns how many runs it takes to see an effect of the size found
// nine times out of ten, +Inf when there was none.
func (h *OrderCounts) RunsNeeded() float64 { return h.chi().runsNeeded(h.Runs) }

// Unfair reports whether the counts are more uneven than chance explains: P is
// below 5 %.
func (h *OrderCounts) Unfair() bool { return h.P < level }

// Verdict says in English whether the shuffle is fair, as far as the sample can
// tell, with the order that is furthest off.
func (h *OrderCounts) Verdict() string {
	if !h.Unfair() {
		return fmt.Sprintf("nothing unfair to be seen in %s (%s)", prose.Plural(h.Runs, "shuffle"), prose.P(h.P))
	}
	order := h.Worst()
	s := h.Share(order...)
	if s.Hits == 0 {
		return fmt.Sprintf("order %s never comes up, a fair shuffle gives 1/%d (%s)", cards(order), h.orders, prose.P(h.P))
	}
	return fmt.Sprintf("order %s comes up in %s, a fair shuffle gives %s (%s)", cards(order),
		prose.PlusMinus(s.Value(), s.Error()), prose.Percent(1/float64(h.orders), s.Error()), prose.P(h.P))
}

// Worst returns the order whose count is furthest from what a fair shuffle gives;
// of several, the first.
func (h *OrderCounts) Worst() []int {
	order := identity(h.Cards)
	worst, distance := slices.Clone(order), -1.0
	for more := true; more; more = nextOrder(order) {
		if d := math.Abs(float64(h.Count(order...)) - h.expected()); d > distance {
			worst, distance = slices.Clone(order), d
		}
	}
	return worst
}

// String returns the shares of all orders of up to 4 cards, of more the most
// frequent and the rarest, with the verdict, in lines of at most 80 columns.
func (h *OrderCounts) String() string {
	lines := []string{prose.Wrap(fmt.Sprintf("%s, %s: %s of %s orders came up, %.5g times each if fair",
		prose.Plural(h.Cards, "card"), prose.Plural(h.Runs, "run"), prose.Int(h.Len()), prose.Int(h.orders), h.expected()))}
	lines = append(lines, h.rows()...)
	lines = append(lines,
		fmt.Sprintf("chi-square %.1f with %s of freedom", h.ChiSquare, prose.Plural(h.Freedom, "degree")),
		fmt.Sprintf("Total variation %.4f, of which chance alone gives about %.4f.", h.TotalVariation, h.ByChance()),
		verdict(h.Verdict()))
	if want := 5 * h.orders; h.Runs < want {
		lines = append(lines, fmt.Sprintf("Chi-square is rough below %s runs, 5 for each order.", prose.Int(want)))
	}
	return strings.Join(append(lines, needed(h.RunsNeeded())), "\n")
}

// rows lists orders.
func (h *OrderCounts) rows() []string {
	if h.orders <= listed {
		var lines []string
		order := identity(h.Cards)
		for more := true; more; more = nextOrder(order) {
			lines = append(lines, h.row(order))
		}
		return lines
	}
	seen := h.seen()
	if len(seen) <= 2*extremes {
		return h.list(seen)
	}
	lines := h.list(seen[:extremes])
	lines = append(lines, fmt.Sprintf("… %s orders between …", prose.Int(len(seen)-2*extremes)))
	return append(lines, h.list(seen[len(seen)-extremes:])...)
}

// seen returns the orders that came up, the most frequent first.
func (h *OrderCounts) seen() []string {
	keys := make([]string, 0, len(h.counts))
	for k := range h.counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if d := h.counts[b] - h.counts[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return keys
}

func (h *OrderCounts) list(keys []string) []string {
	lines := make([]string, len(keys))
	for i, k := range keys {
		order := make([]int, len(k))
		for j := range order {
			order[j] = int(k[j])
		}
		lines[i] = h.row(order)
	}
	return lines
}

// row writes an order: its cards, count, share, and a bar that is half full when
// it has its fair share.
func (h *OrderCounts) row(order []int) string {
	s := h.Share(order...)
	return strings.TrimRight(fmt.Sprintf("%s  %9s  %18s  %s", cards(order), prose.Int(s.Hits),
		prose.PlusMinus(s.Value(), s.Error()), prose.Bar(s.Value()*float64(h.orders)/2, 24)), " ")
}
