package watch

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// percent is the collector's setting.
func percent() int {
	p := debug.SetGCPercent(-1)
	debug.SetGCPercent(p)
	return p
}

// TestLazy: the collector is lazy while little is alive, and only then.
func TestLazy(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(percent())
	Lazy()
	if p := percent(); p != lazyPercent {
		t.Fatalf("the collector is set to %d, want %d", p, lazyPercent)
	}
	become := func(want int) {
		t.Helper()
		for range 500 {
			runtime.GC()
			if percent() == want {
				return
			}
			time.Sleep(10 * time.Millisecond) // finalizers run by themselves
		}
		t.Fatalf("the collector is set to %d, want %d", percent(), want)
	}
	large := make([]byte, 2*room)
	become(usualPercent)
	runtime.KeepAlive(large)
	large = nil
	become(lazyPercent)
}

func TestLazyLeavesGOGC(t *testing.T) {
	t.Setenv("GOGC", "77")
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	if Lazy(); percent() != 77 {
		t.Errorf("the collector is set to %d, want 77", percent())
	}
}
