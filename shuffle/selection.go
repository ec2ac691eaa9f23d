package shuffle

import (
	"iter"
	"slices"
)

// Selection picks a random place of the deck again and again; the card found
// there, unless it was picked before, goes below those already picked. Every
// order is equally likely, at a price: when i of n cards are picked, a place is
// new with probability (n-i)/n, so that on average
//
//	n/n + n/(n-1) + … + n/1 = n·H(n)
//
// draws are needed, 236 for a deck of 52, and the last card alone needs n.
//
// Selection panics when the generator doesn't find an unpicked card for a very
// long time, because some places never come.
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

// selectionSteps leaves out the misses: a place that is drawn until it is new is
// any of the new ones with the same probability.
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
		if at := rng.IntN(n); !picked[at] {
			return at
		}
	}
	refuse("Selection", "%s drew %d places and none was new: it doesn't reach all %d", rng.Name(), patience*n, n)
	return 0
}

// EfficientSelection is Selection without its misses: a card is picked among
// those that are left, exchanged with the last of them, and left out from then
// on. For k = n-1 … 1 it exchanges place k with a place drawn from 0 … k. Every
// order is equally likely. It is FisherYates from the bottom up, and what Java's
// Collections.shuffle does.
var EfficientSelection Shuffler = func(deck []int, rng PRNG) {
	checkDraws("EfficientSelection", rng)
	if described(deck, rng, efficientSelectionSteps) {
		return
	}
	for k := len(deck) - 1; k > 0; k-- {
		r := rng.IntN(k + 1)
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

// EfficientSelectionDown is EfficientSelection with a second deck that is filled
// from the top: the picked card goes there, and the last unpicked one into its
// place. On the same draws it gives the reverse of EfficientSelection's deck. It
// draws n times, the last time among one card.
var EfficientSelectionDown Shuffler = func(deck []int, rng PRNG) {
	checkDraws("EfficientSelectionDown", rng)
	left := slices.Clone(deck)
	for i := range deck {
		r, last := rng.IntN(len(left)), len(left)-1
		deck[i], left[r] = left[r], left[last]
		left = left[:last]
	}
}
