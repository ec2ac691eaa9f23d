package shuffle

import (
	"iter"
	"math/big"
)

// Step is one random step of a shuffle: one of Ways rearrangements, each as
// likely as any other.
type Step struct {
	// Ways is how many there are, at least 1, or 0 if that is more than an int can be.
	Ways int
	// Act makes one of them, for 0 <= way < Ways. What it moves where depends
	// only on the way, never on the cards.
	Act func(deck []int, way int)
	// Moves is set by steps with too many ways to play one by one. For a deck of
	// n cards, it returns how many of them take the card in place from to place
	// to.
	Moves func(n, from, to int) *big.Int
	// Name says what a way does, such as "1↔3" for an exchange of places 1 and
	// 3, counted from 1. It is nil where a way is what IntN(Ways) draws.
	Name func(way int) string
}

// Player is a PRNG that wants to be told what a shuffle does, instead of being
// asked for numbers: package fair uses one to find exact probabilities. A shuffle
// that is a fixed sequence of independent steps describes them to a Player and
// does nothing else. So can a shuffle that draws reals, or draws again until
// something fits, if its results are finitely many and equally likely.
type Player interface {
	// Play makes the steps, one after the other.
	Play(deck []int, steps iter.Seq[Step])
}

// described reports whether rng is a Player, and if so lets it make the steps of
// the plan.
func described(deck []int, rng PRNG, plan func(n int) iter.Seq[Step]) bool {
	player, ok := rng.(Player)
	if ok {
		player.Play(deck, plan(len(deck)))
	}
	return ok
}

// exchanges is the plan of a shuffle that exchanges place i with one of the
// places lo(i) … hi(i)-1, for i = 0, 1, … m-1.
func exchanges(m int, lo, hi func(i int) int) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for i := range m {
			from := lo(i)
			step := Step{Ways: hi(i) - from, Act: func(deck []int, way int) {
				deck[i], deck[from+way] = deck[from+way], deck[i]
			}}
			if !yield(step) {
				return
			}
		}
	}
}

// repeated is the plan of a shuffle that makes the same step m times.
func repeated(m int, step Step) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for range m {
			if !yield(step) {
				return
			}
		}
	}
}

// lift moves the card in place from up to place to, and those between down by
// one.
func lift(deck []int, from, to int) {
	card := deck[from]
	copy(deck[to+1:from+1], deck[to:from])
	deck[to] = card
}
