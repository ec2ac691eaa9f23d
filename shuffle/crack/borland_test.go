package crack

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"riffle/internal/test/full"
	"riffle/shuffle"
	"riffle/shuffle/internal/adapt"
	"riffle/shuffle/internal/prose"
	"riffle/shuffle/internal/vectors"
	"riffle/shuffle/trials"
)

// long asks for the searches that take minutes: go test ./shuffle/crack -args -long
var long = flag.Bool("long", full.On(), "search all seeds of every attack in the reference")

const attacks = "testdata/12_attacks.json"

// attack is a search of the reference.
type attack struct {
	Algorithm string
	Clock     [4]int   `json:"true_clock_h_m_s_ms"`
	Seed      uint32   `json:"true_seed"`
	Positions []int    `json:"known_positions_1_based"`
	Cards     []int    `json:"known_cards_1_52"`
	Day       []uint32 `json:"matching_seeds_in_0_to_86399999"`
	All       []uint32 `json:"matching_seeds_in_all_2^32"`
	Deck      []int    `json:"whole_deck"`
}

var algorithms = map[string]shuffle.Shuffler{
	"asf_broken_random51_plus_1": shuffle.OffByOne, "naive_random52_plus_1": shuffle.Naive, "fisher_yates_figure3": shuffle.FisherYates,
}

func (a attack) known() []int {
	seen := map[int]int{}
	for i, place := range a.Positions {
		seen[place] = a.Cards[i]
	}
	return At(seen)
}

// The seeds that fit, of the whole day. The short test searches all of it for one
// attack on each shuffle, and some hours around the seed for the others.
func TestBorlandClockSeeds(t *testing.T) {
	whole := map[string]bool{}
	for i, a := range vectors.Load[[]attack](t, attacks, "borland_clock_seed") {
		window := Day
		if whole[a.Algorithm] && !*long {
			window = Window{max(0, int64(a.Seed)-1_000_000), min(Day.To, int64(a.Seed)+1_000_000)}
		}
		whole[a.Algorithm] = true
		want := slices.DeleteFunc(a.Day, func(seed uint32) bool { return int64(seed) < window.From || int64(seed) >= window.To })
		start := time.Now()
		found, err := Borland(a.known(), window, algorithms[a.Algorithm])
		t.Logf("attack %d, %s: %s seeds in %v", i, a.Algorithm, prose.Int(int(window.Len())), time.Since(start))
		if err != nil || !slices.Equal(found.Seeds, want) {
			t.Errorf("%d, %s, %v: %v %v, want %v", i, a.Algorithm, a.known(), found, err, want)
			continue
		}
		if k := slices.Index(found.Seeds, a.Seed); k < 0 || a.Deck != nil && !slices.Equal(found.Deck(k), a.Deck) {
			t.Errorf("%d: seed %d is number %d, deck %v", i, a.Seed, k, a.Deck)
		}
	}
}

func TestBorlandAllSeeds(t *testing.T) {
	for _, a := range vectors.Load[[]attack](t, attacks, "borland_clock_seed") {
		if a.All == nil {
			continue
		}
		window, want := All, a.All
		if !*long {
			window = Window{451_000_000, 468_000_000}
			want = slices.DeleteFunc(slices.Clone(want), func(s uint32) bool { return int64(s) < window.From || int64(s) >= window.To })
		}
		found, err := ASF(a.known(), window)
		if err != nil || !slices.Equal(found.Seeds, want) {
			t.Errorf("%v: %v %v, want %v", a.known(), found, err, want)
		}
	}
}

// The three shuffles deal what the reference's did, and the searched machine and
// the shuffle itself are the same.
func TestBorlandDecks(t *testing.T) {
	for _, v := range vectors.Load[[]struct {
		RandSeed    uint32
		ASF         []int `json:"asf_broken_deck"`
		Naive       []int `json:"naive_fixed_offbyone_deck"`
		FisherYates []int `json:"correct_fisher_yates_deck"`
	}](t, "../testdata/05_borland.json", "shuffles_52") {
		for i, want := range [][]int{v.ASF, v.Naive, v.FisherYates} {
			m := machines(52)[i]
			deck := ordered(52)
			if m.shuffle(deck, v.RandSeed); !slices.Equal(deck, want) {
				t.Errorf("seed %d, shuffle %d: %v, want %v", v.RandSeed, i, deck, want)
			}
			for place, card := range want {
				if got := m.origin(uint32(place), v.RandSeed); int(got) != card-1 {
					t.Errorf("seed %d, shuffle %d, place %d: from %d, want %d", v.RandSeed, i, place, got, card-1)
				}
			}
		}
	}
}

// No clue excludes a seed that it is true of: each card of a deck, in its place,
// for many seeds.
func TestBorlandCluesAreTrue(t *testing.T) {
	rng := shuffle.NewPRNG(23)
	for i, m := range machines(52) {
		for range 3000 {
			seed := rng.Uint32()
			deck := ordered(52)
			m.shuffle(deck, seed)
			if h := newHunt(m, deck); !h.plausible(seed) || !h.fits(seed) {
				t.Fatalf("shuffle %d, seed %d: its own deck is excluded", i, seed)
			}
		}
	}
}

// Whatever cards are seen wherever, the fast search finds what shuffling with each
// seed finds.
func TestBorlandSearchesAgree(t *testing.T) {
	rng := shuffle.NewPRNG(42)
	for range 60 {
		s := []shuffle.Shuffler{shuffle.OffByOne, shuffle.Naive, shuffle.FisherYates}[rng.IntN(3)]
		from := int64(rng.Uint32() - 5000)
		deck := ordered(52)
		s(deck, shuffle.BorlandRandom(uint32(from)+uint32(rng.IntN(5000))))
		seen := map[int]int{}
		for range 1 + rng.IntN(3) {
			place := 1 + rng.IntN(52)
			seen[place] = deck[place-1]
		}
		window := Window{from, min(from+5000, All.To)}
		fast, err := Borland(At(seen), window, s)
		if err != nil {
			t.Fatal(err)
		}
		if slow := playAll(s, At(seen), window.From, window.To); !slices.Equal(fast.Seeds, slow) {
			t.Errorf("%v in %v: %v, want %v", seen, window, fast.Seeds, slow)
		}
	}
}

// A student's own shuffle is searched as well, fast if it is one of the three.
func TestBorlandOwnShuffle(t *testing.T) {
	naive := func(deck []int, rng shuffle.PRNG) {
		for i := range deck {
			j := rng.IntN(52)
			deck[i], deck[j] = deck[j], deck[i]
		}
	}
	backward := func(deck []int, rng shuffle.PRNG) {
		for i := len(deck) - 1; i > 0; i-- {
			j := rng.IntN(i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
	}
	if recognize("", adapt.ShuffleOf("", naive), 52) == nil || recognize("", adapt.ShuffleOf("", backward), 52) != nil {
		t.Error("recognized the wrong one")
	}
	for _, own := range []shuffle.Shuffler{naive, backward, shuffle.Exchange(100), shuffle.Riffle(3)} {
		deck := ordered(52)
		own(deck, shuffle.BorlandRandom(40_000_000))
		found, err := Borland(deck[:6], Window{39_990_000, 40_010_000}, own)
		if err != nil || !slices.Equal(found.Seeds, []uint32{40_000_000}) || !slices.Equal(found.Deck(0), deck) {
			t.Errorf("%v %v", found, err)
		}
	}
}

func TestBorlandSeeds(t *testing.T) {
	two, err := ASF([]int{28, 15, 4, 5, 35}, Window{72_900_000, 81_900_000})
	if err != nil || len(two.Seeds) != 2 || two.Bits() != 1 || two.Stopped() {
		t.Fatalf("%v %v", two, err)
	}
	sure := two.Sure()
	for place, card := range sure {
		a, b := two.Deck(0)[place], two.Deck(1)[place]
		if want := map[bool]int{true: a}[a == b]; card != want {
			t.Errorf("place %d: sure of %d, decks have %d and %d", place+1, card, a, b)
		}
	}
	many, err := ASF([]int{15, 31}, Window{0, 400_000})
	if err != nil || len(many.Seeds) < 50 {
		t.Fatalf("%v %v", many, err)
	}
	for _, s := range []*Seeds{two, many, {Window: Day}} {
		for line := range strings.Lines(s.String()) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 || n == 0 {
				t.Errorf("%d columns: %q", n, line)
			}
		}
	}
}

func TestBorlandStopped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	found, err := ASF([]int{15, 31, 30, 14, 10}, All, trials.Options{Context: ctx})
	if err != nil || !found.Stopped() || found.Tried > 1<<20 {
		t.Errorf("%v %v", found, err)
	}
	if deals, err := Dealer(shuffle.Hands{shuffle.Hand(shuffle.NewDeck()[:5])}, Day, trials.Options{Context: ctx}); err != nil || !deals.Stopped() || deals.String() == "" {
		t.Errorf("%v %v", deals, err)
	}
	if seeds, err := MTSeed([]uint32{1}, All, trials.Options{Context: ctx}); err != nil || !seeds.Stopped() || seeds.String() == "" {
		t.Errorf("%v %v", seeds, err)
	}
	reports := 0
	var over trials.Progress
	found, err = ASF([]int{15, 31, 30, 14, 10}, Window{0, 90_000_000}, trials.Options{Progress: func(p trials.Progress) { reports++; over = p }})
	if err != nil || found.Stopped() || reports > 0 && !over.Over {
		t.Errorf("%v %v, %d reports, the last %+v", found, err, reports, over)
	}
}

// A search takes no stream of those that Seed numbers.
func TestBorlandDrawsNothing(t *testing.T) {
	defer shuffle.Unseed()
	next := func(attack bool) uint64 {
		shuffle.Seed(1)
		if attack {
			ASF([]int{15, 31}, Window{0, 100_000})
		}
		return shuffle.NewPRNG().Uint64()
	}
	if next(false) != next(true) {
		t.Error("the search took a stream")
	}
}

func TestBorlandWindows(t *testing.T) {
	at := time.Date(2010, 7, 10, 12, 34, 56, 789_000_000, time.UTC)
	for _, c := range []struct{ got, want Window }{
		{ClockWindow(at, time.Second), Window{45_295_789, 45_297_790}},
		{ClockWindow(at, 0), Window{45_296_789, 45_296_790}},
		{ClockWindow(at, 20*time.Hour), Day},
		{EpochWindow(time.UnixMilli(1278801234567), time.Minute), Window{1278801174567, 1278801294568}},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	if got := Day.String(); got != "0 to 86,399,999" || Day.Len() != 86_400_000 {
		t.Error(got, Day.Len())
	}
}

func TestBorlandErrors(t *testing.T) {
	day := Window{0, 1000}
	for _, c := range []struct {
		want   string
		cards  []int
		window Window
	}{
		{"crack.ASF: no card was seen, want one or more", nil, day},
		{"crack.ASF: no card was seen, want one or more", []int{0, 0}, day},
		{"crack.ASF: cards[1] = 53, want 1 to 52, or 0 for a card that was not seen", []int{1, 53}, day},
		{"crack.ASF: cards[0] = -1, want 1 to 52, or 0 for a card that was not seen", []int{-1}, day},
		{"crack.ASF: card 7 comes twice", []int{7, 0, 7}, day},
		{"crack.ASF: 53 cards, want at most 52", make([]int, 53), day},
		{"crack.ASF: window from 5 to 5, want from < to, within 0 to 4294967296", []int{1}, Window{5, 5}},
		{"crack.ASF: window from -1 to 5, want from < to, within 0 to 4294967296", []int{1}, Window{-1, 5}},
		{"crack.ASF: window from 0 to 4294967297, want from < to, within 0 to 4294967296", []int{1}, Window{0, 1<<32 + 1}},
	} {
		_, err := ASF(c.cards, c.window)
		checkRefused(t, c.want, err)
	}
	_, err := ASF(At(map[int]int{52: 52}), Window{0, 100_000})
	if !errors.Is(err, ErrNoSeed) || !strings.HasPrefix(err.Error(), "crack.ASF: no seed fits: none from 0 to 99,999 gives this") {
		t.Error(err)
	}
	everywhere := search[uint32]{call: "crack.ASF", window: All, block: 1 << 21, try: func(from, to int64) []uint32 { return make([]uint32, to-from) }}
	checkRefused(t, "crack.ASF: more than 10,000,000 seeds fit, want more evidence or a smaller window", everywhere.run(nil))
	for want, call := range map[string]func(){
		"crack.Borland: the shuffle is nil, want a function of a deck and a generator": func() { Borland([]int{1}, day, nil) },
		"crack.BestBet: the shuffle is nil, want a function of a deck and a generator": func() { BestBet(nil, 3) },
		"crack.BestBet: n = 0, want 1 to 1000":                                         func() { BestBet(shuffle.Naive, 0) },
		"crack.BestBet: the shuffle is not one of OffByOne, Naive and FisherYates, want one of them (fair.ExactMatrix takes others)": func() {
			BestBet(shuffle.Riffle(1), 6)
		},
		"crack.At: place = 0, want 1 to 52":      func() { At(map[int]int{0: 1}) },
		"Seeds.Deck: no seed was found":          func() { new(Seeds).Deck(0) },
		"Deals.Hands: no seed was found":         func() { new(Deals).Hands(-1) },
		"Deals.Dealer: i = 5, want 0 to 1":       func() { (&Deals{Seeds: []int64{1, 2}}).Dealer(5) },
		"MTSeeds.Generator: i = -1, want 0 to 0": func() { (&MTSeeds{Seeds: []uint32{1}}).Generator(-1) },
		"crack.Borland: the shuffle loses or duplicates a card: it made [1 1 1] from the cards 1 to 3": func() {
			recognize("crack.Borland", adapt.ShuffleOf("crack.Borland", func(deck []int, _ shuffle.PRNG) { deck[1], deck[2] = 1, 1 }), 3)
		},
	} {
		func() {
			defer func() {
				err, _ := recover().(error)
				checkRefused(t, want, err)
			}()
			call()
		}()
	}
}

// The best bet agrees with the enumeration of all leaves, and of 52 cards with the
// reference's decimals.
func TestBorlandBestBet(t *testing.T) {
	const file = "../testdata/05_naive_shuffle.json"
	for name, s := range map[string]shuffle.Shuffler{"naive": shuffle.Naive, "off_by_one": shuffle.OffByOne} {
		for n := 3; n <= 6; n++ {
			v := vectors.Load[struct {
				Leaves int64   `json:"total_leaves"`
				First  []int64 `json:"first_card_counts"`
			}](t, file, fmt.Sprintf("n=%d %s", n, name))
			b := BestBet(s, n)
			for card, count := range v.First {
				if b.P[card].Cmp(big.NewRat(count, v.Leaves)) != 0 {
					t.Errorf("%d cards, %s: card %d comes first with %v, want %d/%d", n, name, card+1, b.P[card], count, v.Leaves)
				}
			}
			if want := 1 + slices.Index(v.First, slices.Max(v.First)); b.Card != want {
				t.Errorf("%d cards, %s: bet on %d, want %d", n, name, b.Card, want)
			}
		}
		v := vectors.Load[struct {
			First []float64 `json:"first_card_distribution"`
		}](t, file, fmt.Sprintf("n=52 %s position probabilities", name))
		b := BestBet(s, 52)
		for card, want := range v.First {
			if p, _ := b.P[card].Float64(); math.Abs(p-want) > 6e-10 {
				t.Errorf("%s: card %d comes first with %v, want %v", name, card+1, p, want)
			}
		}
	}
	fair := BestBet(shuffle.FisherYates, 10)
	if fair.Card != 1 || math.Abs(fair.Gain()) > 1e-12 || fair.P[9].Cmp(big.NewRat(1, 10)) != 0 {
		t.Errorf("%v", fair)
	}
	for s, want := range map[string]*Bet{
		"no card is better than another: each comes first with probability 1/10":                fair,
		"card 2 comes first with probability 0.026004, 35.2 % more often than 1/52":             BestBet(shuffle.Naive, 52),
		"card 3 comes first with probability 0.500000, 50.0 % more often than 1/3\nexactly 1/2": BestBet(shuffle.OffByOne, 3),
	} {
		if got := want.String(); got != s {
			t.Errorf("%q, want %q", got, s)
		}
	}
	if one := BestBet(shuffle.Naive, 1); one.Card != 1 || one.P[0].Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%v", one)
	}
}

// What bytes say was seen is refused or searched, never a panic, and what is found
// deals it.
func FuzzASF(f *testing.F) {
	f.Add([]byte{15, 31, 30, 14, 10}, uint32(45_296_000))
	f.Add([]byte{0, 0, 255}, uint32(0))
	f.Add([]byte{52, 1, 0, 9}, uint32(1<<32-1))
	f.Fuzz(func(t *testing.T, seen []byte, from uint32) {
		cards := make([]int, len(seen))
		for i, b := range seen {
			cards[i] = int(int8(b))
		}
		found, err := ASF(cards, Window{int64(from), min(int64(from)+1000, All.To)}, trials.Options{Workers: 1})
		if err != nil {
			return
		}
		for i := range found.Seeds {
			if !agrees(found.Deck(i), cards) {
				t.Errorf("seed %d deals %v, seen %v", found.Seeds[i], found.Deck(i), cards)
			}
		}
	})
}

// BenchmarkTry tries a million seeds on one core, by the shuffle and its clues.
func BenchmarkTry(b *testing.B) {
	for i, m := range machines(deckSize) {
		for name, places := range map[string][]int{"five": {1, 2, 3, 4, 5}, "spread": {1, 10, 20, 21, 22}, "late": {48, 49}} {
			deck := ordered(deckSize)
			m.shuffle(deck, 45_296_789)
			if name == "late" {
				deck = ordered(deckSize)
				slices.Reverse(deck[40:])
				deck[47], deck[48] = 3, 4
			}
			seen := map[int]int{}
			for _, place := range places {
				seen[place] = deck[place-1]
			}
			h := newHunt(m, At(seen))
			b.Run(fmt.Sprintf("%d/%s", i, name), func(b *testing.B) {
				for b.Loop() {
					h.try(0, 1_000_000)
				}
			})
		}
	}
}
