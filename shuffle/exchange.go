package shuffle

import (
	"fmt"
	"iter"
)

// Exchange swaps the cards in two random places, m times. Both places are drawn
// from all n, so a card may be swapped with itself. The n^2m equally likely draws
// can't be shared out evenly among the n! orders, so the shuffle is never quite
// fair, whatever m is, and the original order remains the likeliest. It panics
// unless 0 <= m <= 100,000,000.
func Exchange(m int) Shuffler {
	checkRepeats("Exchange", "m", m)
	steps := func(n int) iter.Seq[Step] { return exchangeSteps(m, n, n) }
	return func(deck []int, rng PRNG) {
		checkDraws("Exchange", rng)
		if len(deck) < 2 || described(deck, rng, steps) {
			return
		}
		for range m {
			a, b := roll("Exchange", rng, len(deck)), roll("Exchange", rng, len(deck))
			deck[a], deck[b] = deck[b], deck[a]
		}
	}
}

// ExchangeDistinct is Exchange with two different places each time. It is worse:
// swapping two cards turns an even order into an odd one and back, so after m
// exchanges half of all orders can't come up. The second place is drawn from the
// other n-1. It panics unless 0 <= m <= 100,000,000.
func ExchangeDistinct(m int) Shuffler {
	checkRepeats("ExchangeDistinct", "m", m)
	steps := func(n int) iter.Seq[Step] { return exchangeSteps(m, n, n-1) }
	return func(deck []int, rng PRNG) {
		checkDraws("ExchangeDistinct", rng)
		if len(deck) < 2 || described(deck, rng, steps) {
			return
		}
		for range m {
			a, b := roll("ExchangeDistinct", rng, len(deck)), roll("ExchangeDistinct", rng, len(deck)-1)
			if b >= a {
				b++
			}
			deck[a], deck[b] = deck[b], deck[a]
		}
	}
}

// exchangeSteps is the plan of m exchanges of n cards, the second of which is
// drawn from all n, or from the n-1 others.
func exchangeSteps(m, n, second int) iter.Seq[Step] {
	places := func(way int) (a, b int) {
		a, b = way/second, way%second
		if second < n && b >= a {
			b++
		}
		return a, b
	}
	return repeated(m, Step{
		Ways: n * second,
		Act: func(deck []int, way int) {
			a, b := places(way)
			deck[a], deck[b] = deck[b], deck[a]
		},
		Name: func(way int) string {
			a, b := places(way)
			return fmt.Sprintf("%d↔%d", a+1, b+1)
		},
	})
}
