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

// sampleDecks shuffles a fresh deck again and again and shows each result to
// look. It returns how many there were: fewer than runs when the experiment was
// stopped. The decks are checked.
func sampleDecks(call string, s Shuffle, n, runs int, rng []shuffle.PRNG, look func(deck []int)) int {
	arg.AtLeast(call, "runs", runs, 1)
	g := shuffle.GeneratorOf(call, rng)
	m := trials.Begin(call, runs)
	defer m.End()
	fresh, deck := identity(n), make([]int, n)
	lastSeen := make([]int, n+1) // by card, the number of the deck
	for m.Next() {
		copy(deck, fresh)
		s(deck, g)
		for _, card := range deck {
			if card < 1 || card > n || lastSeen[card] == m.Done() {
				checkOrder(call, deck)
			}
			lastSeen[card] = m.Done()
		}
		look(deck)
	}
	return m.Done()
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
	excess := c.ChiSquare - float64(c.Freedom)
	if excess <= 0 {
		return math.Inf(1)
	}
	f := float64(c.Freedom)
	need := 0.0
	for range 60 {
		need = tail.Z(level)*math.Sqrt(2*f) + tail.Z(1-power)*math.Sqrt(2*(f+2*need))
	}
	return math.Ceil(need / excess * float64(runs))
}
