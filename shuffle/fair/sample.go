package fair

import (
	"math"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/proof"
	"riffle/shuffle/internal/tail"
	"riffle/shuffle/trials"
)

// sample makes the trials of an experiment that counts in some number of cells.
// It returns the counts, and how many trials it made: fewer than runs if it was
// stopped. With a generator it makes one after the other. Without one it uses all
// cores, each with generators of its own, and calls worker once for each, to get a
// function that makes its trials, with its own counts.
func sample(call string, runs int, rng []shuffle.PRNG, size int, worker func(counts []int) func(shuffle.PRNG)) (counts []int, made int) {
	t, made := tallied(call, runs, rng, func() trials.Tally {
		counts := make([]int, size)
		return &cells{counts, worker(counts)}
	})
	return t.(*cells).counts, made
}

// tallied is sample for any tally.
func tallied(call string, runs int, rng []shuffle.PRNG, empty func() trials.Tally) (t trials.Tally, made int) {
	arg.AtLeast(call, "runs", runs, 1)
	if len(rng) == 0 {
		t, r := trials.Count(runs, empty, trials.Options{Label: call})
		return t, r.Runs
	}
	g := shuffle.GeneratorOf(call, rng)
	m := trials.Begin(call, runs)
	defer m.End()
	t = empty()
	for m.Next() {
		t.Trial(m.Done()-1, g)
	}
	return t, m.Done()
}

// sampleDecks is sample for trials that shuffle a fresh deck, check it and pass
// it to a function that counts it.
func sampleDecks(call string, s Shuffle, n, runs int, rng []shuffle.PRNG, size int, counter func(counts []int) func(deck []int)) (counts []int, made int) {
	return sample(call, runs, rng, size, func(counts []int) func(shuffle.PRNG) { return sampler(call, s, n, counter(counts)) })
}

// sampler returns a function that shuffles a fresh deck, checks it and passes it
// to count.
func sampler(call string, s Shuffle, n int, count func(deck []int)) func(rng shuffle.PRNG) {
	fresh, deck := identity(n), make([]int, n)
	whole := wholeDeck(n)
	return func(rng shuffle.PRNG) {
		copy(deck, fresh)
		s(deck, rng)
		if !whole(deck) {
			checkOrder(call, deck)
		}
		count(deck)
	}
}

// wholeDeck returns a function that reports whether a deck still has all cards
// from 1 to n.
func wholeDeck(n int) func(deck []int) bool {
	if n <= 64 {
		all := ^uint64(0) >> (64 - n)
		return func(deck []int) bool {
			seen := uint64(0)
			for _, card := range deck {
				seen |= 1 << uint(card-1) // nothing for a card above 64 or below 1
			}
			return seen == all
		}
	}
	lastSeen := make([]int, n+1) // by card, the number of the deck where it was last seen
	number := 0
	return func(deck []int) bool {
		number++
		for _, card := range deck {
			if card < 1 || card > n || lastSeen[card] == number {
				return false
			}
			lastSeen[card] = number
		}
		return true
	}
}

// chiTest is Pearson's chi-square test.
type chiTest struct {
	// ChiSquare is the sum of (observed-expected)²/expected over all cells.
	ChiSquare float64
	// Freedom is the degrees of freedom: the average of chi-square if chance
	// alone is at work.
	Freedom int
}

// tail is the probability that chance alone gives a chi-square this large.
func (c chiTest) tail() float64 { return tail.ChiSquare(c.ChiSquare, c.Freedom) }

// runsNeeded is how many runs it takes to detect an effect of the size found in
// this number of runs, as in trials.RunsToSee. In N runs an effect of size w adds
// N·w² to the mean of chi-square, so the excess over the degrees of freedom,
// divided by the runs, estimates w². Without an excess it is +Inf. Detected is what
// proves.
//
// The needed excess L is where the lower tail of the noncentral chi-square, which is
// nearly normal, meets the chi-square that proves something:
//
//	f + L - 1.28·sqrt(2(f+2L)) = least
func (c chiTest) runsNeeded(runs int) float64 {
	f := float64(c.Freedom)
	excess := c.ChiSquare - f
	if excess <= 1e-9*f { // or what rounding makes of 0
		return math.Inf(1)
	}
	need, least := 0.0, c.proving()
	for range 60 {
		need = least - f + tail.Z(1-proof.Power)*math.Sqrt(2*(f+2*need))
	}
	return math.Ceil(need / excess * float64(runs))
}

// proving is the least chi-square that proves something, between the degrees of freedom f
// and f + 10·sqrt(2f) + 40.
func (c chiTest) proving() float64 {
	f := float64(c.Freedom)
	low, high := f, f+10*math.Sqrt(2*f)+40
	for range 60 {
		if mid := (low + high) / 2; proof.Shown(tail.ChiSquare(mid, c.Freedom)) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
