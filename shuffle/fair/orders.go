package fair

import (
	"slices"

	"riffle/shuffle/internal/arg"
)

// orders numbers the orders of a deck of n cards as they come up.
type orders struct {
	n      int
	number map[string]int
	all    [][]int
	key    []byte
}

func newOrders(n int) *orders { return &orders{n: n, number: map[string]int{}} }

// of returns the number of an order. In the name of the call, it refuses a deck
// that isn't one.
func (o *orders) of(call string, deck []int) int {
	o.key = encode(o.key[:0], deck)
	if i, ok := o.number[string(o.key)]; ok {
		return i
	}
	checkOrder(call, deck)
	o.number[string(o.key)] = len(o.all)
	o.all = append(o.all, slices.Clone(deck))
	return len(o.all) - 1
}

// encode writes a deck so that different orders of the cards 1 to n differ. A
// deck that isn't an order can't be mistaken for one, because cards out of range
// are written as 0.
func encode(key []byte, deck []int) []byte {
	for _, card := range deck {
		if uint(card) > 0xffff {
			card = 0
		}
		if len(deck) > 0xff {
			key = append(key, byte(card>>8))
		} else if card > 0xff {
			card = 0
		}
		key = append(key, byte(card))
	}
	return key
}

// checkOrder refuses anything but an order of the cards 1 to n.
func checkOrder(call string, deck []int) {
	at := make([]int, len(deck)+1)
	for i, card := range deck {
		switch {
		case card < 1 || card > len(deck):
			arg.Refuse(call, "the shuffle put %d in position %d of a deck of the cards 1 to %d", card, i+1, len(deck))
		case at[card] > 0:
			arg.Refuse(call, "the shuffle put card %d in positions %d and %d: %v", card, at[card], i+1, deck)
		}
		at[card] = i + 1
	}
}

// identity returns the cards 1 to n in order.
func identity(n int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = i + 1
	}
	return deck
}
