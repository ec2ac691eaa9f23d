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
		{"type Square", 2 << 10},
		{"panic", 2 << 10},
		{"Seed", 2 << 10},
		{"json", 2 << 10},
		{"undefined#", 2 << 10},
		{"counter", 10 << 10},    // a closure in every other cell
		{"^type Card", 13 << 10}, // a type with two methods
	} {
		t.Run(tt.only, func(t *testing.T) {
			grows(t, begin(t, tt.only), tt.most)
		})
	}
}

// TestGrowthOfCode: a function that becomes machine code, and stays, leaves a module.
func TestGrowthOfCode(t *testing.T) {
	r := begin(t, "")
	r.mix = parse("-- ok --\nfunc sum#(n int) (s int) {\n\tfor i := range n {\n\t\ts += # * i\n\t}\n\treturn s\n}\nsum#(3)\n")
	grows(t, r, 10<<10)
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
