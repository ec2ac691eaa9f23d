package session

import (
	"testing"

	"riffle/internal/proto"
)

// TestTracesAreTheirOwn: a trace has no place of an earlier cell, whose panics were
// recovered by native code on goroutines that have ended.
func TestTracesAreTheirOwn(t *testing.T) {
	s := newSession(t, Options{})
	cells := []string{
		"func outside(deck []int, rng PRNG) { deck[len(deck)+rng.IntN(2)]++ }\nfair.Histogram(outside, 3, 100)",
		"trials.Run(1000, func(rng PRNG) bool { return []bool{true}[rng.IntN(2)] })",
	}
	for n := range 600 {
		r := s.Run(t.Context(), proto.Cell{Source: cells[n%2], N: n + 1}, proto.Discard{})
		if r.Err == nil || r.Err.Name != "panic" {
			t.Fatalf("cell %d ends with %v, want a panic", n+1, r.Err)
		}
		for _, d := range r.Err.Diagnostics {
			if d.Cell != n+1 {
				t.Fatalf("cell %d has a place of another cell in its trace:\n%s", n+1, r.Err.Format())
			}
		}
	}
}
