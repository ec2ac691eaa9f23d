package fair

import (
	"math"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/tail"
	"riffle/shuffle/trials"
)

const (
	// level is the probability of a false alarm.
	level = 0.05
	// power is how often an effect is to be seen that is there.
	power = 0.9
)

// sample makes the trials of an experiment and returns how many there were: fewer
// than runs when it was stopped. With a generator it makes one after the other.
// Without, they are made on all cores at once, from generators of their own, and
// worker is called once for each core, for what makes its trials: what that counts
// is its own.
func sample(call string, runs int, rng []shuffle.PRNG, worker func() func(shuffle.PRNG)) int {
	arg.AtLeast(call, "runs", runs, 1)
	if len(rng) == 0 {
		return trials.Spread(runs, worker, trials.Options{Label: call})
	}
	g := shuffle.GeneratorOf(call, rng)
	m := trials.Begin(call, runs)
	defer m.End()
	for trial := worker(); m.Next(); {
		trial(g)
	}
	return m.Done()
}

// sampleDecks is sample for trials that shuffle a fresh deck, check it and show it
// to a function that counts it.
func sampleDecks(call string, s Shuffle, n, runs int, rng []shuffle.PRNG, counter func() func(deck []int)) int {
	return sample(call, runs, rng, func() func(shuffle.PRNG) { return sampler(call, s, n, counter()) })
}

// sampler returns a function that shuffles a fresh deck, checks it and shows it.
func sampler(call string, s Shuffle, n int, count func(deck []int)) func(rng shuffle.PRNG) {
	fresh, deck := identity(n), make([]int, n)
	lastSeen := make([]int, n+1) // by card, the number of the deck
	number := 0
	return func(rng shuffle.PRNG) {
		number++
		copy(deck, fresh)
		s(deck, rng)
		for _, card := range deck {
			if card < 1 || card > n || lastSeen[card] == number {
				checkOrder(call, deck)
			}
			lastSeen[card] = number
		}
		count(deck)
	}
}

// chiTest is Pearson's chi-square test.
type chiTest struct {
	// ChiSquare is the sum of (observed-expected)²/expected over all cells.
	ChiSquare float64
	// Freedom is the degrees of freedom: what chi-square is on average, if
	// chance alone is at work.
	Freedom int
}

// tail is the probability that chance alone gives a chi-square as large.
func (c chiTest) tail() float64 { return tail.ChiSquare(c.ChiSquare, c.Freedom) }

// runsNeeded is how many runs it takes to see an effect of the size found in so
// many runs, as trials.RunsToSee has it. In N runs an effect of size w adds N·w²
// to the mean of chi-square, so that w² is estimated by the excess over the
// degrees of freedom, divided by the runs. It is +Inf without an excess.
//
// For the needed excess L, the power is reached where the lower tail of
// noncentral chi-square meets the upper of the central one, both nearly normal:
//
//	f + L - 1.28·sqrt(2(f+2L)) = f + 1.64·sqrt(2f)
func (c chiTest) runsNeeded(runs int) float64 {
	f := float64(c.Freedom)
	excess := c.ChiSquare - f
	if excess <= 1e-9*f { // or what rounding makes of 0
		return math.Inf(1)
	}
	need := 0.0
	for range 60 {
		need = tail.Z(level)*math.Sqrt(2*f) + tail.Z(1-power)*math.Sqrt(2*(f+2*need))
	}
	return math.Ceil(need / excess * float64(runs))
}
