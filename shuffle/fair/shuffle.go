package fair

import (
	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
)

// Shuffle is what the functions here measure, as they call it: a Shuffler of package
// shuffle, or a function of your own that rearranges a deck with numbers drawn from a
// generator.
//
//	func mine(deck []int, rng shuffle.PRNG) { … }
//
// They take other functions that shuffle as well, as they are: of a deck of any type, which
// is rearranged or returned; of a number of cards; a method value such as deck.shuffle,
// whose deck stays as it is; a function of no parameters that returns a deck or shuffles a
// variable of the session's. In riffle their draws may come from math/rand, math/rand/v2,
// crypto/rand or NewPRNG. A compiled program can't follow those; there, the function must
// take a generator: a PRNG, a *rand.Rand or a func(n int) int.
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

// sized is a function's shuffle, and the number of cards to measure it with: n or, without
// one, its own.
func sized(call string, f any, n []int) (s *adapt.Shuffle, cards int) {
	s = adapt.ShuffleOf(call, f)
	switch {
	case len(n) > 1:
		arg.Refuse(call, "%d numbers of cards, want one", len(n))
	case len(n) == 1:
		return s, n[0]
	case s.Own == 0:
		arg.Refuse(call, "n is missing: say how many cards to shuffle, such as %s(f, 4)", call)
	}
	return s, s.Own
}

// inTurn is the generator of a sample, which is made on all cores if there is none: unless
// the function isn't plain, so that its draws or its deck may be anyone's.
func inTurn(call string, plain bool, rng []shuffle.PRNG) []shuffle.PRNG {
	if !plain && len(rng) == 0 {
		return []shuffle.PRNG{shuffle.GeneratorOf(call, nil)}
	}
	return rng
}
