package worker

import (
	"errors"
	"os"
	"runtime"
	"time"
)

// beat is how long an attentive reader waits at a time while it is busy.
const beat = 10 * time.Millisecond

// attentive reads from the supervisor. A goroutine that data wakes gets in line
// behind all those of the user's that want to run, each for ten milliseconds; one
// that a timer wakes runs next, but in what is left of the time of the one before,
// unless it has a thread to itself. So as long as the user's code runs, it waits on
// such a thread and with a deadline, again and again, and an interrupt is heard in
// the time of two beats.
type attentive struct {
	in   *os.File
	busy func() bool // nil for never
}

// Read reads what there is.
func (a *attentive) Read(p []byte) (int, error) {
	for {
		n, err := a.wait(p)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

// wait reads, or gives up after a beat.
func (a *attentive) wait(p []byte) (int, error) {
	var deadline time.Time
	if a.busy != nil && a.busy() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		deadline = time.Now().Add(beat)
	}
	a.in.SetReadDeadline(deadline) // without effect where pipes know no deadlines
	return a.in.Read(p)
}
