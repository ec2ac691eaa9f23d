package check_test

import (
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/check"
	"riffle/shuffle/internal/gallery"
)

// TestGallery: what is right for few cards, where all draws can be played, and wrong for
// more, is found as well.
func TestGallery(t *testing.T) {
	for _, from := range []int{6, 7} {
		for _, s := range gallery.Shuffles {
			r := check.Shuffle(func(deck []int, rng shuffle.PRNG) {
				if len(deck) < from {
					shuffle.FisherYates(deck, rng)
				} else {
					s.F(deck, rng)
				}
			})
			if r.Passed {
				t.Errorf("from %d cards on, %s: %v", from, s.Name, r)
			}
			t.Logf("%d, %s: %v", from, s.Name, r)
		}
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
