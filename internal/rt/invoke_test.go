package rt

import "testing"

// die is a native generator.
type die struct{ n int }

func (d *die) IntN(n int) int   { d.n++; return d.n % n }
func (d *die) Float64() float64 { return 0.5 }
func (d *die) Sides() int       { return 6 }

// Draws, which need no reflection, store what any other call would.
func TestInvokeDraws(t *testing.T) {
	r, d := New(Config{}), &die{}
	var n int
	var x float64
	r.Invoke(d, "IntN", 1, &n, 6)
	r.Invoke(d, "Float64", 1, &x)
	if n != 1 || x != 0.5 {
		t.Errorf("drew %d and %v, want 1 and 0.5", n, x)
	}
	if r.Invoke(d, "Sides", 1, &n); n != 6 {
		t.Errorf("%d sides, want 6", n)
	}
	if r.Invoke(d, "IntN", 1, nil, 6); d.n != 2 {
		t.Error("a draw whose result is dropped isn't made")
	}
}
