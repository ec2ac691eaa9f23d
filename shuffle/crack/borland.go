package crack

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/arg"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/trials"
)

// deckSize is the number of cards. They are numbered from 1, as at the site.
const deckSize = 52

// Seeds is the result of a search for the seed of a shuffle.
type Seeds struct {
	// Known are the cards that were seen, from the top, with 0 for unseen ones.
	Known []int
	// Window is what was searched. Tried is how many of its seeds were tried:
	// all, unless the search was stopped.
	Window Window
	Tried  int64
	// Seeds are the seeds that give the known cards, in order.
	Seeds []uint32

	shuffle func(deck []int, seed uint32)
	// decks are those of Seeds where the shuffle can only be called during the search.
	decks [][]int
}

// ASF finds the seeds with which the poker site of 1999 may have dealt these
// cards. It shuffled the cards 1 to 52 by shuffle.OffByOne, with Borland's
// generator, seeded by the clock: with one of the 86,400,000 milliseconds of a
// Day. Cards are listed from the top, with 0 for unseen ones. Five known cards
// leave one or two seeds, and so give away the rest of the deck:
//
//	found, err := crack.ASF([]int{15, 31, 30, 14, 10}, crack.Day)
//	found.Deck(0)
//
// The window All searches every possible seed, not only those of the clock.
//
// It returns an error when the cards aren't different numbers from 1 to 52 (or 0)
// or none was seen, when the window isn't within 0 to 2^32, when more than
// 10,000,000 seeds fit, and when none does: ErrNoSeed.
//
// Source: "How We Learned to Cheat at Online Poker", Arkin, Hill, Marks, Schmid,
// Walls and McGraw, Developer.com, 28 September 1999.
func ASF(cards []int, window Window, options ...trials.Options) (*Seeds, error) {
	return borland("crack.ASF", cards, window, adapt.ShuffleOf("crack.ASF", shuffle.OffByOne), options)
}

// Borland finds the seeds of Borland's generator with which a shuffle of the
// cards 1 to 52 gives these cards, as ASF does for the shuffle of the site. The shuffle
// is a [shuffle.Shuffler] or any other function that fair.Shuffle describes: what it
// draws below n, by rand.Intn(n) too, is Borland's random(n). If it does the same as
// OffByOne, Naive or FisherYates, the search tries tens of millions of seeds
// a second on each core, or more; any other shuffle is called for every seed. Of
// FisherYates, a card that wasn't moved before it was drawn shows a roll, and two
// rolls leave few seeds, which are enumerated: of all 2^32 in some milliseconds.
//
// It returns errors as ASF does. It panics when the shuffle is nil or no function that
// shuffles 52 cards, when it loses or duplicates a card, and when its draws can't be
// answered, such as those of a generator of its own.
func Borland(cards []int, window Window, shuffler any, options ...trials.Options) (*Seeds, error) {
	const call = "crack.Borland"
	s := adapt.ShuffleOf(call, shuffler)
	defer s.Close()
	return borland(call, cards, window, s, options)
}

func borland(call string, cards []int, window Window, shuffler *adapt.Shuffle, options []trials.Options) (*Seeds, error) {
	if err := checkKnown(call, cards); err != nil {
		return nil, err
	}
	if err := window.check(call, All); err != nil {
		return nil, err
	}
	s := search[uint32]{call: call, window: window}
	deal, back := shuffler.Moved()
	defer back()
	found := &Seeds{Known: slices.Clone(cards), Window: window}
	if m := recognize(call, shuffler, deckSize); m != nil {
		h := newHunt(m, cards)
		found.shuffle = m.shuffle
		s.block, s.try = 1<<15, h.try
		if b := newBanded(h, window); b != nil {
			s.block, s.try = 1<<20, b.try
			s.numbers = Window{0, int64(b.first.width)}
		}
	} else {
		found.shuffle = func(deck []int, seed uint32) { deal(deck, shuffle.BorlandRandom(seed)) }
		// Few, because an interpreted function is slow.
		s.block, s.try = 1<<5, func(from, to int64) []uint32 { return playAll(deal, cards, from, to) }
		if !shuffler.Plain {
			options = append(slices.Clone(options), trials.Options{Workers: 1})
		}
	}
	if err := s.runSeeds(options); err != nil {
		return nil, err
	}
	found.Tried, found.Seeds = s.triedSeeds(), s.found
	if !shuffler.Plain {
		found.keepDecks()
	}
	return found, nil
}

// keepDecks deals with all seeds now.
func (s *Seeds) keepDecks() {
	decks := make([][]int, len(s.Seeds))
	for i := range decks {
		decks[i] = s.Deck(i)
	}
	s.decks = decks
}

// At turns cards seen in certain places, counted from 1, into a list from the top
// with 0 for all others: At(map[int]int{1: 28, 10: 44}) if the first and the
// tenth were seen. It panics unless all places are from 1 to 52.
func At(cards map[int]int) []int {
	var known []int
	for place, card := range cards {
		arg.Range("crack.At", "place", place, 1, deckSize)
		if missing := place - len(known); missing > 0 {
			known = append(known, make([]int, missing)...)
		}
		known[place-1] = card
	}
	return known
}

// checkKnown returns an error unless some cards are known, all different.
func checkKnown(call string, cards []int) error {
	if len(cards) > deckSize {
		return refused(call, "%d cards, want at most 52", len(cards))
	}
	seen := [deckSize + 1]bool{}
	for i, card := range cards {
		switch {
		case card < 0 || card > deckSize:
			return refused(call, "cards[%d] = %d, want 1 to 52, or 0 for a card that was not seen", i, card)
		case card > 0 && seen[card]:
			return refused(call, "card %d comes twice", card)
		}
		seen[card] = true
	}
	if !slices.Contains(seen[1:], true) {
		return refused(call, "no card was seen, want one or more")
	}
	return nil
}

// ordered returns the cards 1 to n.
func ordered(n int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = i + 1
	}
	return deck
}

// playAll finds seeds by shuffling with each.
func playAll(deal func([]int, shuffle.PRNG), known []int, from, to int64) (found []uint32) {
	fresh := ordered(deckSize)
	deck := make([]int, deckSize)
	for seed := from; seed < to; seed++ {
		copy(deck, fresh)
		deal(deck, shuffle.BorlandRandom(uint32(seed)))
		if agrees(deck, known) {
			found = append(found, uint32(seed))
		}
	}
	return found
}

// agrees reports whether the known cards are where they were seen.
func agrees(deck, known []int) bool {
	for i, card := range known {
		if card > 0 && deck[i] != card {
			return false
		}
	}
	return true
}

// Stopped reports whether the search was stopped before its end.
func (s *Seeds) Stopped() bool { return s.Tried < s.Window.Len() }

// Deck returns the 52 cards dealt with seed i of Seeds, from the top. It panics
// unless 0 <= i < len(s.Seeds).
func (s *Seeds) Deck(i int) []int {
	checkIndex("Seeds.Deck", i, len(s.Seeds))
	if s.decks != nil {
		return slices.Clone(s.decks[i])
	}
	deck := ordered(deckSize)
	s.shuffle(deck, s.Seeds[i])
	return deck
}

// Sure returns the cards that are the same with every fitting seed, from the top,
// with 0 where the decks differ.
func (s *Seeds) Sure() []int {
	if len(s.Seeds) == 0 {
		return make([]int, deckSize)
	}
	sure := s.Deck(0)
	for i := range s.Seeds {
		for place, card := range s.Deck(i) {
			if sure[place] != card {
				sure[place] = 0
			}
		}
	}
	return sure
}

// Bits returns how much is still unknown: log2 of the number of fitting seeds.
func (s *Seeds) Bits() float64 { return math.Log2(float64(len(s.Seeds))) }

// maxListed is how many seeds are printed.
const maxListed = 12

// String says how many seeds fit and which, what cards are certain, and what
// remains unknown.
func (s *Seeds) String() string {
	lines := []string{fitting(len(s.Seeds), s.Tried, s.Window)}
	if len(s.Seeds) == 0 {
		return lines[0]
	}
	words := []string{}
	for _, seed := range s.Seeds[:min(len(s.Seeds), maxListed)] {
		words = append(words, s.seed(seed))
	}
	if len(s.Seeds) > maxListed {
		words = append(words, "…")
	}
	lines = append(lines, prose.Wrap(strings.Join(words, ", ")), deckRows(s.Sure()), s.unknown())
	return strings.Join(lines, "\n")
}

// fitting says how many of the tried seeds fit, and whether the whole window was
// tried.
func fitting(seeds int, tried int64, w Window) string {
	verb := "fit"
	if seeds == 1 {
		verb = "fits"
	}
	text := fmt.Sprintf("%s of %s seeds %s what was seen", prose.Int(seeds), prose.Int(int(tried)), verb)
	if tried < w.Len() {
		text += fmt.Sprintf("; stopped before %s", prose.Int(int(w.Len())))
	}
	return text
}

// seed writes a seed, with the time of day if it can be from the clock.
func (s *Seeds) seed(seed uint32) string {
	if s.Window.To > Day.To {
		return fmt.Sprint(seed)
	}
	return fmt.Sprintf("%d (%02d:%02d:%02d.%03d)", seed, seed/3_600_000, seed/60_000%60, seed/1000%60, seed%1000)
}

// unknown says what the decks of all seeds leave undecided.
func (s *Seeds) unknown() string {
	open := 0
	for _, card := range s.Sure() {
		if card == 0 {
			open++
		}
	}
	if open == 0 {
		return "No card remains unknown."
	}
	return fmt.Sprintf("%d places differ from seed to seed (?): %.1f bits remain unknown.", open, s.Bits())
}

// deckRows writes a deck in four rows, ? for a card that isn't known.
func deckRows(deck []int) string {
	var b strings.Builder
	for i, card := range deck {
		if i > 0 && i%13 == 0 {
			b.WriteByte('\n')
		}
		if card == 0 {
			b.WriteString("  ?")
		} else {
			fmt.Fprintf(&b, "%3d", card)
		}
	}
	return b.String()
}
