package shuffle

import (
	"math/bits"

	"riffle/shuffle/internal/turn"
)

// Slice shuffles any slice in place: every order is equally likely.
//
//	Slice(names)
//	Slice(names, NewPRNG(1))
//
// Up to 65,536 elements it is FisherYates: from the same draws it makes the same
// order, without the copies that FisherYates.On needs. For a larger slice it draws a
// key of four words from the generator, and the order follows from the key and the
// length, whatever the elements are and on however many cores it is made. Up to
// 1,048,576 elements the key is the state of a generator xoshiro256++ for FisherYates
// with three dice a word. More don't fit into a processor's fast memory, where
// FisherYates waits for each element, so they are scattered first: each gets one of 256
// labels, equal labels are gathered, and each of these parts is shuffled by itself. That
// is as fair (C. Radhakrishna Rao, Sankhyā A 23 (1961) 305-307).
//
// Without a generator it draws from a fresh one, as NewDealer does. It panics
// when given more than one generator.
func Slice[T any](s []T, rng ...PRNG) {
	const call = "Slice"
	g := GeneratorOf(call, rng)
	if len(s) <= maxFisherYates {
		fisherYatesOf(s, g)
		return
	}
	shuffleLarge(s, drawKey(g), cores())
}

// shuffleLarge shuffles more than maxFisherYates elements. The key alone decides on the
// order, not the workers.
func shuffleLarge[T any](s []T, key key256, workers int) {
	if len(s) <= threeSides {
		shuffleWindow(s, unlock(key))
	} else {
		scatter(s, key, workers)
	}
}

// Perm returns the ints 0 to n-1 in a random order: every order is equally
// likely. It is Slice of 0, 1, … n-1, so Slice(s) puts s[Perm(n)[i]] into place i,
// given the same draws. It panics unless 0 <= n <= 100,000,000, and when given
// more than one generator.
func Perm(n int, rng ...PRNG) []int {
	const call = "Perm"
	checkRange(call, "n", n, 0, maxLottery)
	g := GeneratorOf(call, rng)
	order := numbers(n)
	Slice(order, g)
	return order
}

// numbers returns the ints 0 to n-1.
func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
		if i%manyElements == 0 {
			turn.Give()
		}
	}
	return all
}

// manyElements is how many elements are worked on between two calls of turn.Give.
const manyElements = 1 << 12

const (
	// maxFisherYates is the largest slice for which Slice draws what FisherYates draws.
	maxFisherYates = 1 << 16
	// threeSides is the largest die for which three rolls share a word: they have at
	// most 2^60 outcomes, so a word is dropped with probability below 2^-4. So many
	// elements of four bytes are shuffled half again as fast as by scattering, of eight
	// bytes about as fast; twice as many are slower.
	threeSides = 1 << 20
)

// shuffleWindow is shuffleFours for up to threeSides elements, with three
// rolls a word while dice are too large for four. It returns the state after the
// draws.
func shuffleWindow[T any](s []T, state xoshiroState) xoshiroState {
	for len(s) > fourSides {
		// The outcomes of the first rolls bound those of all that follow, so that few
		// words need a look at their own.
		most := outcomes(len(s))
		for end := max(fourSides, len(s)-len(s)/16); len(s) > end; {
			n := uint64(len(s))
			word, after := state.next()
			state = after
			k0, rest := bits.Mul64(word, n)
			k1, rest := bits.Mul64(rest, n-1)
			k2, rest := bits.Mul64(rest, n-2)
			if rest < most && !goodThree(rest, len(s)) {
				continue
			}
			s[0], s[k0] = s[k0], s[0]
			s[1], s[k1+1] = s[k1+1], s[1]
			s[2], s[k2+2] = s[k2+2], s[2]
			s = s[3:]
		}
	}
	return shuffleFours(s, state)
}

// outcomes is how many there are of three rolls with n, n-1 and n-2 sides.
func outcomes(n int) uint64 { return uint64(n) * uint64(n-1) * uint64(n-2) }

// goodThree reports whether the last remainder of a word with three rolls keeps them
// uniform, as good does for four.
//
//go:noinline
func goodThree(rest uint64, n int) bool {
	product := outcomes(n)
	return rest >= product || rest >= -product%product
}
