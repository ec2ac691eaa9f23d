//go:build goexperiment.simd && amd64

package shuffle

import (
	"slices"
	"testing"
)

// needWide skips a test of vectors on a processor without them.
func needWide(t *testing.T) {
	t.Helper()
	if !hasWide() {
		t.Skip("this processor has no AVX-512 with VBMI and VBMI2")
	}
}

// Vectors deal what portable code deals, and leave the generators where it does.
func TestBatchWide(t *testing.T) {
	needWide(t)
	for n := 1; n <= 64; n++ {
		for k := 1; k <= n; k++ {
			wide, narrow := NewBatch(n, k, NewPRNG(int64(k))), NewBatch(n, k, NewPRNG(int64(k)))
			for range 5 {
				if !wide.dealWide() {
					t.Fatalf("%d of %d cards are dealt without vectors", k, n)
				}
				narrow.deal()
				if !slices.Equal(wide.cards[:k], narrow.cards[:k]) || wide.lanes != narrow.lanes {
					t.Fatalf("%d of %d cards differ", k, n)
				}
			}
		}
	}
}

// Words that are dropped are drawn again in their lanes alone. Good plans hardly ever
// drop one, so these have higher thresholds and drop a third.
func TestBatchWideDrops(t *testing.T) {
	needWide(t)
	wide, narrow := NewBatch(52, 52, NewPRNG(5)), NewBatch(52, 52, NewPRNG(5))
	for _, b := range []*Batch{wide, narrow} {
		for w := range b.plans {
			b.plans[w].threshold = [2]uint32{1 << 30, 1 << 29}
		}
	}
	for range 20 {
		wide.drawWide()
		narrow.draw()
		if wide.words != narrow.words || wide.lanes != narrow.lanes {
			t.Fatal("the words differ")
		}
	}
}
