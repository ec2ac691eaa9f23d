package session

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// deepStacks is the size of all stacks, in bytes, from which they are worth a
// collection: much less than what is taken for an endless recursion.
const deepStacks = 16 << 20

// dropStacks gives back the stacks of an interrupted recursion, which would count
// against the next cell. Where goroutines of the user's keep all processors busy
// a collection takes seconds, so it is not waited for longer than the grace.
func dropStacks() {
	used := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(used)
	if used[0].Value.Uint64() < deepStacks {
		return
	}
	done := make(chan struct{})
	go func() {
		runtime.GC()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(grace):
	}
}
