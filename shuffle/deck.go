package shuffle

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	deckSize = 52
	suitSize = 13
	// rowSize is how many cards of a large deck are printed on a line.
	rowSize = 13
)

// Deck is a pile of cards, the top one first. It is a plain slice: d[0] is the
// top card, d[:5] the first five, and every function on slices works. Functions that
// take cards as ints take its Numbers or its Values.
type Deck []Card

// NewDeck returns the 52 cards in order, unshuffled: clubs, diamonds, hearts,
// spades, and in each suit from the two up to the ace.
func NewDeck() Deck {
	d := make(Deck, 0, deckSize)
	for s := Clubs; s <= Spades; s++ {
		for r := Two; r <= Ace; r++ {
			d = append(d, Card{r, s})
		}
	}
	return d
}

// DeckOf returns the cards with these numbers, 1 to 52 in the order of NewDeck:
// the reverse of Numbers. It panics unless the numbers are from 1 to 52 and all
// different.
func DeckOf(numbers []int) Deck {
	const call = "DeckOf"
	d, first := make(Deck, len(numbers)), map[int]int{}
	for i, n := range numbers {
		checkRange(call, fmt.Sprintf("numbers[%d]", i), n, 1, deckSize)
		if at, twice := first[n]; twice {
			refuse(call, "card %d comes twice, as numbers[%d] and as numbers[%d]", n, at, i)
		}
		first[n] = i
		d[i] = Card{Two + Rank((n-1)%suitSize), Suit((n - 1) / suitSize)}
	}
	return d
}

// Numbers returns the numbers of the cards, from 1 for 2♣ to 52 for A♠, in the
// order of NewDeck. Pass them to functions that take the cards 1 to n:
// fair.RisingSequences(d.Numbers()). It panics on a card that belongs to no deck.
func (d Deck) Numbers() []int {
	return d.ints("Deck.Numbers", func(c Card) int { return int(c.Suit)*suitSize + int(c.Rank-Two) + 1 })
}

// Values returns the values of the cards without their suits: 1 for an ace, 11 to
// 13 for jack, queen and king. Pass them to functions that take a deck of values:
// fair.Suspicious(d.Values()). It panics on a card that belongs to no deck.
func (d Deck) Values() []int {
	return d.ints("Deck.Values", func(c Card) int {
		if c.Rank == Ace {
			return 1
		}
		return int(c.Rank)
	})
}

// ints returns a number for each card.
func (d Deck) ints(call string, number func(Card) int) []int {
	list := make([]int, len(d))
	for i, c := range d {
		if !c.Rank.valid() || !c.Suit.valid() {
			refuse(call, "card %d is %v, which is in no deck", i+1, c)
		}
		list[i] = number(c)
	}
	return list
}

// String returns the cards from the top, as in "[2♣, 3♣, 4♣]". More than 13 cards
// are printed in rows of 13.
func (d Deck) String() string {
	if len(d) <= rowSize {
		return bracket(d)
	}
	var b strings.Builder
	for i, c := range d {
		switch {
		case i == 0:
			b.WriteByte('[')
		case i%rowSize == 0:
			b.WriteString(",\n ")
		default:
			// "10♢" is the widest; pad the card before to its width.
			b.WriteString("," + strings.Repeat(" ", 4-utf8.RuneCountInString(d[i-1].String())))
		}
		b.WriteString(c.String())
	}
	b.WriteByte(']')
	return b.String()
}

// Hand is the cards held by one player.
type Hand []Card

// Sort puts the cards in the order of Card.Compare: by rank, the ace high, and
// equal ranks by suit.
func (h Hand) Sort() { slices.SortFunc(h, Card.Compare) }

// String returns the cards in their order, as in "[3♣, 8♢, 10♢]".
func (h Hand) String() string { return bracket(h) }

// Hands is what a dealer deals: hand i belongs to player i+1.
type Hands []Hand

// String returns one line for each hand, as in "Hand #1: [3♣, 8♢, 10♢]".
func (hs Hands) String() string { return numbered("Hand", hs) }

// bracket lists values between brackets with commas.
func bracket[T fmt.Stringer](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = v.String()
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// numbered writes one line for each value, as in "Hand #1: …", without a
// newline at the end.
func numbered[T fmt.Stringer](what string, list []T) string {
	lines := make([]string, len(list))
	for i, v := range list {
		lines[i] = fmt.Sprintf("%s #%d: %v", what, i+1, v)
	}
	return strings.Join(lines, "\n")
}
