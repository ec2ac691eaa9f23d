package crack

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/internal/vectors"
	"riffle/shuffle/trials"
)

type dealAttack struct {
	From   string     `json:"window_ms_from"`
	Length int64      `json:"window_length_ms"`
	Hands  [][]string `json:"known_hands"`
	Seed   string     `json:"true_seed"`
	Seeds  []string   `json:"matching_seeds"`
}

// hands returns the known hands, of five.
func (a dealAttack) hands(t *testing.T) shuffle.Hands {
	hands := make(shuffle.Hands, 5)
	for i, cards := range a.Hands {
		hand, err := shuffle.ParseHand(strings.Join(cards, " "))
		if err != nil {
			t.Fatal(err)
		}
		hands[i] = hand
	}
	return hands
}

func milliseconds(t *testing.T, s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDealerClock(t *testing.T) {
	for _, a := range vectors.Load[[]dealAttack](t, attacks, "commons_dealer_clock_seed") {
		from := milliseconds(t, a.From)
		window := Window{from, from + a.Length}
		var want []int64
		for _, s := range a.Seeds {
			want = append(want, milliseconds(t, s))
		}
		if !*long { // a minute or so around the seeds
			window.From = max(window.From, want[0]-30_000)
			window.To = min(window.To, want[len(want)-1]+30_000)
		}
		found, err := Dealer(a.hands(t), window)
		if err != nil || !slices.Equal(found.Seeds, want) {
			t.Errorf("%v: %v %v, want %v", a.Hands, found, err, want)
			continue
		}
		i := slices.Index(found.Seeds, milliseconds(t, a.Seed))
		for h, hand := range a.hands(t) {
			if hand != nil && !slices.Equal(hand, found.Hands(i)[h]) {
				t.Errorf("seed %s deals %v", a.Seed, found.Hands(i))
			}
		}
		if left := found.Dealer(i).Left(); left != 27 {
			t.Errorf("%d cards left", left)
		}
	}
}

// The states made four at a time draw what the generator draws, past the end of
// the first 624 words too, for any seed.
func TestDealerLanes(t *testing.T) {
	table := newTable(shuffle.Hands{{{Rank: shuffle.Ace, Suit: shuffle.Spades}}}, 1)
	for _, seed := range []int64{0, -1, -3, 1<<32 - 2, 1278801234567, math.MaxInt64 - 3, math.MinInt64} {
		table.seed(seed)
		for lane := range lanes {
			rng := shuffle.CommonsMersenneTwister(seed + int64(lane))
			for k := range 700 {
				if got, want := table.output(lane, k), rng.Uint32(); got != want {
					t.Fatalf("seed %d+%d, output %d: %d, want %d", seed, lane, k, got, want)
				}
			}
		}
	}
}

// Any deal is found again: any hands, of any size, in any order of their cards.
func TestDealerAnyDeal(t *testing.T) {
	rng := shuffle.NewPRNG(5)
	for range 30 {
		seed := int64(rng.Uint64()) >> 2
		dealer := shuffle.NewDealer(shuffle.CommonsMersenneTwister(seed))
		dealer.Shuffle()
		cards := 3 + rng.IntN(5)
		n := 2 + rng.IntN(52/cards-1)
		hands := dealer.Deal(n, cards)
		shuffle.FisherYates.On(hands[0], rng)
		if n > 3 {
			hands[2], hands[n-1] = nil, shuffle.Hand{}
		}
		found, err := Dealer(hands, Window{seed - 1000, seed + 1001})
		if err != nil || !slices.Contains(found.Seeds, seed) {
			t.Errorf("seed %d, %d hands of %d: %v %v", seed, n, cards, found, err)
		}
	}
}

func TestDealerErrors(t *testing.T) {
	hand := func(text string) shuffle.Hand {
		h, err := shuffle.ParseHand(text)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	window := Window{0, 100}
	for _, c := range []struct {
		want   string
		hands  shuffle.Hands
		window Window
	}{
		{"crack.Dealer: no hand was seen, want one or more", nil, window},
		{"crack.Dealer: no hand was seen, want one or more", shuffle.Hands{nil, {}}, window},
		{"crack.Dealer: hand 3 has 1 card, want 2 as in the one before (or none)", shuffle.Hands{hand("AS KS"), nil, hand("2C")}, window},
		{"crack.Dealer: A♠ comes twice", shuffle.Hands{hand("AS KS"), hand("AS 2S")}, window},
		{"crack.Dealer: hand 1 has Rank(0)♣, which is in no deck", shuffle.Hands{{{}}}, window},
		{"crack.Dealer: 27 hands of 2 cards, want at most 52 cards in all", slices.Concat(shuffle.Hands{hand("AS KS")}, make(shuffle.Hands, 26)), window},
		{"crack.Dealer: window from 0 to 9223372036854775807, want from < to, within -4611686018427387904 to 4611686018427387904",
			shuffle.Hands{hand("AS")}, Window{0, math.MaxInt64}},
		{"crack.Dealer: window from 5 to 5, want from < to, within -4611686018427387904 to 4611686018427387904", shuffle.Hands{hand("AS")}, Window{5, 5}},
	} {
		_, err := Dealer(c.hands, c.window)
		checkRefused(t, c.want, err)
	}
	if _, err := Dealer(shuffle.Hands{hand("AS KS QS JS 10S")}, window, trials.Options{Workers: 1}); !errors.Is(err, ErrNoSeed) {
		t.Error(err)
	}
}

func BenchmarkDealer(b *testing.B) {
	table := newTable(shuffle.Hands{{{Rank: shuffle.Ace, Suit: shuffle.Spades}}, nil, nil, nil, nil}, 1)
	for b.Loop() {
		table.try(1278800000000, 1278800001000)
	}
}
