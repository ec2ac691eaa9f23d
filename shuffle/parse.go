package shuffle

import (
	"fmt"
	"strings"
	"unicode"
)

// ParseDeck reads cards from text, the top one first: it reads what Deck prints.
// Cards are separated by spaces, new lines, commas or semicolons, with or without
// one pair of brackets around them all, [ ], ( ) or { }. Each card is written as
// ParseCard reads it. Empty text or empty brackets are an empty deck.
//
// A card that comes twice is an error, and so are an unmatched bracket and a
// comma without a card on both sides, which suggest that a part of the deck is
// missing. A deck of fewer than 52 cards is no error.
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

// ParseHands reads one hand per line, each as ParseHand does, with or without a
// label before it such as "Hand #1:": it reads what Hands prints. Empty lines are
// skipped. A card that comes twice, in one hand or in two, is an error.
func ParseHands(text string) (Hands, error) {
	var hands Hands
	var all []Card
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		hand, err := parseLabelled(line)
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

// parseLabelled reads the cards of a line behind its label, if it has one.
func parseLabelled(line string) ([]Card, error) {
	label, cards, labelled := strings.Cut(line, ":")
	if !labelled {
		return parseCards(line)
	}
	for _, word := range strings.FieldsFunc(label, between) {
		if _, err := parseCard(word); err == nil {
			return nil, fmt.Errorf("%q comes before the colon, want a label there such as Hand #1", clip(word))
		}
	}
	return parseCards(cards)
}

// parseDistinct reads cards that are all different.
func parseDistinct(text string) ([]Card, error) {
	cards, err := parseCards(text)
	if err != nil {
		return nil, err
	}
	return cards, checkTwins(cards)
}

// parseCards reads cards between separators. The error numbers the card.
func parseCards(text string) ([]Card, error) {
	text, err := unbracket(strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	cards := []Card{}
	for separated := ""; text != ""; text = strings.TrimSpace(text) {
		word, rest := cutWord(text)
		text = rest
		if strings.Contains(separators, word) {
			if len(cards) == 0 || separated != "" {
				return nil, fmt.Errorf("card %d is missing before a %q", len(cards)+1, word)
			}
			separated = word
			if text == "" {
				return nil, fmt.Errorf("card %d is missing after the last %q: is the text complete?", len(cards)+1, word)
			}
			continue
		}
		c, err := parseCard(word)
		if err != nil {
			return nil, fmt.Errorf("card %d: %w", len(cards)+1, err)
		}
		cards, separated = append(cards, c), ""
	}
	return cards, nil
}

const (
	separators = ",;"
	opening    = "[({"
	closing    = "])}"
)

// cutWord splits text after its first separator or word. The text doesn't begin
// with a space.
func cutWord(text string) (word, rest string) {
	if strings.Contains(separators, text[:1]) {
		return text[:1], text[1:]
	}
	if end := strings.IndexFunc(text, between); end > 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

// between reports whether a word ends at r.
func between(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(separators, r) }

// unbracket removes a pair of brackets around text, if there is one. It returns an
// error when one of them is missing, or others follow.
func unbracket(text string) (string, error) {
	inside := text
	for i := range opening {
		after, opened := strings.CutPrefix(text, opening[i:i+1])
		if !opened {
			continue
		}
		var closed bool
		if inside, closed = strings.CutSuffix(after, closing[i:i+1]); !closed {
			return "", fmt.Errorf("a %q at the beginning and no %q at the end: is the text complete?", opening[i:i+1], closing[i:i+1])
		}
	}
	if at := strings.IndexAny(inside, opening+closing); at >= 0 {
		return "", fmt.Errorf("a %q where a card should be, want one pair of brackets around all cards or none", inside[at:at+1])
	}
	return strings.TrimSpace(inside), nil
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
