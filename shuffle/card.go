package shuffle

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Rank is a card's value. Number cards have their number, so that Ten is 10;
// the ace is high.
type Rank uint8

// The thirteen ranks, from the lowest up.
const (
	Two Rank = iota + 2
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
	Ace
)

// Suit is one of the four suits. Suits are ordered for sorting only.
type Suit uint8

// The four suits, from the lowest up.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

var (
	rankNames = [...]string{
		Two: "2", Three: "3", Four: "4", Five: "5", Six: "6", Seven: "7", Eight: "8", Nine: "9",
		Ten: "10", Jack: "J", Queen: "Q", King: "K", Ace: "A",
	}
	suitNames = [...]string{Clubs: "♣", Diamonds: "♢", Hearts: "♡", Spades: "♠"}
)

// String returns "2" to "10", "J", "Q", "K" or "A".
func (r Rank) String() string {
	if !r.valid() {
		return fmt.Sprintf("Rank(%d)", uint8(r))
	}
	return rankNames[r]
}

func (r Rank) valid() bool { return Two <= r && r <= Ace }

// String returns the suit's sign: ♣, ♢, ♡ or ♠.
func (s Suit) String() string {
	if !s.valid() {
		return fmt.Sprintf("Suit(%d)", uint8(s))
	}
	return suitNames[s]
}

func (s Suit) valid() bool { return s <= Spades }

// Card is one playing card. Two cards are equal (==) when both rank and suit are;
// the zero Card has no rank and belongs to no deck.
type Card struct {
	Rank Rank
	Suit Suit
}

// String returns rank and suit, as in "10♢".
func (c Card) String() string { return c.Rank.String() + c.Suit.String() }

// Compare returns -1, 0 or +1 as c sorts before, equal to or after other: by
// rank, then by suit.
func (c Card) Compare(other Card) int {
	return cmp.Compare(c.order(), other.order())
}

// order is a number that is larger for a card that sorts later.
func (c Card) order() int { return int(c.Rank)<<8 | int(c.Suit) }

// MarshalText returns the card as String does. It fails for a card that belongs
// to no deck.
func (c Card) MarshalText() ([]byte, error) {
	if !c.Rank.valid() || !c.Suit.valid() {
		return nil, fmt.Errorf("Card.MarshalText: %v is in no deck", c)
	}
	return []byte(c.String()), nil
}

// UnmarshalText sets the card to the one that ParseCard reads from the text.
func (c *Card) UnmarshalText(text []byte) error {
	read, err := ParseCard(string(text))
	if err != nil {
		return err
	}
	*c = read
	return nil
}

// ParseCard reads one card: a rank (2 to 10, T for ten, J, Q, K, A) followed by
// a suit, which is a sign, outlined or filled, or one of the letters C D H S.
// "10♢", "10♦", "TD" and "10d" are the same card. Space around it is ignored.
func ParseCard(s string) (Card, error) {
	c, err := parseCard(s)
	if err != nil {
		return Card{}, fmt.Errorf("ParseCard: %w", err)
	}
	return c, nil
}

func parseCard(s string) (Card, error) {
	text := strings.TrimSpace(s)
	// Some keyboards add an invisible selector that asks for a text or an emoji
	// sign.
	text = strings.TrimRight(text, "\ufe0e\ufe0f")
	sign, size := utf8.DecodeLastRuneInString(text)
	suit, ok := parseSuit(sign)
	if !ok {
		return Card{}, fmt.Errorf("%q has no suit at its end, want one of ♣ ♢ ♡ ♠ or C D H S", clip(s))
	}
	rank, ok := parseRank(text[:len(text)-size])
	if !ok {
		return Card{}, fmt.Errorf("%q has no rank before its suit, want 2 to 10, T, J, Q, K or A", clip(s))
	}
	return Card{rank, suit}, nil
}

func parseRank(s string) (Rank, bool) {
	s = strings.ToUpper(s)
	if s == "T" {
		return Ten, true
	}
	for r := Two; r <= Ace; r++ {
		if rankNames[r] == s {
			return r, true
		}
	}
	return 0, false
}

func parseSuit(sign rune) (Suit, bool) {
	switch sign {
	case '♣', '♧', 'C', 'c':
		return Clubs, true
	case '♢', '♦', 'D', 'd':
		return Diamonds, true
	case '♡', '♥', 'H', 'h':
		return Hearts, true
	case '♠', '♤', 'S', 's':
		return Spades, true
	}
	return 0, false
}

// clip shortens text that an error message quotes.
func clip(s string) string {
	const most = 24
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
