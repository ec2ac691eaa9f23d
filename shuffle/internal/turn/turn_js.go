package turn

import (
	"runtime"
	"sync/atomic"
	"time"
)

// OneThread reports whether nothing else runs while a goroutine computes.
const OneThread = true

const (
	// slice is how long others wait.
	slice = 10 * time.Millisecond
	// looks is how many pieces of work share a look at the clock.
	looks = 8
)

// thread is the only one there is.
var thread struct {
	calls uint
	given time.Time // to others
	heard time.Time // what comes from outside of the program
}

// listening counts those who wait for something from outside.
var listening atomic.Int64

// Listen has Give hear what comes from outside of the program, such as messages of other
// web workers, until the function that it returns is called: while anything runs, that
// waits.
func Listen() (end func()) {
	listening.Add(1)
	return func() { listening.Add(-1) }
}

// hearing is how often that is.
const hearing = 50 * time.Millisecond

// Give lets other goroutines run if they have waited for 10 ms.
func Give() {
	if thread.calls++; thread.calls%looks == 0 && time.Since(thread.given) >= slice {
		thread.given = time.Now()
		if listening.Load() > 0 && time.Since(thread.heard) >= hearing {
			time.Sleep(time.Millisecond) // only a program that rests hears
			thread.heard = time.Now()
			return
		}
		runtime.Gosched()
	}
}
