package rt

import (
	"reflect"
	"runtime"
	"testing"
)

// A function that gets the address of a dead wrapper isn't one, though the crossing lives
// on.
func TestAddressOfWrapper(t *testing.T) {
	r := &Runtime{}
	var xs []*Crossing
	taken := map[uintptr]bool{}
	for range 1000 {
		x := &Crossing{r: r, f: reflect.ValueOf(func() {})}
		w := reflect.ValueOf(wrapperOf(x))
		r.crossed.noteWrapper(w, x)
		if got := r.crossed.crossingOf(w); got != x {
			t.Fatalf("the wrapper of %p is that of %p", x, got)
		}
		taken[addressOf(closureOf(w))] = true
		xs = append(xs, x)
	}
	runtime.GC()
	runtime.GC()
	again := 0
	for _, x := range xs {
		f := reflect.ValueOf(wrapperOf(x))
		if taken[addressOf(closureOf(f))] {
			again++
		}
		if r.crossed.crossingOf(f) != nil {
			t.Error("a function that hasn't crossed over is taken for a wrapper")
			break
		}
	}
	if again == 0 {
		t.Error("no function has got the address of one that is gone")
	}
	runtime.KeepAlive(xs)
}

//go:noinline
func wrapperOf(x *Crossing) func() *Crossing { return func() *Crossing { return x } }
