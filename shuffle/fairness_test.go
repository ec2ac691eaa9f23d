package shuffle

import (
	"math"
	"slices"
	"testing"
)

// chiSquare returns Pearson's statistic of counts that should be equal.
func chiSquare(counts []int, total int) float64 {
	want := float64(total) / float64(len(counts))
	chi := 0.0
	for _, n := range counts {
		d := float64(n) - want
		chi += d * d / want
	}
	return chi
}

// upperTail is the probability that chi-square with so many degrees of freedom
// exceeds chi, by the cube-root approximation of Wilson and Hilferty, which is
// good to three digits for 20 and more.
func upperTail(chi float64, freedom int) float64 {
	v := 2 / (9 * float64(freedom))
	z := (math.Cbrt(chi/float64(freedom)) - (1 - v)) / math.Sqrt(v)
	return math.Erfc(z/math.Sqrt2) / 2
}

// checkUniform runs many chi-square tests. One test may fail by chance; but the
// probabilities of their results must be uniform themselves, which is a
// chi-square test of the chi-squares.
func checkUniform(t *testing.T, cells, rounds int, cell func() int) {
	t.Helper()
	const tests, bins = 400, 20
	tails := make([]int, bins)
	for range tests {
		counts := make([]int, cells)
		for range rounds {
			counts[cell()]++
		}
		tail := upperTail(chiSquare(counts, rounds), cells-1)
		tails[min(int(tail*bins), bins-1)]++
	}
	// 19 degrees of freedom: 3.6 and 50 have tails of 10^-4 and 1.3·10^-4.
	if chi := chiSquare(tails, tests); chi < 3.6 || chi > 50 {
		t.Errorf("chi-square of chi-squares is %.1f, want about %d: %v", chi, bins-1, tails)
	}
}

// rank numbers the orders of a small deck.
func rank(deck []int) int {
	r := 0
	for i, c := range deck {
		smaller := 0
		for _, d := range deck[i+1:] {
			if d < c {
				smaller++
			}
		}
		r = r*(len(deck)-i) + smaller
	}
	return r
}

func TestGeneratorsAreUniform(t *testing.T) {
	for name, g := range map[string]PRNG{
		"NewPRNG": NewPRNG(11), "StreamOf": StreamOf(11, 0), "FromSource": FromSource(PCG(11, 12)), "MT19937": MT19937(11),
		"JavaRandom": JavaRandom(11), "CommonsMersenneTwister": CommonsMersenneTwister(11), "PCG": PCG(11, 12),
	} {
		t.Run(name, func(t *testing.T) { checkUniform(t, 52, 2000, func() int { return g.IntN(52) }) })
	}
}

// All orders of five, with batched dice and without.
func TestShufflesAreUniform(t *testing.T) {
	for name, g := range map[string]PRNG{"batched": NewPRNG(21), "stream": StreamOf(21, 0), "one by one": PCG(21, 22)} {
		for kind, s := range map[string]Shuffler{"FisherYates": FisherYates, "SortShuffle": SortShuffle} {
			deck := ints(0, 5)
			t.Run(kind+" "+name, func(t *testing.T) {
				checkUniform(t, 120, 1200, func() int {
					s(deck, g)
					return rank(deck)
				})
			})
		}
	}
}

// The first and the last card of a whole deck, at places that are rolled with
// different words.
func TestBatchedDeckIsUniform(t *testing.T) {
	g := NewPRNG(31)
	deck := ints(0, 52)
	for _, place := range []int{0, 3, 4, 25, 48, 51} {
		checkUniform(t, 52, 1000, func() int {
			FisherYates(deck, g)
			return slices.Index(deck, place)
		})
	}
}

// A biased shuffle fails the same test, which shows that the test can tell.
func TestNaiveIsNotUniform(t *testing.T) {
	g, counts := NewPRNG(41), make([]int, 120)
	for range 20_000 {
		deck := ints(0, 5)
		Naive(deck, g)
		counts[rank(deck)]++
	}
	if tail := upperTail(chiSquare(counts, 20_000), 119); tail > 1e-6 {
		t.Errorf("naive passes with probability %g", tail)
	}
}
