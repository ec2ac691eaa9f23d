package crack

import (
	"fmt"
	"strings"
	"time"

	"riffle/shuffle"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// Deals is the result of a search for the seed of a dealer.
type Deals struct {
	// Seeds are the seeds with which the dealer deals the known hands, in order.
	Seeds []int64
	// Window is what was searched. Tried is how many of its seeds were tried:
	// all, unless the search was stopped.
	Window Window
	Tried  int64

	hands, cards int
}

// epoch covers all clock seeds, for some hundred million years.
var epoch = Window{-1 << 62, 1 << 62}

// Dealer finds the seeds with which a shuffle.Dealer deals some hands, after one
// Shuffle of a new deck by CommonsMersenneTwister(seed). If a program seeds it by
// the clock, with the milliseconds since 1970 (see EpochWindow), one or two hands
// and a rough idea of when the cards were dealt are enough:
//
//	hands := shuffle.Hands{mine, nil, nil, nil, nil} // of five
//	found, err := crack.Dealer(hands, crack.EpochWindow(time.Now(), time.Hour))
//	found.Hands(0)
//
// Hands are listed in the order of the deal, nil for unseen ones. The order of
// the cards in a hand doesn't matter, because the dealer sorts them. An hour has
// 3,600,000 seeds, and each takes about a microsecond.
//
// It returns an error when no hand was seen, when hands differ in size, when
// there are more than 52 cards in all, when a card belongs to no deck or comes
// twice, when the window is empty or not within ±2^62, when more than 10,000,000
// seeds fit, and when none does: ErrNoSeed.
func Dealer(hands shuffle.Hands, window Window, options ...trials.Options) (*Deals, error) {
	const call = "crack.Dealer"
	cards, err := checkHands(call, hands)
	if err != nil {
		return nil, err
	}
	if err := window.check(call, epoch); err != nil {
		return nil, err
	}
	d := &Deals{Window: window, hands: len(hands), cards: cards}
	s := search[int64]{call: call, window: window, block: 1 << 10}
	s.try = func(from, to int64) []int64 { return newTable(hands, cards).try(from, to) }
	if err := s.runSeeds(options); err != nil {
		return nil, err
	}
	d.Seeds, d.Tried = s.found, s.tried
	return d, nil
}

// checkHands returns how many cards a hand has, or an error if nobody can deal
// these hands.
func checkHands(call string, hands shuffle.Hands) (cards int, err error) {
	seen := map[shuffle.Card]bool{}
	for i, hand := range hands {
		if len(hand) == 0 {
			continue
		}
		if cards == 0 {
			cards = len(hand)
		}
		if len(hand) != cards {
			return 0, refused(call, "hand %d has %s, want %d as in the one before (or none)", i+1, prose.Plural(len(hand), "card"), cards)
		}
		for _, c := range hand {
			if _, err := c.MarshalText(); err != nil {
				return 0, refused(call, "hand %d has %v, which is in no deck", i+1, c)
			}
			if seen[c] {
				return 0, refused(call, "%v comes twice", c)
			}
			seen[c] = true
		}
	}
	switch {
	case cards == 0:
		return 0, refused(call, "no hand was seen, want one or more")
	case len(hands)*cards > deckSize:
		return 0, refused(call, "%d hands of %s, want at most 52 cards in all", len(hands), prose.Plural(cards, "card"))
	}
	return cards, nil
}

// Stopped reports whether the search was stopped before its end.
func (d *Deals) Stopped() bool { return d.Tried < d.Window.Len() }

// Dealer returns the dealer with seed i of Seeds, who has shuffled and dealt the
// hands and is ready for the next deal. It panics unless 0 <= i < len(d.Seeds).
func (d *Deals) Dealer(i int) *shuffle.Dealer {
	dealer, _ := d.deal("Deals.Dealer", i)
	return dealer
}

// Hands returns the hands dealt with seed i of Seeds. It panics unless 0 <= i <
// len(d.Seeds).
func (d *Deals) Hands(i int) shuffle.Hands {
	_, hands := d.deal("Deals.Hands", i)
	return hands
}

func (d *Deals) deal(call string, i int) (*shuffle.Dealer, shuffle.Hands) {
	checkIndex(call, i, len(d.Seeds))
	dealer := shuffle.NewDealer(shuffle.CommonsMersenneTwister(d.Seeds[i]))
	dealer.Shuffle()
	return dealer, dealer.Deal(d.hands, d.cards)
}

// maxDeals is how many deals are printed.
const maxDeals = 3

// String says which seeds fit, and what each of them deals.
func (d *Deals) String() string {
	lines := []string{fitting(len(d.Seeds), d.Tried, d.Window)}
	for i, seed := range d.Seeds {
		if i == maxDeals {
			lines = append(lines, "…")
			break
		}
		lines = append(lines, fmt.Sprintf("%d (%s)", seed, time.UnixMilli(seed).UTC().Format("2006-01-02 15:04:05.000 MST")))
		for h, hand := range d.Hands(i) {
			lines = append(lines, prose.Wrap(fmt.Sprintf("Hand #%d: %v", h+1, hand)))
		}
	}
	return strings.Join(lines, "\n")
}
