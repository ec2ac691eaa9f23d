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
// little more than their text.
func TestGrowth(t *testing.T) {
	const most = 4 << 10 // bytes a cell
	for _, only := range []string{`^1\+1$`, "^x := ", "^func again.*return n", "type Square", "panic", "Seed", "json", "undefined#"} {
		t.Run(only, func(t *testing.T) {
			r := begin(t, only)
			if err := r.cells(200); err != nil {
				t.Fatal(err)
			}
			before := alive()
			if err := r.cells(640); err != nil { // ten lives of an interpreter
				t.Fatal(err)
			}
			if each := (int64(alive()) - int64(before)) / 640; each > most {
				t.Errorf("a cell leaves %d bytes, want %d at most", each, most)
			}
		})
	}
}

// TestClosures: a closure that lives holds its own code, and neither the function
// that made it nor the cells beside it.
func TestClosures(t *testing.T) {
	const most = 20 << 10 // bytes a closure, with the names and the texts of two cells
	r := begin(t, "counter")
	if err := r.cells(200); err != nil {
		t.Fatal(err)
	}
	before := alive()
	if err := r.cells(640); err != nil {
		t.Fatal(err)
	}
	if each := (int64(alive()) - int64(before)) / 320; each > most {
		t.Errorf("a closure holds %d bytes, want %d at most", each, most)
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
