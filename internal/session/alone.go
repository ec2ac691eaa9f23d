package session

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"riffle/internal/proto"
	"riffle/internal/watch"
)

// A session usually runs in a process of its own, beside one that survives it. Where there
// is only one, as in a browser, the session ends the cell instead before the process dies.

// alone watches the memory of a session that nobody else watches.
type alone struct {
	session *Session
	watcher *watch.Watcher
	limit   uint64        // heap and stacks; 0 for none
	most    atomic.Uint64 // that may be alive, for the cell that runs
}

// deepAlone is the size of the stacks, in bytes, that ends a recursion. While a stack is
// moved to a larger place there are two of them, and all of it takes one thread.
const deepAlone = 128 << 20

// watchAlone begins to watch the session's memory.
func (s *Session) watchAlone(limit int64) *alone {
	a := &alone{session: s, watcher: watch.New(), limit: uint64(limit)}
	debug.SetMaxStack(8 * deepAlone)
	a.watcher.OnStacks(deepAlone, func(watch.Usage) { s.TooDeep() })
	if limit > 0 {
		a.watcher.OnSample(a.sample)
	}
	return a
}

// begin watches a cell until end is called.
func (a *alone) begin() (end func()) {
	if a == nil {
		return func() {}
	}
	a.bound()
	a.watcher.Begin()
	return a.watcher.End
}

// bound sets what the cell that begins may fill. What variables hold may be past the limit
// already. Then only a cell that needs much more ends: this may be the one that lets go of
// them.
func (a *alone) bound() {
	if a.limit == 0 {
		return
	}
	most, more := a.limit-a.limit/spare, a.limit/spare
	used := watch.Now().Total()
	if used+more > most {
		runtime.GC()
		used = watch.Now().Total()
	}
	a.allow(max(most, used+more))
}

// spare is the part of the memory, an eighth, that isn't left to what is alive. The closer
// that comes to the collector's limit, the less is allocated from one collection to the
// next, until the collector does nothing else.
const spare = 8

// allow sets the most that may be alive.
func (a *alone) allow(most uint64) {
	a.most.Store(most)
	debug.SetMemoryLimit(int64(most + most/spare))
}

// hold watches what outlives a cell.
func (a *alone) hold() (release func()) {
	a.watcher.Hold()
	return a.watcher.End
}

// sample ends the cell that takes too much memory, and again if it goes on.
func (a *alone) sample(u watch.Usage) {
	most := a.most.Load()
	if u.Alive+u.Stacks < most && u.Total() < most+most/(spare-1) {
		return
	}
	a.allow(max(most, u.Alive+u.Stacks) + a.limit/spare)
	a.session.tooLarge(u.Total())
}

// outOfMemory is the name of a cell's error that tooLarge ended.
const outOfMemory = "out of memory"

// tooLarge ends the cell that runs, with goroutines of others, because they have filled
// the memory.
func (s *Session) tooLarge(used uint64) {
	s.running.Lock()
	cancel := s.cancel.Load()
	s.running.Unlock()
	if cancel == nil {
		s.endGoroutines()
		fmt.Fprintln(s.stderr, outOfMemory+": the goroutines of earlier cells were ended; the variables are kept")
	} else {
		(*cancel)(&proto.CellError{
			Name: outOfMemory,
			Message: fmt.Sprintf("the session takes %d MiB, more than there is for it, so the cell was stopped; its variables are kept: "+
				"set the large ones to nil, or make them smaller", used>>20),
		})
	}
	runtime.GC() // what was only the cell's own
}
