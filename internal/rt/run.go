package rt

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Run is one execution of a cell. Blocking natives of its goroutine end when it
// is interrupted; those of goroutines that it started go on.
type Run struct {
	done chan struct{}
	once sync.Once
	gid  atomic.Int64
	// dead has a token when all goroutines seem asleep.
	dead chan struct{}

	mu     sync.Mutex
	native *nativeCall // the one under way that rt knows of
}

func newRun() *Run { return &Run{done: make(chan struct{}), dead: make(chan struct{}, 1)} }

// Begin starts a run on the goroutine that calls it.
func (r *Runtime) Begin() *Run {
	run := newRun()
	g := goroutineID()
	debug.SetPanicOnFault(true)
	run.gid.Store(g)
	r.asleep.enter(g, false)
	r.run.Store(run)
	r.takeShown()
	return run
}

// End ends a run, on its goroutine.
func (r *Runtime) End(run *Run) {
	g := run.gid.Swap(0) // which another goroutine may get now
	r.behind.remove(g)
	r.leave(g)
}

// Interrupt ends the run's blocking natives.
func (run *Run) Interrupt() {
	run.once.Do(func() { close(run.done) })
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.native != nil {
		run.native.wake()
	}
}

// Interrupted reports whether Interrupt was called.
func (run *Run) Interrupted() bool {
	select {
	case <-run.done:
		return true
	default:
		return false
	}
}

// canceled is the channel that ends the caller's wait for a time: the run's for
// the cell's own goroutine, nil for others.
func (r *Runtime) canceled() <-chan struct{} {
	if run := r.mine(); run != nil {
		return run.done
	}
	return nil
}

// mine is the run whose goroutine this is, nil on others.
func (r *Runtime) mine() *Run {
	if run := r.run.Load(); run.gid.Load() == goroutineID() {
		return run
	}
	return nil
}
