package shuffle

import "riffle/shuffle/internal/void"

// PRNG is a pseudo-random number generator: started from the same seed, it
// answers the same calls in the same order with the same numbers. Only one
// goroutine at a time may use it.
//
// The methods describe the ideal: independent draws, each value as likely as any
// other. How close a generator comes is its own affair.
type PRNG interface {
	// IntN draws an int from 0 to n-1. It panics when n < 1.
	IntN(n int) int
	// Uint32 draws 32 bits.
	Uint32() uint32
	// Uint64 draws 64 bits.
	Uint64() uint64
	// Float64 draws a number from 0 up to, but not including, 1.
	Float64() float64
	// Name says which generator it is, such as "java.util.Random".
	Name() string
	// Mark remembers the place in the sequence of draws.
	Mark()
	// Rewind goes back to the last Mark, or to the seed if there was none: the
	// same draws follow again.
	Rewind()
}

// missing reports whether there is no generator: nil, or a variable such as rng
// *Java that holds nil.
func missing(rng PRNG) bool {
	if x, ok := rng.(*Xoshiro); ok { // so fast that reflection would show
		return x == nil
	}
	return void.Is(rng)
}

// Source is the least that a generator needs: a method that draws 64 bits.
// FromSource makes a PRNG from it. The sources of math/rand/v2 are Sources.
type Source interface {
	Uint64() uint64
}

// Dicer is a PRNG that rolls many dice in one call, so a shuffle calls it once
// per deck instead of once per card.
type Dicer interface {
	// Dice rolls dice with n, n-1, n-2 and so on sides: roll i is an int from 0
	// to n-i-1. It returns between 1 and k rolls, for 1 <= k <= n; the caller
	// asks again for the rest. The slice is valid until the next call.
	Dice(n, k int) []int
}

// Flipper is a PRNG that flips many fair coins in one call.
type Flipper interface {
	// Flips flips n coins, for 1 <= n <= 64, and returns them as the lowest
	// n bits, 1 for heads; the other bits are 0.
	Flips(n int) uint64
}

// replay is the state of a generator and a copy of it, so that Mark and Rewind
// are one assignment each. A constructor ends with Mark.
type replay[State any] struct {
	now, marked State
}

// Mark remembers the place in the sequence.
func (r *replay[State]) Mark() { r.marked = r.now }

// Rewind goes back to the place of the last Mark, or of the seed when nothing
// was marked.
func (r *replay[State]) Rewind() { r.now = r.marked }

// unit turns 53 random bits into a number in [0, 1).
func unit(bits53 uint64) float64 { return float64(bits53) / (1 << 53) }
