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

// attentive reads from the supervisor. A goroutine that data wakes gets in line
// behind all those of the user's that want to run, each for ten milliseconds; one
// that a timer wakes runs next, but in what is left of the time of the one before,
// unless it has a thread to itself. So as long as the user's code runs, it waits on
// such a thread and with a deadline, again and again, and an interrupt is heard in
// the time of two beats.
//
// A thread of its own costs a cell that is over in a moment more than the cell itself.
// So a reader waits like any other until it is roused.
type attentive struct {
	in   *os.File
	busy func() bool // nil for never
	// calm is set while the reader waits like any other.
	calm atomic.Bool
	// timed says that a deadline is set.
	timed bool
}

// rouse makes a reader that is calm look whether the session is busy.
func (a *attentive) rouse() {
	if a.calm.Load() {
		a.in.SetReadDeadline(time.Now())
	}
}

// Read reads what there is.
func (a *attentive) Read(p []byte) (int, error) {
	for alert := false; ; alert = true {
		n, err := a.wait(p, alert && a.busy != nil && a.busy())
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

// wait reads, or gives up after a beat if it is alert, or when it is roused.
func (a *attentive) wait(p []byte, alert bool) (int, error) {
	var deadline time.Time
	if alert {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		deadline = time.Now().Add(beat)
	}
	if alert || a.timed {
		a.in.SetReadDeadline(deadline) // without effect where pipes know no deadlines
	}
	a.timed = alert
	a.calm.Store(!alert)
	defer a.calm.Store(false)
	n, err := a.in.Read(p)
	a.timed = a.timed || err != nil // roused: the deadline is over, and must be taken back
	return n, err
}
