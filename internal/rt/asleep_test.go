package rt

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestWokenLate: a cell that was woken isn't taken for asleep because the process has so
// much to run that it comes to say so late.
func TestWokenLate(t *testing.T) {
	var stop atomic.Bool
	defer stop.Store(true)
	for range 20 {
		go func() {
			for !stop.Load() {
			}
		}()
	}
	r := New(Config{})
	for range 10 {
		run := r.Begin()
		var wg sync.WaitGroup
		wg.Add(1)
		r.AfterFunc(time.Millisecond, func() {
			time.Sleep(2 * brief)
			wg.Done()
		})
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Error(v)
				}
			}()
			r.WaitGroupWait(&wg)
		}()
		r.End(run)
	}
}
