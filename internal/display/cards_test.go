package display_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"riffle/internal/display"
	"riffle/shuffle"
	"riffle/shuffle/crack"
)

func TestOfCards(t *testing.T) {
	ten, ace := shuffle.Card{Rank: shuffle.Ten, Suit: shuffle.Diamonds}, shuffle.Card{Rank: shuffle.Ace, Suit: shuffle.Spades}
	impossible := shuffle.Card{Rank: 99, Suit: 9}
	for _, c := range []struct {
		value fmt.Stringer
		html  []string
		svg   string
	}{
		{ten, []string{`aria-label="10 of diamonds"`, "color:#a8001c", ">10♢</span>"}, "<title>10 of diamonds</title>"},
		{ace, []string{`aria-label="ace of spades"`, "color:#1a1a1a", ">A♠</span>"}, "<title>ace of spades</title>"},
		{impossible, []string{`aria-label="Rank(99)Suit(9)"`, ">Rank(99)Suit(9)</span>"}, "<title>Rank(99)Suit(9)</title>"},
		{shuffle.Card{}, []string{">Rank(0)♣</span>"}, "<title>Rank(0) of clubs</title>"},
		{shuffle.Hand{ten, ace}, []string{`aria-label="hand of 2 cards"`, ">10♢<", ">A♠<"}, "hand of 2 cards: 10 of diamonds, ace of spades"},
		{shuffle.Hand{ten}, []string{`aria-label="hand of 1 card"`}, "hand of 1 card: 10 of diamonds"},
		{shuffle.NewDeck(), []string{`aria-label="deck of 52 cards"`, ">2♣<", ">A♠<"}, "deck of 52 cards: 2 of clubs, "},
		{
			shuffle.Hands{{ten}, {ace, ten}, {}},
			[]string{`<table aria-label="3 hands">`, `<th scope="row">Hand #1:</th>`, `<th scope="row">Hand #3:</th>`}, ">Hand #2:</text>",
		},
	} {
		b := display.Of(c.value, c.value.String())
		html, _ := b.Data["text/html"].(string)
		for _, want := range c.html {
			if !strings.Contains(html, want) {
				t.Errorf("%v: HTML lacks %s:\n%s", c.value, want, html)
			}
		}
		svg, _ := b.Data["image/svg+xml"].(string)
		if !strings.Contains(svg, c.svg) {
			t.Errorf("%v: SVG lacks %s:\n%s", c.value, c.svg, svg)
		}
		for _, doc := range []string{html, svg} {
			if err := wellFormed(doc); err != nil {
				t.Errorf("%v: %v in %s", c.value, err, doc)
			}
		}
		if b.Text() != c.value.String() {
			t.Errorf("text %q, want %q", b.Text(), c.value)
		}
	}
}

func wellFormed(doc string) error {
	d := xml.NewDecoder(strings.NewReader(doc))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestOfTooFewAndTooManyCards(t *testing.T) {
	for _, v := range []any{
		shuffle.Hand(nil), shuffle.Deck{}, shuffle.Hands{}, shuffle.Hands{{}}, make(shuffle.Hands, 1000),
		make(shuffle.Deck, 417), shuffle.Hands{make(shuffle.Hand, 417)},
		shuffle.Ticket{}, shuffle.Tickets{}, make(shuffle.Tickets, 9), shuffle.Ticket{Numbers: make([]int, 417)},
	} {
		if b := display.Of(v, "text"); len(b.Data) != 1 || b.Text() != "text" {
			t.Errorf("%T: %v", v, b.Data)
		}
	}
}

func TestOfTickets(t *testing.T) {
	for _, c := range []struct {
		value fmt.Stringer
		want  []string
	}{
		{shuffle.Ticket{Numbers: []int{1, 7}}, []string{`<table aria-label="ticket"><tr><td`, ">1</span>", ">7</span>"}},
		{shuffle.Ticket{Numbers: []int{1}, Ball: 36}, []string{`aria-label="and the ball 36" role="img"`, "background:#a8001c"}},
		{
			shuffle.Tickets{{Numbers: []int{1}}, {Numbers: []int{2}}},
			[]string{`aria-label="2 tickets"`, `<th scope="row">Ticket #1:</th>`, `<th scope="row">Ticket #2:</th>`},
		},
	} {
		b := display.Of(c.value, c.value.String())
		html, _ := b.Data["text/html"].(string)
		for _, want := range c.want {
			if !strings.Contains(html, want) {
				t.Errorf("%v: HTML lacks %s:\n%s", c.value, want, html)
			}
		}
		if err := wellFormed(html); err != nil {
			t.Errorf("%v: %v in %s", c.value, err, html)
		}
	}
}

// The balls of tickets are a picture too, each as wide as its number.
func TestSVGTickets(t *testing.T) {
	tickets := shuffle.Tickets{{Numbers: []int{1, 7, 12345}, Ball: 36}, {Numbers: []int{1, 2, 3}, Ball: 4}}
	svg := display.Of(tickets, "tickets").Data["image/svg+xml"].(string)
	if err := wellFormed(svg); err != nil {
		t.Errorf("%v in %s", err, svg)
	}
	for want, n := range map[string]int{
		`width="264" height="76" viewBox="0 0 264 76" role="img" font-family="sans-serif" font-size="18" font-weight="bold"><title>2 tickets</title>`: 1,
		"<rect": 8, ">Ticket #2:</text>": 1, `<rect x="170" y="4" width="54"`: 1, `<rect x="228" y="4" width="32"`: 1,
		`fill="#fff">36</text>`: 1, `fill="#1a1a1a">12345</text>`: 1,
	} {
		if strings.Count(svg, want) != n {
			t.Errorf("%s stands there %d times, want %d:\n%s", want, strings.Count(svg, want), n, svg)
		}
	}
	if one := display.Of(tickets[0], "ticket").Data["image/svg+xml"].(string); strings.Contains(one, "Ticket #") {
		t.Errorf("a single ticket is numbered: %s", one)
	}
}

// A deck is drawn a suit to a line.
func TestSVGSize(t *testing.T) {
	b := display.Of(shuffle.NewDeck(), "deck")
	svg := b.Data["image/svg+xml"].(string)
	if want := `width="734" height="310" viewBox="0 0 734 310"`; !strings.Contains(svg, want) {
		t.Errorf("%s lacks %s", svg[:200], want)
	}
	if n := strings.Count(svg, "<rect"); n != 52 {
		t.Errorf("%d cards drawn, want 52", n)
	}
}

// A deal that was found out shows with which seed, too.
func TestDealsTellTheirSeed(t *testing.T) {
	dealer := shuffle.NewDealer(shuffle.CommonsMersenneTwister(7))
	dealer.Shuffle()
	deals, err := crack.Dealer(dealer.Deal(2, 5), crack.Window{To: 100})
	if err != nil {
		t.Fatal(err)
	}
	if page := fmt.Sprint(display.Of(deals, deals.String()).Data["text/html"]); !strings.Contains(page, "what was seen<br>7 (") {
		t.Errorf("no seed in %.300s", page)
	}
}
