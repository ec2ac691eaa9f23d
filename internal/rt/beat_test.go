package rt

import (
	"sync"
	"testing"
	"time"
)

// TestBeatStarts: every request for a beat is answered, also those made as it starts
// again.
func TestBeatStarts(t *testing.T) {
	const rounds, waiters = 300, 8
	var b beat
	for range rounds {
		var all sync.WaitGroup
		start := make(chan struct{})
		for range waiters {
			all.Go(func() {
				<-start
				select {
				case <-b.nextBeat():
				case <-time.After(10 * time.Second):
					t.Error("no beat")
				}
			})
		}
		close(start)
		all.Wait()
		if t.Failed() {
			return
		}
		for b.running.Load() {
			time.Sleep(brief / 4)
		}
	}
}
