package rt

import (
	"sync"
	"testing"
)

// TestGoroutineID: goroutines that live at once have different numbers, and keep
// them when their stacks move.
func TestGoroutineID(t *testing.T) {
	const n = 100
	var mu sync.Mutex
	seen := map[int64]bool{}
	var started, done sync.WaitGroup
	started.Add(n)
	end := make(chan bool)
	for range n {
		done.Go(func() {
			g := goroutineID()
			mu.Lock()
			seen[g] = true
			mu.Unlock()
			started.Done()
			<-end
			if deep(1000) != g {
				t.Error("a goroutine has another number deep in a recursion")
			}
		})
	}
	started.Wait()
	close(end)
	done.Wait()
	if len(seen) != n {
		t.Errorf("%d goroutines have %d numbers", n, len(seen))
	}
}

// deep asks at the end of a recursion, for which the stack has to grow.
func deep(n int) int64 {
	var frame [128]byte
	if n > 0 && frame[n%len(frame)] == 0 {
		return deep(n - 1)
	}
	return goroutineID()
}
