package shuffle

import (
	"iter"
	"slices"
)

// Selection picks random places of the deck again and again; the card there,
// unless it was picked before, goes below those already picked. Every order is
// equally likely, at a price: once i of n cards have been picked, a place is new
// with probability (n-i)/n, so on average
//
//	n/n + n/(n-1) + … + n/1 = n·H(n)
//
// draws are needed: 236 for a deck of 52, and n for the last card alone.
//
// Selection panics when the generator doesn't hit an unpicked card for a very
// long time, because some places never come up.
//
// Source: the case study "The Shuffler's Dilemma" of Michael Clancy and Marcia
// Linn; n·H(n) is the coupon collector's number.
var Selection Shuffler = func(deck []int, rng PRNG) {
	checkDraws("Selection", rng)
	if described(deck, rng, selectionSteps) {
		return
	}
	shuffled := make([]int, 0, len(deck))
	picked := make([]bool, len(deck))
	for range deck {
		at := findUnpicked(picked, rng)
		picked[at] = true
		shuffled = append(shuffled, deck[at])
	}
	copy(deck, shuffled)
}

// selectionSteps leaves out the misses: drawing until a place is new gives each
// new place the same probability.
func selectionSteps(n int) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for i := range n - 1 {
			if !yield(Step{Ways: n - i, Act: func(deck []int, way int) { lift(deck, i+way, i) }}) {
				return
			}
		}
	}
}

// findUnpicked draws places until one is not picked.
func findUnpicked(picked []bool, rng PRNG) int {
	n := len(picked)
	// One of n places is new; that patience·n fair draws miss it has
	// probability (1-1/n)^(patience·n) < e^-patience.
	for range patience * n {
		if at := roll("Selection", rng, n); !picked[at] {
			return at
		}
	}
	refuse("Selection", "%s drew %d places and none was new: it doesn't reach all %d", rng.Name(), patience*n, n)
	return 0
}

// EfficientSelection is Selection without the misses: it picks one of the
// remaining cards, swaps it with the last of them, and leaves it out from then
// on. For k = n-1 … 1 it swaps place k with a place drawn from 0 … k. Every order
// is equally likely. It is FisherYates from the bottom up, and what Java's
// Collections.shuffle and Python's random.shuffle do.
var EfficientSelection Shuffler = func(deck []int, rng PRNG) {
	checkDraws("EfficientSelection", rng)
	if described(deck, rng, efficientSelectionSteps) {
		return
	}
	for k := len(deck) - 1; k > 0; k-- {
		r := roll("EfficientSelection", rng, k+1)
		deck[k], deck[r] = deck[r], deck[k]
	}
}

func efficientSelectionSteps(n int) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for k := n - 1; k > 0; k-- {
			if !yield(Step{Ways: k + 1, Act: func(deck []int, r int) { deck[k], deck[r] = deck[r], deck[k] }}) {
				return
			}
		}
	}
}

// EfficientSelectionDown is EfficientSelection with a second deck, filled from
// the top: the picked card goes there, and the last unpicked card takes its
// place. From the same draws it makes the reverse of EfficientSelection's deck.
// It draws n times, the last time from a single card.
var EfficientSelectionDown Shuffler = func(deck []int, rng PRNG) {
	checkDraws("EfficientSelectionDown", rng)
	left := slices.Clone(deck)
	for i := range deck {
		r, last := roll("EfficientSelectionDown", rng, len(left)), len(left)-1
		deck[i], left[r] = left[r], left[last]
		left = left[:last]
	}
}
