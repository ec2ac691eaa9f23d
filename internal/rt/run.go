package rt

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Run is one execution of a cell. Blocking natives on its goroutine end when it is
// interrupted; those on goroutines that it started continue.
type Run struct {
	// Owner is what Runtime.Owner returns on its goroutine and those that it starts.
	Owner any

	done        chan struct{}
	once        sync.Once
	interrupted atomic.Bool
	gid         atomic.Int64 // 0 before the run begins, over after it
	// dead has a token when all goroutines seem asleep.
	dead chan struct{}

	plain atomic.Int32 // the current plain calls

	mu     sync.Mutex
	native *nativeCall // the current one that is recorded; only the run's goroutine sets it
	spare  *nativeCall // for the next
}

// over stands for a run's goroutine when it has ended, or will not begin.
const over = -1

// NewRun returns a run for Start.
func NewRun() *Run { return &Run{done: make(chan struct{}), dead: make(chan struct{}, 1)} }

// Begin starts a run on the goroutine that calls it.
func (r *Runtime) Begin() *Run {
	run := NewRun()
	r.Start(run)
	return run
}

// Start begins a run on the goroutine that calls it. It reports false if the run was
// left before it began.
func (r *Runtime) Start(run *Run) bool {
	g := goroutineID()
	if !run.gid.CompareAndSwap(0, g) {
		return false
	}
	debug.SetPanicOnFault(true)
	r.asleep.enterUser(g, false, run.Owner)
	r.run.Store(run)
	r.watchPipes()
	r.takeShown()
	return true
}

// End ends a run, on its goroutine.
func (r *Runtime) End(run *Run) {
	g := run.gid.Swap(over) // another goroutine may get the number now
	r.behind.removeLeft(g)
	r.leaveUser(g)
}

// Interrupt ends the run's blocking natives.
func (run *Run) Interrupt() {
	run.once.Do(func() {
		run.interrupted.Store(true)
		close(run.done)
	})
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.native != nil {
		run.native.wakeCall()
	}
}

// Interrupted reports whether Interrupt was called.
func (run *Run) Interrupted() bool { return run.interrupted.Load() }

// canceled is the channel that ends the caller's wait for a time: the run's for
// the cell's own goroutine, nil for others.
func (r *Runtime) canceled() <-chan struct{} {
	if run := r.mine(); run != nil {
		return run.done
	}
	return nil
}

// Own reports whether the calling goroutine is a cell's own, not one that the cell, or
// native code, started.
func (r *Runtime) Own() bool { return r.mine() != nil }

// mine is the run whose goroutine this is, nil on others.
func (r *Runtime) mine() *Run {
	if run := r.run.Load(); run.gid.Load() == goroutineID() {
		return run
	}
	return nil
}
