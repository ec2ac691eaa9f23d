package fair

import (
	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Shuffle is what the functions here measure: a function of your own that
// rearranges a deck with numbers drawn from a generator, or a Shuffler of package
// shuffle.
//
//	func mine(deck []int, rng shuffle.PRNG) { … }
type Shuffle = func(deck []int, rng shuffle.PRNG)

// maxCards is the largest deck that any function here takes.
const maxCards = 1000

// checkShuffle refuses a nil function and a size of deck out of range.
func checkShuffle(call string, s Shuffle, n, least, most int) {
	if s == nil {
		arg.Refuse(call, "the shuffle is nil, want a function of a deck and a generator")
	}
	arg.Range(call, "n", n, least, most)
}
