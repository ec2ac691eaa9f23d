package check_test

import (
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/check"
	"riffle/shuffle/internal/gallery"
)

// from is a shuffle that is right for fewer cards.
func from(least int, wrong func(deck []int, rng shuffle.PRNG)) func(deck []int, rng shuffle.PRNG) {
	return func(deck []int, rng shuffle.PRNG) {
		if len(deck) < least {
			shuffle.FisherYates(deck, rng)
		} else {
			wrong(deck, rng)
		}
	}
}

// TestGallery: what is right for few cards, where all draws can be played, and wrong for
// more, is found as well.
func TestGallery(t *testing.T) {
	for _, s := range gallery.Shuffles {
		r := check.Shuffle(from(7, s.F))
		if r.Passed {
			t.Errorf("from 7 cards on, %s: %v", s.Name, r)
		}
		t.Logf("%s: %v", s.Name, r)
	}
	for _, l := range gallery.Lotteries {
		r := check.Lottery(func(n, k int, rng shuffle.PRNG) []int {
			if n < 7 {
				return shuffle.NewLottery(n, rng).Pick(k)
			}
			return l.F(n, k, rng)
		})
		if r.Passed {
			t.Errorf("from 7 numbers on, %s: %v", l.Name, r)
		}
		t.Logf("%s: %v", l.Name, r)
	}
}
