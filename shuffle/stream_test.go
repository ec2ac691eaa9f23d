package shuffle

import (
	"sync"
	"testing"
)

// Seed is the one thing here that is shared: each test that uses it restores
// the unseeded state.
func seedFor(t *testing.T, n int64) {
	t.Cleanup(Unseed)
	Seed(n)
}

func TestSeed(t *testing.T) {
	seedFor(t, 7)
	a, b := NewDealer(), NewLottery(49)
	a.Shuffle()
	deck, pick := a.Deck().String(), b.Pick(6)

	Seed(7)
	c, d := NewDealer(), NewLottery(49)
	c.Shuffle()
	if c.Deck().String() != deck {
		t.Error("the first dealer after Seed(7) shuffles differently")
	}
	same(t, "lottery after Seed(7)", d.Pick(6), pick)

	Seed(8)
	e := NewDealer()
	e.Shuffle()
	if e.Deck().String() == deck {
		t.Error("Seed(8) shuffles as Seed(7)")
	}
}

// Constructors take streams 1, 2, … in order, and only when they are given no
// generator.
func TestStreamNumbers(t *testing.T) {
	seedFor(t, 9)
	NewLottery(10, JavaRandom(1))
	first := GeneratorOf("test", nil)
	x := NewPRNG()
	third := GeneratorOf("test", nil)
	if first.Uint64() != StreamOf(9, 1).Uint64() || third.Uint64() != StreamOf(9, 3).Uint64() {
		t.Error("streams are not numbered in order of construction")
	}
	if x.now != unlock(childKey(9, 2)) {
		t.Error("NewPRNG() does not take the next stream")
	}
	if n, ok := Seeded(); n != 9 || !ok {
		t.Errorf("Seeded() = %d, %v", n, ok)
	}
	Unseed()
	if _, ok := Seeded(); ok {
		t.Error("still seeded")
	}
	if NewPRNG().Uint64() == NewPRNG().Uint64() {
		t.Error("two unseeded generators agree")
	}
}

// Many goroutines may construct at the same time; each gets its own stream.
func TestSeedConcurrently(t *testing.T) {
	seedFor(t, 3)
	const workers = 8
	var wg sync.WaitGroup
	first := make([]uint64, workers)
	for i := range workers {
		wg.Go(func() { first[i] = GeneratorOf("test", nil).Uint64() })
	}
	wg.Wait()
	seen := map[uint64]bool{}
	for _, w := range first {
		seen[w] = true
	}
	for k := range workers {
		if !seen[StreamOf(3, uint64(k+1)).Uint64()] {
			t.Errorf("nobody has stream %d", k+1)
		}
	}
}

func TestReseeds(t *testing.T) {
	before := Reseeds()
	Seed(1)
	Unseed()
	NewPRNG()
	if got := Reseeds() - before; got != 2 {
		t.Errorf("%d reseeds, want 2", got)
	}
}

// Shuffling with a stream draws what its dice draw, bit for bit.
func TestStreamShufflesByDice(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 51, 52, 64, 67, 1000, fourSides + 5} {
		a, b := StreamOf(3, 1), StreamOf(3, 1)
		got, want := ints(0, n), ints(0, n)
		for range 3 {
			fisherYates(got, a)
			fisherYatesDice(want, b)
		}
		same(t, "the deck", got, want)
		if a.Uint64() != b.Uint64() {
			t.Errorf("%d cards take another number of words", n)
		}
	}
}

// Words at the edges of rejection are kept and dropped as by the dice.
func TestFourDiceThresholds(t *testing.T) {
	for _, n := range []int{4, 52, 1000, fourSides} {
		sides := sidesFrom(n, 4)
		for _, word := range edgeWords(sides) {
			got, want := ints(0, n), ints(0, n)
			k0, k1, k2, k3, rest := fourDice(word, uint64(n))
			kept := good(rest, product4(uint64(n)))
			if kept {
				exchangeFour(got, k0, k1, k2, k3)
			}
			if dice, ok := diceByDivision(word, sides); ok {
				for i, die := range dice {
					want[i], want[i+die] = want[i+die], want[i]
				}
			} else if kept {
				t.Errorf("%d cards: word %#x isn't dropped", n, word)
			}
			same(t, "the deck", got, want)
		}
	}
}
