package count

import (
	"math/big"

	"riffle/shuffle/internal/arg"
)

// maxSelection bounds sums of fractions with growing denominators.
const maxSelection = 10_000

// SelectionCalls returns how many draws the selection shuffle of n cards needs
// on average. With i cards picked, a draw finds a new one with probability
// (n-i)/n, which takes n/(n-i) draws on average; the sum is
//
//	n/n + n/(n-1) + … + n/1 = n·H(n)
//
// It panics unless 0 <= n <= 10,000.
func SelectionCalls(n int) *big.Rat {
	arg.Range("count.SelectionCalls", "n", n, 0, maxSelection)
	return sumOver(n, func(left int64) *big.Rat { return big.NewRat(int64(n), left) })
}

// SelectionVariance returns the variance of the number of draws that the
// selection shuffle of n cards needs. The waits for a new card are independent,
// and one with probability p of success has the variance (1-p)/p². It panics
// unless 0 <= n <= 10,000.
func SelectionVariance(n int) *big.Rat {
	arg.Range("count.SelectionVariance", "n", n, 0, maxSelection)
	return sumOver(n, func(left int64) *big.Rat {
		// p = left/n: (1-p)/p² = (n-left)·n/left².
		return big.NewRat((int64(n)-left)*int64(n), left*left)
	})
}

// sumOver adds term(left) for left = 1 … n. Halving the range keeps most of the
// fractions short.
func sumOver(n int, term func(left int64) *big.Rat) *big.Rat {
	return sumRange(1, int64(n), term)
}

func sumRange(from, to int64, term func(int64) *big.Rat) *big.Rat {
	switch {
	case from > to:
		return new(big.Rat)
	case from == to:
		return term(from)
	}
	middle := (from + to) / 2
	low := sumRange(from, middle, term)
	return low.Add(low, sumRange(middle+1, to, term))
}
