package atomic

import (
	"sync"
	"testing"
)

func TestPointer(t *testing.T) {
	var x Pointer[int]
	a, b := new(int), new(int)
	if x.Load() != nil || !x.CompareAndSwap(nil, a) || x.CompareAndSwap(b, a) || x.Load() != a {
		t.Error("compare and swap")
	}
	if x.Swap(b) != a || x.Load() != b {
		t.Error("swap")
	}
	x.Store(nil)
	if x.Load() != nil {
		t.Error("store")
	}
}

// TestPointerRace increments through the pointer from several goroutines.
func TestPointerRace(t *testing.T) {
	var x Pointer[int]
	x.Store(new(int))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				for {
					old := x.Load()
					sum := *old + 1
					if x.CompareAndSwap(old, &sum) {
						break
					}
				}
			}
		})
	}
	wg.Wait()
	if n := *x.Load(); n != 400 {
		t.Errorf("%d increments, want 400", n)
	}
}
