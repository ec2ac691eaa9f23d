package crack

import (
	"context"
	"slices"
	"testing"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// bruteBands tries each seed of the first band.
func bruteBands(first, second band, from, to uint64) (found []uint32) {
	for t := from; t < to; t++ {
		if second.holds(first.seed(uint32(t))) {
			found = append(found, uint32(t))
		}
	}
	return found
}

// Whatever two bands and whichever part of the first: the gaps lead to what trying each
// seed finds. Widths are from one word to all of them.
func TestGaps(t *testing.T) {
	rng := shuffle.NewPRNG(7)
	odd := func() uint32 { return rng.Uint32() | 1 }
	multipliers := []uint32{1, 3, 1<<32 - 1, 1<<31 + 1, borlandA}
	widths := []uint64{1, 2, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32}
	for i := range 3000 {
		first := band{mul: odd(), add: rng.Uint32(), low: rng.Uint32(), width: 1 << 32}
		second := band{mul: odd(), add: rng.Uint32(), low: rng.Uint32(), width: 1 + uint64(rng.Uint32())>>rng.IntN(32)}
		if i%3 == 0 {
			second.mul = first.mul * multipliers[i/3%len(multipliers)]
		}
		if i%7 == 0 {
			second.width = widths[i/7%len(widths)]
		}
		from := uint64(rng.Uint32()) >> rng.IntN(32)
		to := min(from+2000, words)
		g := newGaps(first, second)
		var found []uint32
		g.each(from, to, func(t uint32) { found = append(found, t) })
		if want := bruteBands(first, second, from, to); !slices.Equal(found, want) {
			t.Fatalf("%+v %+v from %d: %d seeds, want %d", first, second, from, len(found), len(want))
		}
	}
}

// The bands of a die's rolls are the words that roll them, to the last.
func TestRollBands(t *testing.T) {
	for _, m := range machines(deckSize) {
		for c := range m {
			total := uint64(0)
			for r := range m[c].sides {
				b := m[c].roll(m[c].base + r)
				total += b.width
				for _, at := range []uint32{0, uint32(b.width - 1)} {
					if got := m[c].other(b.seed(at)); got != m[c].base+r || !b.holds(b.seed(at)) {
						t.Fatalf("step %d rolls %d at %d of its words for %d", c, got, at, r)
					}
				}
			}
			if total != words {
				t.Errorf("step %d: %d words", c, total)
			}
		}
	}
}

// Rolls that the cards give away are those that were rolled, whichever cards were seen;
// the top cards give away all of theirs.
func TestKnownRolls(t *testing.T) {
	rng := shuffle.NewPRNG(8)
	m := machines(deckSize)[2]
	for i := range 2000 {
		seed := rng.Uint32()
		deck := ordered(deckSize)
		m.shuffle(deck, seed)
		seen := slices.Clone(deck)
		for range i % deckSize {
			seen[rng.IntN(deckSize)] = 0
		}
		bands := newHunt(m, seen).knownRolls()
		if i%deckSize == 0 && len(bands) != deckSize {
			t.Fatalf("a whole deck gives %d rolls away", len(bands))
		}
		for _, b := range bands {
			if !b.holds(seed) {
				t.Fatalf("seed %d, seen %v: not in %+v", seed, seen, b)
			}
		}
	}
	if top := newHunt(m, []int{2, 1, 3}).knownRolls(); len(top) != 3 {
		t.Errorf("three cards give %d rolls away", len(top))
	}
}

// Of all 2^32 seeds the search of a fair shuffle finds the one that dealt, and none that
// deals otherwise; in a part of them, what trying each finds.
func TestBorlandFairSeeds(t *testing.T) {
	rng := shuffle.NewPRNG(9)
	for range 12 {
		seed := rng.Uint32()
		deck := ordered(deckSize)
		shuffle.FisherYates(deck, shuffle.BorlandRandom(seed))
		found, err := Borland(deck[:5+rng.IntN(4)], All, shuffle.FisherYates)
		if err != nil || !slices.Contains(found.Seeds, seed) || found.Tried != All.Len() {
			t.Fatalf("seed %d: %v %v", seed, found, err)
		}
		for i := range found.Seeds {
			if !agrees(found.Deck(i), found.Known) {
				t.Errorf("seed %d deals %v", found.Seeds[i], found.Deck(i))
			}
		}
		from := min(int64(seed), words-200_000)
		window := Window{from, from + 200_000}
		few := deck[:2+rng.IntN(2)]
		fast, err := Borland(few, window, shuffle.FisherYates)
		if slow := playAll(shuffle.FisherYates, few, window.From, window.To); err != nil || !slices.Equal(fast.Seeds, slow) {
			t.Errorf("%v in %v: %v %v, want %v", few, window, fast, err, slow)
		}
	}
}

// All 2^32 seeds are enumerated or tried, with the same result.
func TestBorlandFairSeedsLong(t *testing.T) {
	if !*long {
		t.Skip("-long: it tries 2^32 seeds one by one")
	}
	deck := ordered(deckSize)
	shuffle.FisherYates(deck, shuffle.BorlandRandom(3141592653))
	h := newHunt(machines(deckSize)[2], deck[:4])
	tried := search[uint32]{call: "crack.Borland", window: All, block: 1 << 15, try: h.try}
	if err := tried.run(nil); err != nil {
		t.Fatal(err)
	}
	found, err := Borland(deck[:4], All, shuffle.FisherYates)
	if err != nil || !slices.Equal(found.Seeds, tried.found) {
		t.Errorf("%v %v, want %v", found, err, tried.found)
	}
}

// A stopped search says that it was, and its progress counts all seeds.
func TestBorlandFairStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	found, err := Borland([]int{20, 30, 40}, All, shuffle.FisherYates, trials.Options{Context: ctx})
	if err != nil || !found.Stopped() {
		t.Errorf("%v %v", found, err)
	}
}
