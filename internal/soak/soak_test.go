package main

import "testing"

// TestMix: two rounds of the mix end as they say.
func TestMix(t *testing.T) {
	r := begin(t, "")
	if len(r.mix) < 30 {
		t.Fatalf("the mix has %d cells", len(r.mix))
	}
	if err := r.cells(2 * len(r.mix)); err != nil {
		t.Error(err)
	}
}

// TestGrowth: cells that declare nothing, or the same names again and again, leave
// little more than their text; one that declares names for good leaves what they
// need, and nothing of what was around them.
func TestGrowth(t *testing.T) {
	for _, tt := range []struct {
		only string
		most int64 // bytes a cell
	}{
		{`^1\+1$`, 2 << 10},
		{"^x := ", 2 << 10},
		{"^func again.*return n", 2 << 10},
		{"type Square", 4000}, // a type lives for ever, with its methods
		{"panic", 2 << 10},
		{"Seed", 2 << 10},
		{"json", 2 << 10},
		{"undefined#", 2 << 10},
		{"counter", 10 << 10}, // a closure in every other cell
		{"^type Card", 11500}, // a new type with two methods
	} {
		t.Run(tt.only, func(t *testing.T) {
			grows(t, begin(t, tt.only), tt.most)
		})
	}
}

// TestGrowthOfSorts: what stays of a cell of each sort, all of whose names are new: of a
// function that becomes machine code a module, of one with type parameters two of them.
func TestGrowthOfSorts(t *testing.T) {
	most := map[string]int64{"var": 2 << 10, "func": 4 << 10, "loop": 8 << 10, "generic": 15 << 10, "struct": 7000, "method": 8800, "again": 2 << 10, "methods-again": 5 << 10}
	for name, c := range named(sorts) {
		if most[name] == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			r := begin(t, "")
			r.mix = []cell{c}
			grows(t, r, most[name])
		})
	}
}

// grows wants each cell to leave so many bytes at most.
func grows(t *testing.T, r *run, most int64) {
	t.Helper()
	if err := r.cells(264); err != nil {
		t.Fatal(err)
	}
	before := alive()
	if err := r.cells(768); err != nil { // twelve sweeps
		t.Fatal(err)
	}
	if each := (int64(alive()) - int64(before)) / 768; each > most {
		t.Errorf("a cell leaves %d bytes, want %d at most", each, most)
	}
}

func begin(t *testing.T, only string) *run {
	r, err := newRun(only)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.mix) == 0 {
		t.Fatal("no such cells")
	}
	return r
}
