package session

import (
	"runtime"
	"time"

	"riffle/internal/proto"
	"riffle/internal/rt"
	"riffle/internal/watch"
)

// deepStacks is the size of the stacks, in bytes, from which a recursion counts as deep:
// much less than for an endless one.
const deepStacks = 16 << 20

// stacks is the size of deep stacks, in bytes.
func stacks() uint64 { return watch.Now().Deep() }

// The times that a stopped cell has to end.
const (
	// prompt is how long a cell takes that can be interrupted where it runs or waits.
	prompt = 5 * time.Millisecond
	// grace is how long a cell may take; after that its goroutine is left behind in the
	// native call that it waits for.
	grace = 500 * time.Millisecond
	// unwinding is how long a deep recursion may take, whose frames would keep running if
	// they were left behind. An interrupt gets less, so that the worker doesn't give up
	// first.
	unwinding            = 10 * time.Second
	unwindingInterrupted = 1500 * time.Millisecond
)

// awaitEnd waits for the end of a cell that was stopped.
func (s *Session) awaitEnd(run *rt.Run, done <-chan *proto.CellError, tooDeep bool) {
	if !tooDeep {
		select {
		case <-done:
			return
		case <-time.After(prompt):
		}
		if run.InNative() { // it won't continue the cell
			s.leaveRun(run)
			return
		}
	}
	most := unwindingInterrupted
	if tooDeep || rt.OneThread {
		most = unwinding
	}
	// With one thread it ends when it gets its turn, which the collector may delay.
	for waited := time.Duration(0); waited == 0 || waited < most && (rt.OneThread || stacks() >= deepStacks); waited += s.grace {
		select {
		case <-done:
			if tooDeep { // maybe on another goroutine
				awaitShallow()
			}
			return
		case <-time.After(s.grace):
		}
	}
	s.leaveRun(run)
}

// leaveRun leaves a run's goroutine behind, and gives the user's code that its native call has
// called some time to end.
func (s *Session) leaveRun(run *rt.Run) {
	s.rt.Leave(run)
	awaitCallback(run, patience)
}

// awaitCallback waits until the user's code that a native call left behind has called has
// ended: otherwise the next cell would see its last statements. It counts turns, since
// during a pause of the whole process the goroutine gets no time.
func awaitCallback(run *rt.Run, most int) {
	for i := range most {
		back, waits := run.CalledBack()
		if !back || waits && i >= patience {
			return
		}
		time.Sleep(turn)
	}
}

// awaitShallow waits until stopped recursions have ended: a remaining frame would keep
// running.
func awaitShallow() {
	buf := make([]byte, stacksMost)
	for begin := time.Now(); deepest(buf) != nothing && time.Since(begin) < unwinding; {
		time.Sleep(10 * time.Millisecond)
	}
}

// resumeRun lets code run again once running goroutines have ended too. The next cell waits
// for that, the interrupted one doesn't.
func (s *Session) resumeRun(run *rt.Run) {
	defer s.running.Unlock()
	awaitCallback(run, mostTurn)
	s.awaitGoroutines()
	s.allowCode()
	dropStacks()
}

// stopCode ends all running code. Code loaded before allowCode is called could never run.
func (s *Session) stopCode() {
	s.stopped.Store(true)
	s.engine.Stop()
}

// allowCode lets code run again.
func (s *Session) allowCode() {
	s.engine.Resume()
	s.stopped.Store(false)
}

// A stopped goroutine ends when it gets its turn, unless it is in a native call.
const (
	turn     = time.Millisecond
	noTurns  = 20 // after this many turns in which none has ended, the rest are in natives
	mostTurn = 2000
	// patience is how many turns a callback has to reach its next statement while
	// somebody waits, or while it is in a native call itself.
	patience = 500
)

// awaitGoroutines waits for the user's running goroutines to end.
func (s *Session) awaitGoroutines() {
	left, idle := s.rt.Running(), 0
	for i := 0; left > 0 && idle < noTurns && i < mostTurn; i++ {
		time.Sleep(turn)
		now := s.rt.Running()
		if idle++; now < left {
			idle = 0
		}
		left = now
	}
}

// dropStacks gives back the stacks of an interrupted recursion, which would count
// against the next cell. If the user's goroutines keep all processors busy a collection
// takes seconds, so it doesn't wait longer than that.
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
