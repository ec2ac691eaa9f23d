package shuffle

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestNewDeck(t *testing.T) {
	d := NewDeck()
	if len(d) != 52 || d[0].String() != "2♣" || d[12].String() != "A♣" || d[13].String() != "2♢" || d[51].String() != "A♠" {
		t.Errorf("NewDeck() = %v", d)
	}
	sorted := slices.Clone(d)
	Hand(sorted).Sort()
	if got := Hand(sorted[:6]).String(); got != "[2♣, 2♢, 2♡, 2♠, 3♣, 3♢]" {
		t.Errorf("sorted by rank and suit: %s", got)
	}
}

func TestDeckString(t *testing.T) {
	d := NewDeck()
	want := strings.Join([]string{
		"[2♣,  3♣,  4♣,  5♣,  6♣,  7♣,  8♣,  9♣,  10♣, J♣,  Q♣,  K♣,  A♣,",
		" 2♢,  3♢,  4♢,  5♢,  6♢,  7♢,  8♢,  9♢,  10♢, J♢,  Q♢,  K♢,  A♢,",
		" 2♡,  3♡,  4♡,  5♡,  6♡,  7♡,  8♡,  9♡,  10♡, J♡,  Q♡,  K♡,  A♡,",
		" 2♠,  3♠,  4♠,  5♠,  6♠,  7♠,  8♠,  9♠,  10♠, J♠,  Q♠,  K♠,  A♠]",
	}, "\n")
	if got := d.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := d[7:10].String(); got != "[9♣, 10♣, J♣]" {
		t.Errorf("three cards print as %s", got)
	}
	if got := (Deck{}).String(); got != "[]" {
		t.Errorf("no cards print as %s", got)
	}
}

func TestParseCard(t *testing.T) {
	tests := map[string]string{
		"10♢": "10♢", "TD": "10♢", "10D": "10♢", "td": "10♢", "10d": "10♢", "10♦": "10♢", "10♦\ufe0f": "10♢",
		"A♠": "A♠", "as": "A♠", "A♤": "A♠", " k♥ ": "K♡", "qH": "Q♡", "2c": "2♣", "j♧": "J♣",
		"": "", "♠": "", "A": "", "1♠": "", "11♠": "", "A♠♠": "", "10": "", "T10D": "", "02♣": "", "Ace of spades": "", "\xff♠": "",
	}
	for in, want := range tests {
		c, err := ParseCard(in)
		if want == "" {
			if err == nil {
				t.Errorf("ParseCard(%q) = %v, want an error", in, c)
			}
			continue
		}
		if err != nil || c.String() != want {
			t.Errorf("ParseCard(%q) = %v, %v, want %s", in, c, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	_, err := ParseCard("1X")
	wantError(t, err, `ParseCard: "1X" has no suit at its end, want one of ♣ ♢ ♡ ♠ or C D H S`)
	_, err = ParseCard("1♠")
	wantError(t, err, `ParseCard: "1♠" has no rank before its suit, want 2 to 10, T, J, Q, K or A`)
	_, err = ParseDeck("2♣ 3♣ 2C")
	wantError(t, err, "ParseDeck: 2♣ comes twice, as card 1 and as card 3")
	_, err = ParseHand("[2♣, 3]")
	wantError(t, err, `ParseHand: card 2: "3" has no suit at its end, want one of ♣ ♢ ♡ ♠ or C D H S`)
	for text, want := range map[string]string{
		"[":             `a "[" at the beginning and no "]" at the end: is the text complete?`,
		"[2♣, 3♣":       `a "[" at the beginning and no "]" at the end: is the text complete?`,
		"(2♣, 3♣]":      `a "(" at the beginning and no ")" at the end: is the text complete?`,
		"]":             `a "]" where a card should be, want one pair of brackets around all cards or none`,
		"2♣, 3♣]":       `a "]" where a card should be, want one pair of brackets around all cards or none`,
		"][":            `a "]" where a card should be, want one pair of brackets around all cards or none`,
		"[[2♣]]":        `a "[" where a card should be, want one pair of brackets around all cards or none`,
		"[2♣] [3♣]":     `a "]" where a card should be, want one pair of brackets around all cards or none`,
		"2[♣":           `a "[" where a card should be, want one pair of brackets around all cards or none`,
		",":             `card 1 is missing before a ","`,
		"[, 2♣]":        `card 1 is missing before a ","`,
		"2♣,, 3♣":       `card 2 is missing before a ","`,
		"2♣ , ; 3♣":     `card 2 is missing before a ";"`,
		"[2♣,]":         `card 2 is missing after the last ",": is the text complete?`,
		"2♣,3♣,\n":      `card 3 is missing after the last ",": is the text complete?`,
		"2♣3♣":          `card 1: "2♣3♣" has no rank before its suit, want 2 to 10, T, J, Q, K or A`,
		"Hand #1: [2♣]": `a "[" where a card should be, want one pair of brackets around all cards or none`,
		"2♣\x00":        `card 1: "2♣\x00" has no suit at its end, want one of ♣ ♢ ♡ ♠ or C D H S`,
	} {
		_, err := ParseDeck(text)
		wantError(t, err, "ParseDeck: "+want)
		_, err = ParseHand(text)
		wantError(t, err, "ParseHand: "+want)
	}
	for _, text := range []string{"", " ", "[]", "( )", "\n{\n}\n"} {
		if d, err := ParseDeck(text); len(d) != 0 || err != nil {
			t.Errorf("ParseDeck(%q) = %v, %v, want no cards", text, d, err)
		}
	}
	for _, text := range []string{"2♣ 3♢", "[2♣,3♢]", "(2C;3D)", "{2c\n,\t3d}", " [2♣, 3♢] "} {
		if d, err := ParseDeck(text); err != nil || !slices.Equal(d, Deck{{Two, Clubs}, {Three, Diamonds}}) {
			t.Errorf("ParseDeck(%q) = %v, %v, want 2♣ and 3♢", text, d, err)
		}
	}
	_, err = ParseHands("2♣: 3♣")
	wantError(t, err, `ParseHands: line 1: "2♣" comes before the colon, want a label there such as Hand #1`)
	_, err = ParseHands("Hand #1: [2♣]\n\nHand #2: [3♣")
	wantError(t, err, `ParseHands: line 3: a "[" at the beginning and no "]" at the end: is the text complete?`)
	_, err = ParseHands("Hand #1: [2♣]: [3♣]")
	wantError(t, err, `ParseHands: line 1: a "]" where a card should be, want one pair of brackets around all cards or none`)
	_, err = ParseHands("Hand #1: [2♣]\nHand #2: [2♣]")
	wantError(t, err, "ParseHands: 2♣ comes twice, as card 1 and as card 2")
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// What prints can be read again.
func TestParseRoundTrip(t *testing.T) {
	d := NewDealer(JavaRandom(3))
	d.Shuffle()
	deck, err := ParseDeck(d.Deck().String())
	if err != nil || !slices.Equal(deck, d.Deck()) {
		t.Errorf("deck: %v", err)
	}
	hands := d.Deal(4, 13)
	again, err := ParseHands("\n" + hands.String() + "\n")
	if err != nil || again.String() != hands.String() {
		t.Errorf("hands: %v", err)
	}
	var back Hand
	text, err := json.Marshal(hands[0])
	if err != nil || json.Unmarshal(text, &back) != nil || !slices.Equal(back, hands[0]) {
		t.Errorf("JSON %s: %v", text, err)
	}
	if _, err := json.Marshal(Card{}); err == nil {
		t.Error("a card without rank was written")
	}
}

func FuzzParseCard(f *testing.F) {
	for _, s := range []string{"10♢", "TD", "A♠", "♠", "", "\xff", "K♥\ufe0f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseCard(s)
		if err != nil {
			return
		}
		if again, err := ParseCard(c.String()); err != nil || again != c {
			t.Errorf("%q is %v, which reads as %v, %v", s, c, again, err)
		}
	})
}

func FuzzParseDeck(f *testing.F) {
	f.Add("[2♣, 3♣]")
	f.Add("Hand #1: [2♣, 3♣]\nHand #2: [4♣, 3♢]")
	f.Add(NewDeck().String())
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := ParseDeck(s); err == nil {
			if again, err := ParseDeck(d.String()); err != nil || !slices.Equal(d, again) {
				t.Errorf("%q reads as %v, and that as %v, %v", s, d, again, err)
			}
		}
		if hs, err := ParseHands(s); err == nil {
			if again, err := ParseHands(hs.String()); err != nil || again.String() != hs.String() {
				t.Errorf("%q reads as %v, and that as %v, %v", s, hs, again, err)
			}
		}
	})
}

func TestDeckInts(t *testing.T) {
	d := NewDeck()
	same(t, "numbers of NewDeck", d.Numbers(), ints(1, 52))
	same(t, "values of a suit", d[13:26].Values(), []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1})
	FisherYates.On(d, NewPRNG(1))
	same(t, "DeckOf", DeckOf(d.Numbers()), d)
	for i, n := range d.Numbers() {
		if d[i] != NewDeck()[n-1] {
			t.Errorf("card %d is %v", n, d[i])
		}
	}
	if got := append(Deck{}.Values(), Deck(nil).Numbers()...); len(got)+len(DeckOf(nil)) != 0 {
		t.Error(got)
	}
}
