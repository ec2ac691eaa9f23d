package crack

import (
	"fmt"
	"math/big"
	"slices"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Bet is what can be won on the first card of a deck that was shuffled badly.
type Bet struct {
	// Card is the one to bet on, counted from 1: none comes first more often.
	Card int
	// P are the probabilities to come first, that of card 1 at P[0].
	P []*big.Rat
}

// maxBet is the largest deck to bet on.
const maxBet = 1000

// BestBet returns the exact probability of each of the cards 1 to n to come first
// after a shuffle, and the card to bet on. After Naive that is card 2 of any deck:
// it comes first in 10 of 27 cases of three cards, and a third more often than it
// should of 52. It is not known from the seed, but from the shuffle alone.
//
// The first place is carried back through the exchanges, from the last to the
// first, with the number of ways in which it came from each place: n numbers, not
// n! decks.
//
// The shuffle must do the same as OffByOne, Naive or FisherYates of package shuffle
// (for others see fair.ExactMatrix). BestBet panics when it doesn't, and unless
// 1 <= n <= 1,000.
func BestBet(shuffler shuffle.Shuffler, n int) *Bet {
	const call = "crack.BestBet"
	if shuffler == nil {
		arg.Refuse(call, "the shuffle is nil, want one such as shuffle.Naive")
	}
	arg.Range(call, "n", n, 1, maxBet)
	m := recognize(call, shuffler, n)
	if m == nil {
		arg.Refuse(call, "the shuffle is not one of OffByOne, Naive and FisherYates, want one of them (fair.ExactMatrix takes others)")
	}
	ways, total := m.origins(0)
	b := &Bet{P: make([]*big.Rat, n)}
	for i := range b.P {
		b.P[i] = new(big.Rat).SetFrac(ways[i], total)
	}
	best := slices.MaxFunc(b.P, (*big.Rat).Cmp) // the first of those
	b.Card = 1 + slices.Index(b.P, best)
	return b
}

// origins returns in how many of all ways to roll the dice each card ends in a
// place, and the number of all.
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

// undo carries the ways back through the exchange of place c. Each of its dice r
// exchanges the numbers of c and r, and the sum of them all is what remains: place
// c gets those of all r once, r gets that of c once and keeps its own otherwise.
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

// Gain returns how much more often the best card comes first than in a fair
// deck: 0.35 for a third more often, as a share of 1/n.
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
