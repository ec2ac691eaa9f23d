package fair

import (
	"math"

	"riffle/shuffle/internal/tail"
)

// Whatever samples says by one rule whether it proves a shuffle, a lottery or a generator
// wrong: if P, corrected for the number of tests, is below surely. Below doubtful it is
// suspicious, and more runs tell. A right one gets below surely
// once in a million times, if P is exact. That of chi-square is exact enough for once in
// 100,000 times if there are enough counts; with fewer, P is an exact bound of what is
// furthest off. doc/fairness.md says how that was measured.

const (
	// surely is the P below which a sample proves something: that of package check, too.
	surely = 1e-6
	// doubtful is the P below which it is worth more runs.
	doubtful = 1e-3
	// power is how often a real effect should be detected.
	power = 0.9
)

// suspects reports whether a P proves nothing, but is worth more runs.
func suspects(p float64) bool { return !proves(p) && p < doubtful }

// suspicion is a verdict that names what is furthest off, as far as P proves it.
func suspicion(p float64, text string) string {
	if suspects(p) {
		return "suspicious: " + text + ": more runs tell"
	}
	return text
}

// enough reports whether there are enough counts for chi-square: 5 a cell, or one in each of
// 720 cells or more, as of 6 cards.
func enough(counts, cells int) bool {
	return counts >= 5*cells || cells >= 720 && counts >= cells
}

// proves reports whether a P, corrected for the number of tests, proves that something is
// wrong.
func proves(p float64) bool { return p < surely }

// chance is the probability that counts in equally likely cells are as uneven by chance:
// chi-square's or, with too few counts for it, a bound by the count that is furthest off
// (Bonferroni).
func chance(chi chiTest, worst, runs, cells int) float64 {
	if enough(runs, cells) {
		return chi.tail()
	}
	return math.Min(1, tail.Binomial(worst, runs, 1/float64(cells))*float64(cells))
}
