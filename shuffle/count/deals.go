package count

import (
	"math/big"

	"riffle/shuffle/internal/arg"
)

// Deals returns the number of ways to deal some hands, each with the given number
// of cards, from a deck, when it matters who gets which hand but not the order
// within a hand:
//
//	deck! / (cards!^hands · (deck - hands·cards)!)
//
// It panics unless 0 <= deck <= 100,000, hands and cards are at least 0 and
// hands·cards is at most deck.
func Deals(deck, hands, cards int) *big.Int {
	checkDeal("count.Deals", deck, hands, cards)
	return deals(deck, hands, cards)
}

// DealsOfPiles is Deals when it doesn't matter who gets which hand, because a
// pile of cards is nobody's yet. It is Deals divided by hands!, or 1 for hands
// without cards.
func DealsOfPiles(deck, hands, cards int) *big.Int {
	checkDeal("count.DealsOfPiles", deck, hands, cards)
	if hands == 0 || cards == 0 {
		return big.NewInt(1)
	}
	return quotient(deals(deck, hands, cards), factorial(hands))
}

// deals multiplies the choices of each hand among the cards that are left.
func deals(deck, hands, cards int) *big.Int {
	if hands == 0 || cards == 0 {
		return big.NewInt(1)
	}
	hand := new(big.Int).Exp(factorial(cards), big.NewInt(int64(hands)), nil)
	return quotient(permutations(deck, hands*cards), hand)
}

func checkDeal(call string, deck, hands, cards int) {
	const maxDeck = 100_000
	arg.Range(call, "deck", deck, 0, maxDeck)
	arg.AtLeast(call, "hands", hands, 0)
	arg.AtLeast(call, "cards", cards, 0)
	if cards > 0 && hands > deck/cards {
		arg.Refuse(call, "hands = %d of %d cards each, want no more than the deck of %d has", hands, cards, deck)
	}
}
