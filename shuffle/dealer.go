package shuffle

import (
	"fmt"
	"slices"
)

// Dealer holds a deck of 52 cards, shuffles it and deals from its top. The zero
// value is a dealer with a deck in order and a generator of its own.
type Dealer struct {
	deck  Deck
	dealt int
	rng   PRNG
}

// NewDealer returns a dealer whose deck is in order, as NewDeck's is. Without a
// generator, each of the 52! orders can come up: see Stream. It panics when given
// more than one generator.
func NewDealer(rng ...PRNG) *Dealer {
	return &Dealer{deck: NewDeck(), rng: GeneratorOf("NewDealer", rng)}
}

// ready gives the zero value what NewDealer gives.
func (d *Dealer) ready() {
	if d == nil {
		refuse("Dealer", "the dealer is nil, want one such as NewDealer()")
	}
	if d.deck == nil {
		d.deck = NewDeck()
	}
	if d.rng == nil {
		d.rng = GeneratorOf("Dealer", nil)
	}
}

// Shuffle gathers all 52 cards, dealt or not, in their current order, and
// shuffles them with FisherYates.
func (d *Dealer) Shuffle() {
	d.ready()
	fisherYates(d.deck, d.rng)
	d.dealt = 0
}

// Deal deals the given number of cards to each hand, one card at a time round the
// table, from the top of the remaining deck, and sorts each hand. It panics, and
// deals nothing, when too few cards are left.
func (d *Dealer) Deal(hands, cards int) Hands {
	const call = "Dealer.Deal"
	d.ready()
	checkTimes(call, "hands", hands)
	checkTimes(call, "cards", cards)
	if cards == 0 {
		checkRange(call, "hands", hands, 0, deckSize) // all of them empty
	} else if hands > d.Left()/cards {
		refuse(call, "hands = %d of %d cards each, but only %d cards are left", hands, cards, d.Left())
	}
	dealt := make(Hands, hands)
	for h := range dealt {
		dealt[h] = make(Hand, cards)
		for c := range dealt[h] {
			dealt[h][c] = d.deck[d.dealt+c*hands+h]
		}
		dealt[h].Sort()
	}
	d.dealt += hands * cards
	return dealt
}

// DealOne deals the top card of the remaining deck. It returns false when the
// deck is empty.
func (d *Dealer) DealOne() (Card, bool) {
	d.ready()
	if d.Left() == 0 {
		return Card{}, false
	}
	d.dealt++
	return d.deck[d.dealt-1], true
}

// Left returns how many cards haven't been dealt.
func (d *Dealer) Left() int {
	d.ready()
	return len(d.deck) - d.dealt
}

// Deck returns a copy of all 52 cards in their current order, with those already
// dealt first.
func (d *Dealer) Deck() Deck {
	d.ready()
	return slices.Clone(d.deck)
}

// String says how many cards are left.
func (d *Dealer) String() string {
	return fmt.Sprintf("Dealer(%d of %d cards left)", d.Left(), deckSize)
}
