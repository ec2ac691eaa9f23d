package shuffle

import (
	"fmt"
	"slices"
	"testing"
)

// Riffled decks are what single riffles with the same coins make of single decks.
func TestRiffleBatch(t *testing.T) {
	for n := 1; n <= 64; n++ {
		for _, m := range []int{0, 1, 2, 7, 16, 17} {
			checkRiffles(t, n, m, 1)
		}
	}
	for _, c := range []struct{ n, m int }{{5, 2}, {52, 7}, {63, 33}, {64, 100}} {
		checkRiffles(t, c.n, c.m, 3)
	}
}

func checkRiffles(t *testing.T, n, m, rounds int) {
	t.Helper()
	key := drawKey(NewPRNG(9))
	var lanes [8]xoshiroState
	for i := range lanes {
		lanes[i] = unlock(key.child(uint64(i)))
	}
	b := NewRiffleBatch(n, m, NewPRNG(9))
	for range rounds {
		cards := b.Next()
		if len(cards) != n {
			t.Fatalf("%d cards", len(cards))
		}
		for d := range BatchSize {
			deck, mixed := ints(1, n), make([]int, n)
			for range m {
				var word uint64
				word, lanes[d%8] = lanes[d%8].next()
				mergeCoins(mixed, deck, []uint64{word >> (64 - n)})
				deck, mixed = mixed, deck
			}
			if !slices.Equal(b.Deck(d), deck) {
				t.Fatalf("%d riffles of %d cards, deck %d: %v, want %v", m, n, d, b.Deck(d), deck)
			}
			for i, row := range cards {
				if int(row[d]) != deck[i] {
					t.Fatalf("%d riffles of %d cards, deck %d: card %d is %d, want %d", m, n, d, i, row[d], deck[i])
				}
			}
		}
	}
}

// One riffle of five cards has the law that all 32 ways to toss five coins give.
func TestRiffleBatchLaw(t *testing.T) {
	const rounds = 1000
	counts, b := map[string]int{}, NewRiffleBatch(5, 1, NewPRNG(84))
	for range rounds {
		b.Next()
		for d := range BatchSize {
			counts[fmt.Sprint(b.Deck(d))]++
		}
	}
	chi, exact := 0.0, enumerate(Riffle(1), "12345", 32)
	for order, n := range exact {
		key := fmt.Sprint([]int{int(order[0] - '0'), int(order[1] - '0'), int(order[2] - '0'), int(order[3] - '0'), int(order[4] - '0')})
		want := float64(n) * rounds * BatchSize / 32
		d := float64(counts[key]) - want
		chi += d * d / want
	}
	if len(counts) != len(exact) {
		t.Errorf("%d arrangements, want %d", len(counts), len(exact))
	}
	if tail := upperTail(chi, len(exact)-1); tail < 1e-4 || tail > 1-1e-4 {
		t.Errorf("chi-square %.1f, want about %d", chi, len(exact)-1)
	}
}

// After many riffles every order is as likely as any other, nearly: the chi-squares of
// all orders of four, after twenty riffles, are distributed as chi-squares.
func TestRiffleBatchIsUniform(t *testing.T) {
	b, d := NewRiffleBatch(4, 20, NewPRNG(85)), BatchSize
	checkUniform(t, 24, 1200, func() int {
		if d == BatchSize {
			b.Next()
			d = 0
		}
		d++
		return rank(b.Deck(d - 1))
	})
}
