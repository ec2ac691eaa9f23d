package crack

import (
	"fmt"
	"math/big"
	"slices"

	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
)

// Bet says how to bet on the first card of a badly shuffled deck.
type Bet struct {
	// Card is the card to bet on, counted from 1: no other comes first more
	// often.
	Card int
	// P are the probabilities of coming first, for card 1 at P[0].
	P []*big.Rat
}

// maxBet is the largest deck.
const maxBet = 1000

// BestBet returns the exact probability that each of the cards 1 to n comes first
// after a shuffle, and the card to bet on. After Naive that is card 2 in any
// deck: of three cards it comes first in 10 of 27 cases, and of 52 a third more
// often than it should. That follows from the shuffle alone, without the seed.
//
// It goes back through the exchanges from the last to the first, and keeps the
// number of ways in which the first card came from each place: n numbers, not n!
// decks.
//
// The shuffle is a [shuffle.Shuffler] or any other function that fair.Shuffle describes.
// BestBet panics unless it does the same as OffByOne, Naive or FisherYates of
// package shuffle (for others see fair.ExactMatrix), and unless 1 <= n <= 1,000.
func BestBet(shuffler any, n int) *Bet {
	const call = "crack.BestBet"
	s := adapt.ShuffleOf(call, shuffler)
	defer s.Close()
	arg.Range(call, "n", n, 1, maxBet)
	m := recognize(call, s, n)
	if m == nil {
		arg.Refuse(call, "the shuffle is not one of OffByOne, Naive and FisherYates, want one of them (fair.ExactMatrix takes others)")
	}
	ways, total := m.origins(0)
	b := &Bet{P: make([]*big.Rat, n)}
	for i := range b.P {
		b.P[i] = new(big.Rat).SetFrac(ways[i], total)
	}
	best := slices.MaxFunc(b.P, (*big.Rat).Cmp) // the first of them
	b.Card = 1 + slices.Index(b.P, best)
	return b
}

// origins returns how many ways to roll the dice bring each card to a place, and
// how many ways there are in all.
func (m machine) origins(place int) (ways []*big.Int, total *big.Int) {
	ways, total = make([]*big.Int, len(m)), big.NewInt(1)
	for i := range ways {
		ways[i] = new(big.Int)
	}
	ways[place].SetInt64(1)
	for c := len(m) - 1; c >= 0; c-- {
		if m[c].sides > 0 {
			m[c].undo(ways, c)
			total.Mul(total, big.NewInt(int64(m[c].sides)))
		}
	}
	return ways, total
}

// undo takes the ways back through the exchange of place c. Each roll r swaps the
// numbers of c and r, and the results add up: place c gets the number of every r
// once, and r gets that of c once and keeps its own for all other rolls.
func (s step) undo(ways []*big.Int, c int) {
	here, all := new(big.Int).Set(ways[c]), new(big.Int)
	sides := big.NewInt(int64(s.sides))
	for i, w := range ways {
		within := uint32(i)-s.base < s.sides // unsigned: false below base as well
		if within {
			all.Add(all, w)
		}
		old := new(big.Int).Set(w)
		if w.Mul(w, sides); within {
			w.Sub(w, old).Add(w, here)
		}
	}
	ways[c].Set(all)
}

// Gain returns how much more often the best card comes first than in a fair deck,
// relative to 1/n: 0.35 means about a third more often.
func (b *Bet) Gain() float64 {
	if b.Card < 1 || b.Card > len(b.P) {
		return 0
	}
	p, _ := b.P[b.Card-1].Float64()
	return p*float64(len(b.P)) - 1
}

// String says which card to bet on and what it is worth.
func (b *Bet) String() string {
	if b.Card < 1 || b.Card > len(b.P) {
		return "no card to bet on"
	}
	p, _ := b.P[b.Card-1].Float64()
	exact := b.P[b.Card-1].RatString()
	fair := fmt.Sprintf("1/%d", len(b.P))
	if exact == fair || len(b.P) == 1 {
		return fmt.Sprintf("no card is better than another: each comes first with probability %s", fair)
	}
	s := fmt.Sprintf("card %d comes first with probability %.6f, %.1f %% more often than %s", b.Card, p, 100*b.Gain(), fair)
	if len(exact) <= 12 {
		s += "\nexactly " + exact
	}
	return s
}
