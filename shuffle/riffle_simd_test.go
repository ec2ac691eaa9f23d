//go:build goexperiment.simd && amd64

package shuffle

import "testing"

// Vectors riffle as portable code does: all coins of small decks, and many of others.
func TestRiffleWide(t *testing.T) {
	needWide(t)
	compare := func(n int, coins uint64) {
		want, got := inOrder, inOrder
		riffleBytes(&want, n, coins)
		if !riffleWide(&got, n, []uint64{coins}) || !sameCards(got, want, n) {
			t.Fatalf("coins %0*b: %v, want %v", n, coins, got[:n], want[:n])
		}
	}
	for n := 1; n <= 64; n++ {
		for coins := range uint64(1) << min(n, 10) {
			compare(n, coins)
			compare(n, ^coins) // the bits above n count for nothing
		}
		g := NewPRNG(int64(n))
		for range 200 {
			compare(n, g.Uint64())
		}
	}
}

func sameCards(a, b [64]uint8, n int) bool { return string(a[:n]) == string(b[:n]) }

func TestRiffleBatchWide(t *testing.T) {
	needWide(t)
	for n := 1; n <= 64; n++ {
		for _, m := range []int{0, 1, 7, maxTosses, maxTosses + 1, 3*maxTosses - 1} {
			wide, narrow := NewRiffleBatch(n, m, NewPRNG(int64(m))), NewRiffleBatch(n, m, NewPRNG(int64(m)))
			for range 3 {
				if !wide.riffleWide() {
					t.Fatalf("%d riffles of %d cards without vectors", m, n)
				}
				narrow.riffle()
				for d := range BatchSize {
					if wide.decks[d] != narrow.decks[d] {
						t.Fatalf("%d riffles of %d cards: deck %d differs", m, n, d)
					}
				}
				if wide.lanes != narrow.lanes {
					t.Fatalf("%d riffles of %d cards leave the generators elsewhere", m, n)
				}
			}
		}
	}
}
