package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"riffle/repl"
)

// signalError says which signal ended riffle.
type signalError struct{ signal syscall.Signal }

func (e signalError) Error() string {
	return fmt.Sprintf("ended by signal %d (%v)", int(e.signal), e.signal)
}

// status is what shells report of a process that a signal ended.
func (e signalError) status() int { return 128 + int(e.signal) }

const (
	// signalPatience is how long a signal waits for riffle to end by itself, with
	// histories and notebooks written, before it closes the session.
	signalPatience = time.Second
	// signalLimit is how long it waits after that.
	signalLimit = 2 * time.Second
)

// ending is what a signal closes if riffle doesn't end by itself.
type ending struct {
	mu      sync.Mutex
	closers []io.Closer
}

// own adds something to close, before what was added earlier.
func (e *ending) own(c io.Closer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closers = append(e.closers, c)
}

func (e *ending) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, c := range slices.Backward(e.closers) {
		c.Close()
	}
}

// heed runs f, with a context that ends at the first of the signals. Without this the Go
// runtime would end the process at once, for some signals with a page of goroutines,
// leaving the terminal as it is and a history half written. After a signal its error is a
// signalError, or repl.ErrInterrupted for Ctrl-C.
//
// The session's process ends with this one in any case; see internal/worker.
func (a *app) heed(signals []os.Signal, f func(context.Context, *ending) error) error {
	caught := make(chan os.Signal, 1)
	for _, s := range signals {
		// Under nohup riffle outlives its terminal.
		if s != syscall.SIGHUP || !signal.Ignored(s) {
			signal.Notify(caught, s)
		}
	}
	defer signal.Stop(caught)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	e, done := &ending{}, make(chan struct{})
	go func() {
		select {
		case s := <-caught:
			reason := reasonOf(s)
			cancel(reason)
			e.enforce(caught, done)
			select {
			case <-done:
			case <-time.After(signalLimit):
				os.Exit(a.report(reason))
			}
		case <-done:
		}
	}()
	err := f(ctx, e)
	close(done)
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// enforce closes everything, unless f is done soon. A second signal means hurry.
func (e *ending) enforce(caught <-chan os.Signal, done <-chan struct{}) {
	select {
	case <-done:
		return
	case <-caught:
	case <-time.After(signalPatience):
	}
	go e.close()
}

// reasonOf is the error of a signal.
func reasonOf(s os.Signal) error {
	if n, ok := s.(syscall.Signal); ok && s != os.Interrupt {
		return signalError{n}
	}
	return repl.ErrInterrupted
}

// anySignal are the endings and Ctrl-C.
var anySignal = append([]os.Signal{os.Interrupt}, endings...)
