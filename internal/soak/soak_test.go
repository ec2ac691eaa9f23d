package main

import "testing"

// TestMix: two rounds of the mix end as they say.
func TestMix(t *testing.T) {
	r, err := newRun("")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.mix) < 30 {
		t.Fatalf("the mix has %d cells", len(r.mix))
	}
	if err := r.cells(2 * len(r.mix)); err != nil {
		t.Error(err)
	}
}
