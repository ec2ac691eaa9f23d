package shuffle

import (
	"iter"
	"math/bits"
)

// FisherYates is the shuffle to use: every order of the deck is equally likely.
//
// For each place j = 1, 2, … n-1 from the top, it swaps the card there with the
// card in a place drawn from j … n. So the card for place j is equally likely to
// be any of the n-j+1 that are left, and every order comes up with probability
//
//	1/n · 1/(n-1) · … · 1/2 = 1/n!
//
// The last card has no choice, so n-1 draws are enough.
//
// A draw is one IntN(n-j+1), except that generators with batched dice (NewPRNG
// and Stream) make four draws from one word, which gives a different deck.
//
// Source: Richard Durstenfeld, "Algorithm 235: Random permutation",
// Communications of the ACM 7 (1964) 420, after Fisher and Yates, Statistical
// Tables, 1938.
var FisherYates Shuffler = fisherYates[int]

// fisherYates works on any slice, so that dealers can shuffle cards directly.
func fisherYates[T any](s []T, rng PRNG) {
	checkDraws("FisherYates", rng)
	fisherYatesOf(s, rng)
}

// fisherYatesOf is fisherYates with a generator that was checked.
func fisherYatesOf[T any](s []T, rng PRNG) {
	switch g := rng.(type) {
	case *Xoshiro:
		fisherYatesXoshiro(s, g)
	case *Stream:
		fisherYatesStream(s, g)
	case Dicer:
		fisherYatesDice(s, g)
	default:
		if deck, ok := any(s).([]int); ok && described(deck, rng, fisherYatesSteps) {
			return
		}
		for i := 0; i < len(s)-1; i++ {
			k := i + roll("FisherYates", rng, len(s)-i)
			s[i], s[k] = s[k], s[i]
		}
	}
}

func fisherYatesSteps(n int) iter.Seq[Step] {
	return exchanges(n-1, func(i int) int { return i }, func(int) int { return n })
}

// fisherYatesDice does the same with one call for many draws.
func fisherYatesDice[T any](s []T, rng Dicer) {
	for len(s) > 1 {
		rolls := dice("FisherYates", rng, len(s), len(s)-1)
		for i, roll := range rolls {
			s[i], s[i+roll] = s[i+roll], s[i]
		}
		s = s[len(rolls):]
	}
}

// fisherYatesXoshiro is fisherYatesDice with the dice of Xoshiro.Dice rolled in
// registers, twice as fast on a deck of 52.
func fisherYatesXoshiro[T any](s []T, x *Xoshiro) {
	for len(s) > fourSides {
		k := x.IntN(len(s))
		s[0], s[k] = s[k], s[0]
		s = s[1:]
	}
	x.wake()
	x.now = shuffleFours(s, x.now)
}

// shuffleFours is FisherYates for up to fourSides elements, with the dice of batchBox. It
// returns the state after the draws. As the last remainder is the word's product with
// all sides, a word is known to be good before its dice are rolled, and none has to be
// kept.
func shuffleFours[T any](s []T, state xoshiroState) xoshiroState {
	for len(s) > 3 {
		n := uint64(len(s))
		var word uint64
		word, state = state.next()
		product := product4(n)
		if rest := word * product; rest < product && !good(rest, product) {
			continue
		}
		k, word := bits.Mul64(word, n)
		s[0], s[k] = s[k], s[0]
		k, word = bits.Mul64(word, n-1)
		s[1], s[k+1] = s[k+1], s[1]
		k, word = bits.Mul64(word, n-2)
		s[2], s[k+2] = s[k+2], s[2]
		k, _ = bits.Mul64(word, n-3)
		s[3], s[k+3] = s[k+3], s[3]
		s = s[4:]
	}
	for len(s) > 1 { // the last two or three share a word
		n := uint64(len(s))
		var word uint64
		word, state = state.next()
		if good(word*n*(n-1), n*(n-1)) {
			k, rest := bits.Mul64(word, n)
			s[0], s[k] = s[k], s[0]
			k, _ = bits.Mul64(rest, n-1)
			s[1], s[k+1] = s[k+1], s[1]
			break
		}
	}
	return state
}

// fisherYatesStream is fisherYatesDice with the dice of Stream.Dice, rolled as
// above from words that are drawn sixteen at a time.
func fisherYatesStream[T any](s []T, g *Stream) {
	for len(s) > fourSides {
		k := g.IntN(len(s))
		s[0], s[k] = s[k], s[0]
		s = s[1:]
	}
	for len(s) > 3 {
		words := g.box.words[:min(len(s)/4, len(g.box.words))]
		for i := range words {
			words[i] = g.now.Uint64()
		}
		for _, word := range words {
			n := uint64(len(s))
			k0, k1, k2, k3, rest := fourDice(word, n)
			if rest < maxFours && !good(rest, product4(n)) {
				continue
			}
			exchangeFour(s, k0, k1, k2, k3)
			s = s[4:]
		}
	}
	fisherYatesDice(s, g)
}

// fourDice rolls the dice for the next four of n cards, n > 3, and returns the last
// remainder too, which says whether the word is good: see batchBox.
func fourDice(word, n uint64) (k0, k1, k2, k3, rest uint64) {
	k0, rest = bits.Mul64(word, n)
	k1, rest = bits.Mul64(rest, n-1)
	k2, rest = bits.Mul64(rest, n-2)
	k3, rest = bits.Mul64(rest, n-3)
	return k0, k1, k2, k3, rest
}

// product4 is the number of outcomes of four dice with n, n-1, n-2 and n-3 sides.
func product4(n uint64) uint64 {
	m := n * (n - 3)
	return m * (m + 2) // as (n-1)·(n-2) = m + 2
}

// exchangeFour exchanges each of the first four cards with one from there on.
func exchangeFour[T any](s []T, k0, k1, k2, k3 uint64) {
	s[0], s[k0] = s[k0], s[0]
	s[1], s[k1+1] = s[k1+1], s[1]
	s[2], s[k2+2] = s[k2+2], s[2]
	s[3], s[k3+3] = s[k3+3], s[3]
}

// Sattolo is FisherYates with one change that looks like a saving: no card is
// swapped with itself, as the place is drawn from j+1 … n. No card can stay where
// it was, and worse, the only orders that come up are those that move all cards
// round in a single cycle: (n-1)! out of n!, each equally likely.
//
// Source: Sandra Sattolo, "An algorithm to generate a random cyclic
// permutation", Information Processing Letters 22 (1986) 315-317.
var Sattolo Shuffler = func(deck []int, rng PRNG) {
	checkDraws("Sattolo", rng)
	if described(deck, rng, sattoloSteps) {
		return
	}
	for i := 0; i < len(deck)-1; i++ {
		k := i + 1 + roll("Sattolo", rng, len(deck)-i-1)
		deck[i], deck[k] = deck[k], deck[i]
	}
}

func sattoloSteps(n int) iter.Seq[Step] {
	return exchanges(n-1, func(i int) int { return i + 1 }, func(int) int { return n })
}
