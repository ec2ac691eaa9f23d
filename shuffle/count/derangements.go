package count

import (
	"math/big"

	"riffle/shuffle/internal/arg"
)

// maxDerangements bounds the recurrence, which takes n steps.
const maxDerangements = 10_000

// Derangements returns how many of the n! orders leave no card where it was:
//
//	D(n) = n·D(n-1) + (-1)^n,  D(0) = 1
//
// It panics unless 0 <= n <= 10,000.
//
// Source: Pierre Rémond de Montmort, Essay d'analyse sur les jeux de hazard,
// 1708; the recurrence is Euler's.
func Derangements(n int) *big.Int {
	arg.Range("count.Derangements", "n", n, 0, maxDerangements)
	return derangements(n)
}

func derangements(n int) *big.Int {
	d, sign := big.NewInt(1), big.NewInt(1)
	for i := 1; i <= n; i++ {
		sign.Neg(sign)
		d.Mul(d, big.NewInt(int64(i))).Add(d, sign)
	}
	return d
}

// DerangementShare returns the probability D(n)/n! that a fair shuffle leaves no
// card where it was. It quickly approaches 1/e = 0.3679. It panics unless 0 <= n
// <= 10,000.
func DerangementShare(n int) *big.Rat {
	arg.Range("count.DerangementShare", "n", n, 0, maxDerangements)
	return new(big.Rat).SetFrac(derangements(n), factorial(n))
}
