package games

import (
	"fmt"
	"math"
	"math/big"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/trials"
)

// sides is how many a die has.
const sides = 6

// Throw is what two dice show, 1 to 6 each.
type Throw [2]int

// Dice throws two dice. It panics when given more than one generator. Without
// one, each call makes a new one, so a loop had better pass its own.
func Dice(rng ...shuffle.PRNG) Throw {
	return throw(shuffle.GeneratorOf("games.Dice", rng))
}

func throw(rng shuffle.PRNG) Throw {
	return Throw{1 + rng.IntN(sides), 1 + rng.IntN(sides)}
}

// Sum returns the sum of the spots, 2 to 12.
func (t Throw) Sum() int { return t[0] + t[1] }

// String returns the spots and their sum, as in "3 + 4 = 7".
func (t Throw) String() string { return fmt.Sprintf("%d + %d = %d", t[0], t[1], t.Sum()) }

// DiceStats throws two dice n times and counts the sums. It runs on all cores;
// see package trials for seeds, progress and interrupts. It panics when n < 0.
func DiceStats(n int, options ...trials.Options) *trials.Result {
	arg.AtLeast("games.DiceStats", "n", n, 0)
	return trials.Run(n, func(rng shuffle.PRNG) int { return throw(rng).Sum() },
		append([]trials.Options{{Label: "throws of two dice"}}, options...)...)
}

// DiceSum returns the probability that two dice add up to sum: of the 36 equally
// likely throws, 6 - |7 - sum| do. It is 0 for impossible sums.
func DiceSum(sum int) *big.Rat {
	ways := 0
	if 2 <= sum && sum <= 2*sides {
		ways = sides - max(sides+1-sum, sum-sides-1)
	}
	return big.NewRat(int64(ways), sides*sides)
}

// IntFromReal turns a real x, greater than 0 and at most 1, into an integer from
// low to high:
//
//	low + ceil(x·(high-low+1)) - 1
//
// Each integer gets an interval of reals of the same length, so all are equally
// likely if the reals are. With a generator whose reals r are at least 0 and
// below 1, pass x = 1 - r. It panics unless 0 < x <= 1 and low <= high, and when
// there are more than 2^53 integers, as generators have no more reals.
func IntFromReal(x float64, low, high int) int {
	const call = "games.IntFromReal"
	if !(x > 0 && x <= 1) {
		arg.Refuse(call, "x = %v, want more than 0 and at most 1", x)
	}
	checkBounds(call, low, high)
	n := uint64(high) - uint64(low) + 1
	if n == 0 || n > 1<<53 {
		arg.Refuse(call, "%d to %d are more integers than the 2^53 reals there are, want fewer", low, high)
	}
	product := x * float64(n)
	steps := math.Ceil(product)
	if steps == product && math.FMA(x, float64(n), -product) > 0 {
		steps++ // the product was rounded down to an integer
	}
	return low + int(steps) - 1
}

// RandomInt draws an integer from low to high, all equally likely. It panics when
// low > high, when there are more than 2^63-1 integers in that range, and when
// given more than one generator.
func RandomInt(low, high int, rng ...shuffle.PRNG) int {
	const call = "games.RandomInt"
	checkBounds(call, low, high)
	n := high - low + 1
	if n < 1 {
		arg.Refuse(call, "%d to %d are too many integers, want at most 2^63-1", low, high)
	}
	return low + shuffle.GeneratorOf(call, rng).IntN(n)
}

func checkBounds(call string, low, high int) {
	if low > high {
		arg.Refuse(call, "low = %d, high = %d, want low at most high", low, high)
	}
}
