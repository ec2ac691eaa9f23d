package fair

import (
	"math"
	"testing"

	"riffle/shuffle"
)

// TestProving compares the chi-squares that prove something with those of tables: the upper
// one-millionth.
func TestProving(t *testing.T) {
	for freedom, want := range map[int]float64{5: 35.888, 9: 44.811, 23: 70.550, 119: 207.199} {
		if got := (chiTest{0, freedom}).proving(); math.Abs(got-want) > 0.001 {
			t.Errorf("%d degrees of freedom: %.3f, want %.3f", freedom, got, want)
		}
	}
}

// TestFairIsNeverUnfair measures a fair shuffle often, with samples of all sizes. With false
// alarms once in 100,000 times, one in these 9,000 verdicts would come in a run of twelve;
// with the 5 % of old there would be some 400.
func TestFairIsNeverUnfair(t *testing.T) {
	for i := range int64(1500) {
		g := shuffle.NewPRNG(i)
		for _, runs := range []int{20, 120, 1000} {
			if h := Histogram(shuffle.FisherYates, 4, runs, g); h.Unfair() {
				t.Errorf("seed %d, %d runs: %v", i, runs, h)
			}
			if m := Matrix(shuffle.FisherYates, 6, runs, g); m.Unfair() {
				t.Errorf("seed %d, %d runs: %v", i, runs, m)
			}
		}
	}
}

// TestSparse: with too few runs for chi-square P is a bound. Of 40 shuffles of 7 cards some
// give an order three times, which chance alone does at 10^-4 at least.
func TestSparse(t *testing.T) {
	h := &OrderCounts{Cards: 7, Runs: 40, counts: make([]int, 5040)}
	for i := range 37 {
		h.counts[i] = 1
	}
	h.counts[100] = 3
	h.test()
	// C(40,3)/5040² ≈ 0.00039 of 5040 orders each with three.
	if h.Unfair() || h.P < 1e-4 || h.P > 1e-3 {
		t.Errorf("P is %g", h.P)
	}
	h.counts[100], h.Runs = 20, 57
	h.test()
	if !h.Unfair() {
		t.Errorf("an order comes 20 of 57 times, and P is %g", h.P)
	}
}
