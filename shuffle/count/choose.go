package count

import (
	"math/big"

	"riffle/shuffle/internal/arg"
)

// maxFactorial bounds n!; it has almost half a million digits there.
const maxFactorial = 100_000

// Factorial returns n! = 1·2·3·…·n, the number of orders of n cards. It panics
// unless 0 <= n <= 100,000.
func Factorial(n int) *big.Int {
	arg.Range("count.Factorial", "n", n, 0, maxFactorial)
	return factorial(n)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// Permutations returns n!/(n-k)! = n·(n-1)·…·(n-k+1), the number of ways to deal
// k of n cards one after the other when order counts. It panics when n < 0, and
// unless 0 <= k <= 100,000. It is 0 when k > n.
func Permutations(n, k int) *big.Int {
	const call = "count.Permutations"
	arg.AtLeast(call, "n", n, 0)
	arg.Range(call, "k", k, 0, maxFactorial)
	return permutations(n, k)
}

func permutations(n, k int) *big.Int {
	switch {
	case k > n:
		return new(big.Int)
	case k == 0:
		return big.NewInt(1) // where n+1 may overflow
	}
	return new(big.Int).MulRange(int64(n-k)+1, int64(n))
}

// Choose returns n!/(k!·(n-k)!), the number of ways to pick k of n numbers when
// order doesn't count. It panics when n < 0 or k < 0, and when both k and n-k
// exceed 100,000. It is 0 when k > n.
func Choose(n, k int) *big.Int {
	const call = "count.Choose"
	arg.AtLeast(call, "n", n, 0)
	arg.AtLeast(call, "k", k, 0)
	if k > n {
		return new(big.Int)
	}
	k = min(k, n-k)
	if k > maxFactorial {
		arg.Refuse(call, "k and n-k exceed %d, want one of them no larger", maxFactorial)
	}
	return quotient(permutations(n, k), factorial(k))
}

// Arrangements returns (a+b+c+…)!/(a!·b!·c!·…), the number of ways to arrange a
// cards of one kind, b of another, and so on, when cards of a kind look alike. A
// deck in which only ranks count has 13 kinds of 4 cards. It panics when a group
// is negative, and when they add up to more than 100,000.
func Arrangements(groups ...int) *big.Int {
	const call = "count.Arrangements"
	total, below := 0, big.NewInt(1)
	for _, g := range groups {
		arg.Range(call, "group", g, 0, maxFactorial)
		total += g
		arg.Range(call, "total", total, 0, maxFactorial)
		below.Mul(below, factorial(g))
	}
	return quotient(factorial(total), below)
}

// quotient divides a by b, which is known to divide it.
func quotient(a, b *big.Int) *big.Int { return new(big.Int).Quo(a, b) }
