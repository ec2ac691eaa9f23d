package worker

import (
	"errors"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// beat is how long an attentive reader waits at a time while it is alert.
const beat = 10 * time.Millisecond

// attentive reads from the supervisor. A goroutine that data wakes queues behind all the
// user's runnable goroutines, each of which gets ten milliseconds; one that a timer wakes
// runs next, but only in the rest of the previous one's time slice, unless it has a
// thread to itself. So while the user's code runs, the reader waits on such a thread and
// with a deadline, again and again, and notices an interrupt within two beats.
//
// A separate thread costs a short cell more than the cell itself. So a reader waits like
// any other until it is roused.
type attentive struct {
	in   *os.File
	busy func() bool // nil for never
	// calm is set while the reader waits like any other.
	calm atomic.Bool
	// timed says that a deadline is set.
	timed bool
}

// rouse makes a calm reader check whether the session is busy.
func (a *attentive) rouse() {
	if a.calm.Load() {
		a.in.SetReadDeadline(time.Now())
	}
}

// Read reads what there is.
func (a *attentive) Read(p []byte) (int, error) {
	for alert := false; ; alert = true {
		n, err := a.waitRead(p, alert && a.busy != nil && a.busy())
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

// waitRead reads, or gives up after a beat if it is alert, or when it is roused.
func (a *attentive) waitRead(p []byte, alert bool) (int, error) {
	var deadline time.Time
	if alert {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		deadline = time.Now().Add(beat)
	}
	if alert || a.timed {
		a.in.SetReadDeadline(deadline) // without effect where pipes have no deadlines
	}
	a.timed = alert
	a.calm.Store(!alert)
	defer a.calm.Store(false)
	n, err := a.in.Read(p)
	a.timed = a.timed || err != nil // roused: the deadline has passed, and must be cleared
	return n, err
}
