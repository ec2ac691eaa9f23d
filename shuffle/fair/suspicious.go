package fair

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Clusters is how many clusters of equal values a deck has.
type Clusters struct {
	// Twins are two consecutive cards of the same value.
	Twins int
	// Quadruplets are four.
	Quadruplets int
	// Octuplets are eight consecutive cards of two values only.
	Octuplets int
}

// The numbers of clusters that make a deck suspicious.
const (
	manyTwins       = 14
	manyQuadruplets = 3
	manyOctuplets   = 2
)

// Suspicious reports whether there are too many clusters: 14 twins, 3 quadruplets
// or 2 octuplets.
func (c Clusters) Suspicious() bool {
	return c.Twins >= manyTwins || c.Quadruplets >= manyQuadruplets || c.Octuplets >= manyOctuplets
}

// String returns the numbers, as in "3 twins, 0 quadruplets, 0 octuplets".
func (c Clusters) String() string {
	return strings.Join([]string{
		prose.Plural(c.Twins, "twin"), prose.Plural(c.Quadruplets, "quadruplet"), prose.Plural(c.Octuplets, "octuplet"),
	}, ", ")
}

// Suspicion is what the amateur's test finds in a deck, counted in both ways.
type Suspicion struct {
	// Overlapping counts the places where a cluster begins: 7 7 7 7 has three
	// twins. This is the default reading.
	Overlapping Clusters
	// Disjoint counts clusters without common cards, taking each as soon as it
	// comes from the top: 7 7 7 7 has two twins.
	Disjoint Clusters
}

// Suspicious tests a deck of values, such as 1 to 13 four times each, or the
// Values of a shuffle.Deck: does it look shuffled? A deck is suspicious if it has
// at least 14 twins, 3 quadruplets or 2 octuplets (see Clusters). A deck in
// random order has about 3 twins and hardly anything else, and is suspicious
// about once in a million times.
//
// The test is weak. Sorted decks that were riffled once nearly always fail it,
// but after four riffles only about 7 in a million do, after five 1.5 and after
// seven 0.8, which thousands of decks can't tell apart. A million decks can tell
// four riffles from seven (four of five such samples have five or more), but not
// five, although the total variation from a fair shuffle is 1.000 after four,
// 0.924 after five and 0.334 after seven. See [SuspicionRate], and
// [RisingSequences] for a test that needs only a single deck.
func Suspicious(deck []int) Suspicion {
	twin := func(w []int) bool { return w[0] == w[1] }
	quadruplet := func(w []int) bool { return w[0] == w[1] && w[1] == w[2] && w[2] == w[3] }
	return Suspicion{
		Overlapping: Clusters{windows(deck, 2, 1, twin), windows(deck, 4, 1, quadruplet), windows(deck, 8, 1, twoValues)},
		Disjoint:    Clusters{windows(deck, 2, 2, twin), windows(deck, 4, 4, quadruplet), windows(deck, 8, 8, twoValues)},
	}
}

// windows counts the windows of size cards that are clusters, and continues step
// places below each one found.
func windows(deck []int, size, step int, cluster func([]int) bool) int {
	found := 0
	for i := 0; i+size <= len(deck); {
		if !cluster(deck[i : i+size]) {
			i++
			continue
		}
		found++
		i += step
	}
	return found
}

// twoValues reports whether at most two values occur.
func twoValues(w []int) bool {
	other := slices.IndexFunc(w, func(v int) bool { return v != w[0] })
	return other < 0 || !slices.ContainsFunc(w, func(v int) bool { return v != w[0] && v != w[other] })
}

// Suspicious reports whether the deck is suspicious in the overlapping reading.
func (s Suspicion) Suspicious() bool { return s.Overlapping.Suspicious() }

// String returns both counts and the verdict.
func (s Suspicion) String() string {
	verdict := "not suspicious"
	if s.Suspicious() {
		verdict = "suspicious"
	}
	return fmt.Sprintf("%s: %v\n  without overlaps: %v", verdict, s.Overlapping, s.Disjoint)
}

// SuspicionRate shuffles sorted decks of 52 values, 1 to 13 four times each, and
// returns how often the result is suspicious. It runs on all cores; see package
// trials for seeds and interrupts. It takes a million decks to see a difference
// between four riffles and seven:
//
//	fair.SuspicionRate(shuffle.Riffle(4), 1_000_000)
//
// The shuffle is a [shuffle.Shuffler] or any other function that [Shuffle] describes, of 52
// cards; one that isn't a function of a deck of numbers and a generator runs on one core.
//
// It panics when runs < 1, and when f is nil or isn't such a function.
func SuspicionRate(f any, runs int, options ...trials.Options) trials.Share {
	const call = "fair.SuspicionRate"
	s := adapt.ShuffleOf(call, f)
	defer s.Close()
	arg.AtLeast(call, "runs", runs, 1)
	if !s.Plain {
		options = append(options, trials.Options{Workers: 1})
	}
	deal, back := s.Moved()
	defer back()
	r := trials.Run(runs, func(rng shuffle.PRNG) bool {
		deck := sortedValues(13)
		deal(deck, rng)
		return Suspicious(deck).Suspicious()
	}, append([]trials.Options{{Label: "decks"}}, options...)...)
	return r.Share(true)
}

// sortedValues returns the values 1 to n, four times each.
func sortedValues(n int) []int {
	deck := make([]int, 4*n)
	for i := range deck {
		deck[i] = i/4 + 1
	}
	return deck
}

// ExpectedClusters returns how many twins, quadruplets and octuplets a deck of
// the values 1 to v, four times each, has on average in random order, counted
// with overlaps. Each of the 4v-1 pairs of neighbours is a twin with probability
// 3/(4v-1), which makes 3 for any v. Each of the 4v-3 runs of four cards is a
// quadruplet with probability v/C(4v,4), and each of the 4v-7 runs of eight an
// octuplet with probability C(v,2)/C(4v,8). It panics unless 1 <= v <= 1000.
func ExpectedClusters(v int) (twins, quadruplets, octuplets *big.Rat) {
	arg.Range("fair.ExpectedClusters", "v", v, 1, 1000)
	n := int64(4 * v)
	expect := func(windows, good, size int64) *big.Rat {
		p := new(big.Rat).SetFrac(big.NewInt(good), new(big.Int).Binomial(n, size))
		return p.Mul(p, new(big.Rat).SetInt64(windows))
	}
	twins, quadruplets = expect(n-1, int64(v)*6, 2), expect(n-3, int64(v), 4)
	if v < 2 {
		return twins, quadruplets, new(big.Rat)
	}
	return twins, quadruplets, expect(n-7, int64(v)*int64(v-1)/2, 8)
}

// TwinLaw returns the probabilities that a deck of the values 1 to v, four times
// each, has 0, 1, 2, … 3v twins in random order, counted with overlaps. It panics
// unless 1 <= v <= 100.
//
// Glue some pairs of twins together: a value whose four cards are glued to b
// blocks (which C(3,b-1) ways of gluing them in a row do) and 13 values with B
// blocks in all can be put in B!/(b1!·b2!·…) orders. So the sum over all orders of
// the number of ways to choose k of its twins is
//
//	E(k) = B! · [x^B] (Σ C(3,b-1)·x^b/b!)^v  for B = 4v-k
//
// and inclusion and exclusion turn it into the number of orders with exactly t
// twins, Σ (-1)^(k-t)·C(k,t)·E(k).
func TwinLaw(v int) []*big.Rat {
	arg.Range("fair.TwinLaw", "v", v, 1, 100)
	most := 3 * v
	e := make([]*big.Rat, most+1)
	blocks := raised([]*big.Rat{
		new(big.Rat), big.NewRat(1, 1), big.NewRat(3, 2), big.NewRat(3, 6), big.NewRat(1, 24),
	}, v)
	for k := range e {
		e[k] = new(big.Rat).SetInt(factorial(4*v - k))
		e[k].Mul(e[k], blocks[4*v-k])
	}
	// E(0) counts all orders.
	law := make([]*big.Rat, most+1)
	for t := range law {
		law[t] = new(big.Rat)
		for k := t; k <= most; k++ {
			term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(k), int64(t)))
			if (k-t)%2 == 1 {
				term.Neg(term)
			}
			law[t].Add(law[t], term.Mul(term, e[k]))
		}
		law[t].Quo(law[t], e[0])
	}
	return law
}

// raised returns the coefficients of a polynomial raised to a power.
func raised(p []*big.Rat, times int) []*big.Rat {
	product := []*big.Rat{big.NewRat(1, 1)}
	for range times {
		next := make([]*big.Rat, len(product)+len(p)-1)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for i, a := range product {
			for j, b := range p {
				next[i+j].Add(next[i+j], new(big.Rat).Mul(a, b))
			}
		}
		product = next
	}
	return product
}
