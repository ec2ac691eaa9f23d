package shuffle

import "math/bits"

// Slice shuffles any slice in place: every order is equally likely.
//
//	Slice(names)
//	Slice(names, NewPRNG(1))
//
// Up to 65,536 elements it is FisherYates: from the same draws it makes the same
// order, without the copies that FisherYates.On needs. Larger slices don't fit
// into a processor's fast memory, where FisherYates waits for each element; they
// are scattered first (see scatter.go): Slice draws a key of four words from the
// generator, and the order follows from the key and the length, whatever the
// elements are and on however many cores it is made.
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
	scatter(s, drawKey(g), cores())
}

// Perm returns the ints 0 to n-1 in a random order: every order is equally
// likely. It is Slice of 0, 1, … n-1, so Slice(s) puts s[Perm(n)[i]] into place i,
// given the same draws. It panics unless 0 <= n <= 100,000,000, and when given
// more than one generator.
func Perm(n int, rng ...PRNG) []int {
	const call = "Perm"
	checkRange(call, "n", n, 0, maxLottery)
	g := GeneratorOf(call, rng)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	Slice(order, g)
	return order
}

// threeSides is the largest die for which three rolls share a word: they have at
// most 2^57 outcomes, so a word is dropped with probability below 2^-7.
const threeSides = 1 << 19

// shuffleWindow is fisherYatesXoshiro for up to threeSides elements, with three
// rolls a word while dice are too large for four. It returns the state after the
// draws.
func shuffleWindow[T any](s []T, state xoshiroState) xoshiroState {
	for len(s) > fourSides {
		n := uint64(len(s))
		var word uint64
		word, state = state.next()
		k0, rest := bits.Mul64(word, n)
		k1, rest := bits.Mul64(rest, n-1)
		k2, rest := bits.Mul64(rest, n-2)
		if product := n * (n - 1) * (n - 2); rest < product && rest < -product%product {
			continue
		}
		s[0], s[k0] = s[k0], s[0]
		s[1], s[k1+1] = s[k1+1], s[1]
		s[2], s[k2+2] = s[k2+2], s[2]
		s = s[3:]
	}
	x := Xoshiro{replay: replay[xoshiroState]{now: state}}
	fisherYatesXoshiro(s, &x)
	return x.now
}
