package rt

import (
	"sync"
	"testing"
	"time"
)

// TestWaiting: a waiter gets a beat, also after a time without waiters, and an interrupt
// after that.
func TestWaiting(t *testing.T) {
	r := New(Config{})
	for range 3 {
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				for range 3 {
					w := r.Waiting()
					<-w.Brief
				}
			})
		}
		all.Wait()
		for r.beat.running.Load() {
			time.Sleep(brief)
		}
	}
	run := r.Begin()
	defer r.End(run)
	w := r.Waiting()
	<-w.Brief
	w.Long(make(chan int))
	defer w.End()
	run.Interrupt()
	<-w.Done
	defer func() {
		if v := recover(); v != ErrInterrupted {
			t.Errorf("got %v", v)
		}
	}()
	w.Interrupted()
}
