package rt

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// keepBusy gives the process more to run than it can, until stop is called.
func keepBusy() (stop func()) {
	var over atomic.Bool
	for range 20 {
		go func() {
			for !over.Load() {
			}
		}()
	}
	return func() { over.Store(true) }
}

// TestWokenLate: a cell that was woken isn't taken for asleep because the process has so
// much to run that it comes to say so late.
func TestWokenLate(t *testing.T) {
	defer keepBusy()()
	r := New(Config{})
	for range 10 {
		run := r.Begin()
		var wg sync.WaitGroup
		wg.Add(1)
		r.AfterFunc(time.Millisecond, func() {
			time.Sleep(2 * brief)
			wg.Done()
		})
		if v, panicked := outcomeOf(func() { r.WaitGroupWait(&wg) }); panicked {
			t.Error(v)
		}
		r.End(run)
	}
}

// TestAsleepBeside: a cell that sleeps for ever is told so although the process never rests.
func TestAsleepBeside(t *testing.T) {
	defer keepBusy()()
	r := New(Config{})
	run := r.Begin()
	defer r.End(run)
	var wg sync.WaitGroup
	wg.Add(1)
	if v, _ := outcomeOf(func() { r.WaitGroupWait(&wg) }); v != ErrDeadlock {
		t.Errorf("got %v, want %v", v, ErrDeadlock)
	}
}
