package shuffle

import (
	"fmt"
	"strings"
	"unicode"
)

// ParseDeck reads cards from text, the top one first, separated by spaces,
// commas or new lines, with or without brackets around them: it reads what
// Deck prints. Each card is as ParseCard wants it. A card that comes twice is
// an error; a deck of fewer than 52 is none.
func ParseDeck(text string) (Deck, error) {
	cards, err := parseDistinct(text)
	if err != nil {
		return nil, fmt.Errorf("ParseDeck: %w", err)
	}
	return cards, nil
}

// ParseHand reads one hand as ParseDeck reads a deck, in the order of the text.
func ParseHand(text string) (Hand, error) {
	cards, err := parseDistinct(text)
	if err != nil {
		return nil, fmt.Errorf("ParseHand: %w", err)
	}
	return cards, nil
}

// ParseHands reads one hand a line, with or without "Hand #1:" before it: it
// reads what Hands prints. Empty lines are skipped. A card that comes twice, in
// one hand or in two, is an error.
func ParseHands(text string) (Hands, error) {
	var hands Hands
	var all []Card
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if _, after, labelled := strings.Cut(line, ":"); labelled {
			line = after
		}
		hand, err := parseCards(line)
		if err != nil {
			return nil, fmt.Errorf("ParseHands: line %d: %w", i+1, err)
		}
		hands = append(hands, hand)
		all = append(all, hand...)
	}
	if err := checkTwins(all); err != nil {
		return nil, fmt.Errorf("ParseHands: %w", err)
	}
	return hands, nil
}

// parseDistinct reads cards of which no two are the same.
func parseDistinct(text string) ([]Card, error) {
	cards, err := parseCards(text)
	if err != nil {
		return nil, err
	}
	return cards, checkTwins(cards)
}

// parseCards reads cards between separators. The error numbers the card.
func parseCards(text string) ([]Card, error) {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;[](){}", r)
	})
	cards := make([]Card, len(words))
	for i, w := range words {
		c, err := parseCard(w)
		if err != nil {
			return nil, fmt.Errorf("card %d: %w", i+1, err)
		}
		cards[i] = c
	}
	return cards, nil
}

// checkTwins returns an error when a card occurs twice.
func checkTwins(cards []Card) error {
	first := make(map[Card]int, len(cards))
	for i, c := range cards {
		if at, twice := first[c]; twice {
			return fmt.Errorf("%v comes twice, as card %d and as card %d", c, at+1, i+1)
		}
		first[c] = i
	}
	return nil
}
