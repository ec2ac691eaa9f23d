package games

import (
	"math"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// What a coin shows.
const (
	Heads = "heads"
	Tails = "tails"
)

// Flip flips a weighted coin that turns up heads twice as often as tails, and
// returns "heads" or "tails". It draws a real from 0 to 1, and shows heads below
// 2/3. FlipInt and FlipZero are other ways to make such a coin, which flip
// differently with the same generator. It panics when given more than one
// generator.
func Flip(rng ...shuffle.PRNG) string {
	return coin(shuffle.GeneratorOf("games.Flip", rng).Float64() < 2.0/3)
}

// FlipInt flips the coin of Flip with an integer below 3: heads for 0 and 1. It
// panics when given more than one generator.
func FlipInt(rng ...shuffle.PRNG) string {
	return coin(shuffle.GeneratorOf("games.FlipInt", rng).IntN(3) < 2)
}

// FlipZero flips the coin of Flip with an integer below 3: tails for 0. It panics
// when given more than one generator.
func FlipZero(rng ...shuffle.PRNG) string {
	return coin(shuffle.GeneratorOf("games.FlipZero", rng).IntN(3) != 0)
}

// FlipReal returns what Flip makes of a real: heads below 2/3, otherwise tails.
// It panics unless 0 <= x < 1.
func FlipReal(x float64) string {
	if !(x >= 0 && x < 1) {
		arg.Refuse("games.FlipReal", "x = %v, want 0 up to, but not including, 1", x)
	}
	return coin(x < 2.0/3)
}

// FlipWeighted flips a coin that turns up heads with probability p. It panics
// unless 0 <= p <= 1, and when given more than one generator.
func FlipWeighted(p float64, rng ...shuffle.PRNG) string {
	const call = "games.FlipWeighted"
	if math.IsNaN(p) || p < 0 || p > 1 {
		arg.Refuse(call, "p = %v, want 0 to 1", p)
	}
	return coin(shuffle.GeneratorOf(call, rng).Float64() < p)
}

func coin(heads bool) string {
	if heads {
		return Heads
	}
	return Tails
}
