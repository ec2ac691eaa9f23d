package crack

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
)

// naiveText is Naive of a deck of texts, with a function that draws.
func naiveText(deck []string, intn func(n int) int) {
	for i := range deck {
		j := intn(len(deck))
		deck[i], deck[j] = deck[j], deck[i]
	}
}

// backwards is Fisher-Yates from the end, of a deck that is returned.
func backwards(deck []int, intn func(n int) int) []int {
	deck = slices.Clone(deck)
	for i := len(deck) - 1; i > 0; i-- {
		j := intn(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}

// TestShapes gives the attacks functions as people write them. After Naive card 2 of three
// comes first in 10 of 27 cases, by counting them.
func TestShapes(t *testing.T) {
	if p := BestBet(naiveText, 3).P[1].RatString(); p != "10/27" {
		t.Errorf("card 2 comes first with %s, want 10/27", p)
	}
	refused := func(deck []int, r *rand.Rand) { r.Shuffle(len(deck), func(i, j int) {}) }
	func() {
		defer func() {
			if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), "the shuffle takes a *rand.Rand, whose draws can't be answered in a compiled program") {
				t.Errorf("got %v, want a refusal of *rand.Rand", err)
			}
		}()
		BestBet(refused, 3)
	}()
	deck := ordered(52)
	shuffle.Shuffler(func(deck []int, rng shuffle.PRNG) {
		for i := len(deck) - 1; i > 0; i-- {
			j := rng.IntN(i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
	})(deck, shuffle.BorlandRandom(12345))
	found, err := Borland(deck[:6], Window{12_000, 13_000}, backwards)
	if err != nil || !slices.Equal(found.Seeds, []uint32{12345}) || !slices.Equal(found.Deck(0), deck) {
		t.Errorf("%v, error %v, want seed 12345", found, err)
	}
	deck = ordered(52)
	shuffle.Naive(deck, shuffle.BorlandRandom(777))
	if found, err := Borland(deck[:6], Day, naiveText); err != nil || !slices.Equal(found.Seeds, []uint32{777}) || !slices.Equal(found.Deck(0), deck) {
		t.Errorf("%v, error %v, want seed 777", found, err)
	}
}
