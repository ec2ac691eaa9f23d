package fair

import (
	"math"

	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/tail"
)

// Whatever samples calls a shuffle, a lottery or a generator unfair by the rule of package
// proof. P is corrected for the number of tests. That of chi-square is exact enough for a
// false alarm in 100,000 if there are enough counts; with fewer, P is an exact bound of what
// is furthest off. doc/fairness.md says how that was measured.

// suspicion is a verdict that names what is furthest off, as far as P proves it.
func suspicion(p float64, text string) string {
	if proof.Suspected(p) {
		return "suspicious: " + text + ": more runs tell"
	}
	return text
}

// enough reports whether there are enough counts for chi-square: 5 a cell, or one in each of
// 720 cells or more, as of 6 cards.
func enough(counts, cells int) bool {
	return counts >= 5*cells || cells >= 720 && counts >= cells
}

// chance is the probability that counts in equally likely cells are as uneven by chance:
// chi-square's or, with too few counts for it, a bound by the count that is furthest off
// (Bonferroni).
func chance(chi chiTest, worst, runs, cells int) float64 {
	if enough(runs, cells) {
		return chi.tail()
	}
	return math.Min(1, tail.Binomial(worst, runs, 1/float64(cells))*float64(cells))
}
