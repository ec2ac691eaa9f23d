package games

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

type clockVectors struct {
	Win          string            `json:"win_probability"`
	Distribution map[int]string    `json:"turned_distribution"`
	Mean         string            `json:"expected_cards_turned"`
	Small        []clockSmall      `json:"exhaustive_small"`
	Games        []clockVectorGame `json:"games"`
}

type clockSmall struct {
	Ranks, Copies, Deals, Wins int
	Turned                     map[int]int `json:"turned_cards_distribution"`
}

type clockVectorGame struct {
	Name    string
	Deck    []int `json:"deck_ranks_1_ace_13_king"`
	Results map[string]struct {
		Turned int
		Win    bool
		First  []int `json:"first_10_turned"`
		Left   []int `json:"face_down_left_per_pile"`
	}
}

var dealings = map[string]Dealing{
	"round_robin/last_dealt": RoundRobin, "round_robin/first_dealt": RoundRobinFirst,
	"four_at_a_time/last_dealt": FourAtATime, "four_at_a_time/first_dealt": FourAtATimeFirst,
}

func TestClock(t *testing.T) {
	for _, g := range load[clockVectors](t, "09_clock.json").Games {
		for name, want := range g.Results {
			got := ClockRanks(g.Deck, dealings[name])
			what := g.Name + ", " + name
			equal(t, what+", turned", len(got.Turned), want.Turned)
			equal(t, what+", won", got.Won, want.Win)
			same(t, what, got.Turned[:min(10, len(got.Turned))], want.First)
			same(t, what+", left", got.Left, want.Left)
			equal(t, what+", with cards", Clock(withSuits(g.Deck), dealings[name]), got)
			if name == "round_robin/last_dealt" {
				equal(t, what+", by default", ClockRanks(g.Deck), got)
			}
		}
	}
}

// withSuits makes cards of ranks, with suits in the order in which they come.
func withSuits(ranks []int) shuffle.Deck {
	seen := map[int]shuffle.Suit{}
	deck := make(shuffle.Deck, len(ranks))
	for i, r := range ranks {
		deck[i] = shuffle.Card{Rank: shuffle.Rank(r), Suit: seen[r]}
		if r == 1 {
			deck[i].Rank = shuffle.Ace
		}
		seen[r]++
	}
	return deck
}

func TestClockLaws(t *testing.T) {
	v := load[clockVectors](t, "09_clock.json")
	equal(t, "win", ClockWin().RatString(), v.Win)
	equal(t, "mean", ClockMean().RatString(), v.Mean)
	sum := new(big.Rat)
	for n := -1; n < 60; n++ {
		want := v.Distribution[n]
		if want == "" {
			want = "0"
		}
		equal(t, fmt.Sprint(n, " turned"), ClockTurned(n).RatString(), want)
		sum.Add(sum, ClockTurned(n))
	}
	equal(t, "sum", sum.RatString(), "1")
}

// All deals of small clocks, in all four ways.
func TestSmallClocks(t *testing.T) {
	for _, s := range load[clockVectors](t, "09_clock.json").Small {
		for name, dealing := range dealings {
			deck := make([]int, s.Ranks*s.Copies)
			for i := range deck {
				deck[i] = 1 + i/s.Copies
			}
			deals, wins, turned := 0, 0, map[int]int{}
			for more := true; more; more = nextArrangement(deck) {
				g := ClockRanks(deck, dealing)
				deals++
				turned[len(g.Turned)]++
				if g.Won {
					wins++
				}
			}
			if deals != s.Deals || wins != s.Wins || !maps.Equal(turned, s.Turned) {
				t.Errorf("%d ranks, %d copies, %s: %d of %d won, %v\nwant %d of %d, %v",
					s.Ranks, s.Copies, name, wins, deals, turned, s.Wins, s.Deals, s.Turned)
			}
		}
	}
}

func TestClockStats(t *testing.T) {
	s := ClockStats(50_000, trials.Seed(13))
	if z := (s.Value() - 1.0/13) / math.Sqrt(1.0/13*12/13/50_000); math.Abs(z) >= 4 {
		t.Errorf("%v, want 1/13, z = %.1f", s, z)
	}
}

func TestClockText(t *testing.T) {
	deck := NewPile(13)
	for _, dealing := range dealings {
		for _, g := range []*ClockGame{ClockRanks(deck, dealing), ClockRanks(slices.Repeat([]int{1, 2}, 3), dealing)} {
			for line := range strings.Lines(g.String()) {
				if len(line) > 81 {
					t.Errorf("%d columns: %s", len(line)-1, line)
				}
			}
		}
		if dealing.String() == "" {
			t.Error("a dealing without a name")
		}
	}
	if got := Dealing(9).String(); got != "Dealing(9)" {
		t.Error(got)
	}
}

func TestClockRefusals(t *testing.T) {
	deck := shuffle.NewDeck()
	twice := shuffle.NewDeck()
	twice[1] = twice[0]
	blank := shuffle.NewDeck()
	blank[5] = shuffle.Card{}
	checkRefusals(t, []refusal{
		{"games.Clock: the deck has 51 cards, want 52", func() { Clock(deck[1:]) }},
		{"games.Clock: the deck has 0 cards, want 52", func() { Clock(nil) }},
		{"games.Clock: 2♣ comes twice in the deck", func() { Clock(twice) }},
		{"games.Clock: Rank(0)♣ is in no deck", func() { Clock(blank) }},
		{"games.Clock: 2 ways to deal, want at most one", func() { Clock(deck, RoundRobin, FourAtATime) }},
		{"games.Clock: dealing = 4, want RoundRobin, RoundRobinFirst, FourAtATime or FourAtATimeFirst", func() { Clock(deck, 4) }},
		{"games.ClockRanks: no cards, want 52", func() { ClockRanks(nil) }},
		{"games.ClockRanks: ranks[1] = 0, want 1 to 2", func() { ClockRanks([]int{1, 0}) }},
		{"games.ClockRanks: rank 1 comes 2 times in 3 cards, want each rank from 1 up equally often", func() { ClockRanks([]int{1, 2, 1}) }},
		{"games.ClockRanks: rank 1 comes 0 times in 2 cards, want each rank from 1 up equally often", func() { ClockRanks([]int{2, 2}) }},
		{"games.ClockStats: n = -1, want at least 0", func() { ClockStats(-1) }},
	})
}
