package shuffle

import (
	"slices"
	"strings"
	"testing"
)

func names(cards []Card) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
	}
	return list
}

func TestDealerVectors(t *testing.T) {
	file := load[struct {
		Cases []struct {
			SeedType    string `json:"seed_type"`
			Seed        any
			Deck        []string   `json:"deck_after_shuffle"`
			Host5       []string   `json:"host_5x5_lines"`
			Host13      []string   `json:"host_4x13_lines"`
			Unsorted    [][]string `json:"deal_5x5_unsorted"`
			Deck2       []string   `json:"deck_after_second_shuffle_same_object"`
			Host5Second []string   `json:"host_5x5_lines_second_shuffle"`
		}
	}](t, "03_dealer_host.json")
	for _, c := range file.Cases {
		deal := func(hands, cards int) []string {
			d := NewDealer(commonsFrom(t, c.SeedType, c.Seed))
			d.Shuffle()
			return strings.Split(d.Deal(hands, cards).String(), "\n")
		}
		same(t, "five hands of five", deal(5, 5), c.Host5)
		same(t, "bridge", deal(4, 13), c.Host13)

		d := NewDealer(commonsFrom(t, c.SeedType, c.Seed))
		d.Shuffle()
		same(t, "deck", names(d.Deck()), c.Deck)
		for round := range 5 {
			for hand := range 5 {
				if card, ok := d.DealOne(); !ok || card.String() != c.Unsorted[hand][round] {
					t.Errorf("card %d of hand %d is %v, want %s", round, hand, card, c.Unsorted[hand][round])
				}
			}
		}
		d.Shuffle()
		same(t, "deck shuffled again", names(d.Deck()), c.Deck2)
		same(t, "second deal", strings.Split(d.Deal(5, 5).String(), "\n"), c.Host5Second)
	}
}

func TestDealerRunsOut(t *testing.T) {
	d := NewDealer(JavaRandom(1))
	d.Deal(5, 5)
	if d.Left() != 27 {
		t.Fatalf("%d left, want 27", d.Left())
	}
	before := d.Deck()
	mustRefuse(t, "Dealer.Deal: hands = 4 of 7 cards each, but only 27 cards are left", func() { d.Deal(4, 7) })
	if d.Left() != 27 || !slices.Equal(before, d.Deck()) {
		t.Error("a refused deal changed the dealer")
	}
	for range 27 {
		if _, ok := d.DealOne(); !ok {
			t.Fatal("no card where there is one")
		}
	}
	if c, ok := d.DealOne(); ok {
		t.Errorf("dealt %v from nothing", c)
	}
	if hands := d.Deal(3, 0); len(hands) != 3 {
		t.Errorf("three empty hands are %d", len(hands))
	}
	d.Shuffle()
	if d.Left() != 52 {
		t.Errorf("%d left after Shuffle, want 52", d.Left())
	}
}

func TestZeroDealer(t *testing.T) {
	var d Dealer
	if d.Left() != 52 || d.String() != "Dealer(52 of 52 cards left)" {
		t.Errorf("zero dealer is %v", &d)
	}
	d.Shuffle()
	deck := d.Deck()
	slices.SortFunc(deck, Card.Compare)
	if len(slices.Compact(deck)) != 52 {
		t.Error("a shuffled deck has not all cards")
	}
}
