package session

import (
	"runtime"
	"time"

	"riffle/internal/proto"
	"riffle/internal/watch"
)

// deepStacks is the size of all stacks, in bytes, from which a recursion is deep:
// much less than what is taken for an endless one.
const deepStacks = 16 << 20

// stacks is the size of all stacks in use, in bytes.
func stacks() uint64 { return watch.Now().Stacks }

// The times that a stopped cell has to end.
const (
	// grace is what it may take; after it the cell's goroutine is left behind
	// in the native call that it waits for.
	grace = 500 * time.Millisecond
	// unwinding is what a deep recursion may take, whose frames would go on if
	// they were left behind. An interrupt has less, lest the worker lose its
	// patience.
	unwinding            = 10 * time.Second
	unwindingInterrupted = 1500 * time.Millisecond
)

// awaitEnd waits for the end of a cell that was stopped.
func (s *Session) awaitEnd(done <-chan *proto.CellError, tooDeep bool) {
	most := unwindingInterrupted
	if tooDeep {
		most = unwinding
	}
	for waited := time.Duration(0); waited == 0 || waited < most && stacks() >= deepStacks; waited += s.grace {
		select {
		case <-done:
			return
		case <-time.After(s.grace):
		}
	}
}

// dropStacks gives back the stacks of an interrupted recursion, which would count
// against the next cell. Where goroutines of the user's keep all processors busy
// a collection takes seconds, so it is not waited for longer than that.
func dropStacks() {
	if stacks() < deepStacks {
		return
	}
	done := make(chan struct{})
	go func() {
		runtime.GC()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(grace):
	}
}
