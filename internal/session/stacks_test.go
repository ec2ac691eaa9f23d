package session

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"riffle/internal/proto"
)

// TestInterruptAmongBusyGoroutines: a cell ends within the two seconds that a
// worker grants it, also while goroutines keep all processors busy. (A whole
// collection may take longer then.)
func TestInterruptAmongBusyGoroutines(t *testing.T) {
	s := newSession(t, Options{})
	// Many small objects, of sizes that are swept on their own.
	kept := make([]any, 0, 1<<17)
	for i := range cap(kept) {
		kept = append(kept, make([]byte, 16+i%2000))
	}
	defer runtime.KeepAlive(kept)
	var done atomic.Bool
	defer done.Store(true)
	for range 4 * runtime.GOMAXPROCS(0) {
		go func() {
			for !done.Load() {
			}
		}()
	}
	ctx, cancel := context.WithCancel(context.Background())
	begun := time.AfterFunc(200*time.Millisecond, cancel)
	defer begun.Stop()
	ended := make(chan proto.Result, 1)
	go func() { ended <- s.Run(ctx, proto.Cell{Source: "for {}", N: 1}, proto.Discard{}) }()
	select {
	case r := <-ended:
		if r.Err == nil || r.Err.Name != "interrupted" {
			t.Errorf("got %+v, want an interrupt", r.Err)
		}
	case <-time.After(2200 * time.Millisecond):
		t.Error("the interrupted cell has not ended within two seconds")
		done.Store(true)
		<-ended
	}
}
