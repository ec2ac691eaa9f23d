package shuffle

import (
	"cmp"
	"iter"
	"slices"
)

// SortShuffle gives each card a random number from 0 to 1 and sorts the deck by
// the numbers. As long as they all differ, every order is equally likely, because
// every order of n independent numbers is. Two cards with the same number keep
// their order, which is unfair. With 2^53 numbers this happens once in 7·10^12
// decks of 52; with the numbers of a poor generator, often. It takes time
// proportional to n·log n; FisherYates takes n.
var SortShuffle Shuffler = func(deck []int, rng PRNG) {
	checkDraws("SortShuffle", rng)
	if described(deck, rng, sortSteps) {
		return
	}
	sortBy(deck, rng.Float64)
}

// sortSteps takes the numbers for ideal ones, reals that are never equal. Among
// the first i+1 of them the last has each rank with the same probability,
// whatever the order of the others: its card goes up to that place.
func sortSteps(n int) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for i := 1; i < n; i++ {
			if !yield(Step{Ways: i + 1, Act: func(deck []int, rank int) { lift(deck, i, rank) }}) {
				return
			}
		}
	}
}

// SortShuffleKeys is SortShuffle with few numbers: each card draws one of 0 …
// keys-1. It shows what ties do. Cards that draw the same number keep their
// order, so with keys = 1 nothing moves, and the original order is always the
// likeliest. It panics when keys < 1.
func SortShuffleKeys(keys int) Shuffler {
	if keys < 1 {
		refuse("SortShuffleKeys", "keys = %d, want at least 1", keys)
	}
	return func(deck []int, rng PRNG) {
		checkDraws("SortShuffleKeys", rng)
		sortBy(deck, func() int { return rng.IntN(keys) })
	}
}

// sortBy sorts the deck by a number drawn for each card.
func sortBy[K cmp.Ordered](deck []int, draw func() K) {
	type numbered struct {
		key  K
		card int
	}
	cards := make([]numbered, len(deck))
	for i, card := range deck {
		cards[i] = numbered{draw(), card}
	}
	slices.SortStableFunc(cards, func(a, b numbered) int { return cmp.Compare(a.key, b.key) })
	for i, c := range cards {
		deck[i] = c.card
	}
}

// RandomComparator sorts the deck with a comparison that tosses a coin, as
// programs do that pass a random comparator to a sorting function. A comparison
// that contradicts itself can't give a fair order. Here the sort is an insertion
// sort: card i moves up past the card above it with probability 1/2, past the
// next with 1/4 and so on, so cards hardly leave their places, and the last one
// stays last half of the time. A toss is a draw of IntN(2).
//
// The browser ballot of 2010, a page that offered users of Windows in Europe a
// choice of browsers in random order, sorted them this way for its first weeks.
//
// Source: Rob Weir, "Doing the Microsoft Shuffle: Algorithm Fail in Browser Ballot",
// 27 February 2010, http://www.robweir.com/blog/2010/02/microsoft-random-browser-ballot.html.
var RandomComparator Shuffler = func(deck []int, rng PRNG) {
	checkDraws("RandomComparator", rng)
	for i := 1; i < len(deck); i++ {
		for j := i; j > 0 && rng.IntN(2) == 1; j-- {
			deck[j], deck[j-1] = deck[j-1], deck[j]
		}
	}
}
