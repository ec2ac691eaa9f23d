package session

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"riffle/internal/proto"
	"riffle/internal/watch"
)

// A session usually runs in a process of its own, beside one that survives it. If there
// is only one, as in a browser, the session ends the cell before the process dies.

// alone watches the memory of a session that no other process watches.
type alone struct {
	session *Session
	watcher *watch.Watcher
	limit   uint64        // heap and stacks; 0 for none
	most    atomic.Uint64 // that may be alive, for the running cell
}

// deepAlone is the size of the stacks, in bytes, that ends a recursion. While a stack is
// copied to a larger one there are two of them, and everything shares one thread.
const deepAlone = 128 << 20

// watchAlone begins to watch the session's memory.
func (s *Session) watchAlone(limit int64) *alone {
	a := &alone{session: s, watcher: watch.New(), limit: uint64(limit)}
	debug.SetMaxStack(8 * deepAlone)
	a.watcher.OnStacks(deepAlone, func(watch.Usage) { s.TooDeep() })
	if limit > 0 {
		a.watcher.OnSample(a.checkUsage)
	}
	return a
}

// watchCell watches a cell until end is called.
func (a *alone) watchCell() (end func()) {
	if a == nil {
		return func() {}
	}
	a.boundMemory()
	a.watcher.Begin()
	return a.watcher.End
}

// boundMemory sets how much memory the next cell may use. Variables may already hold more than
// the limit. Then only a cell that needs much more is ended: this may be the one that
// frees them.
func (a *alone) boundMemory() {
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

// spare is the fraction of the memory, an eighth, that live objects can't have. The
// closer they come to the collector's limit, the less is allocated between collections,
// until the program does nothing but collect.
const spare = 8

// allow sets the most that may be alive.
func (a *alone) allow(most uint64) {
	a.most.Store(most)
	debug.SetMemoryLimit(int64(most + most/spare))
}

// watchOutlasting watches what outlives a cell.
func (a *alone) watchOutlasting() (release func()) {
	a.watcher.Hold()
	return a.watcher.End
}

// checkUsage ends a cell that takes too much memory, and again if it continues.
func (a *alone) checkUsage(u watch.Usage) {
	most := a.most.Load()
	if u.Alive+u.Stacks < most && u.Total() < most+most/(spare-1) {
		return
	}
	a.allow(max(most, u.Alive+u.Stacks) + a.limit/spare)
	a.session.endTooLarge(u.Total())
}

// outOfMemory is the name of the error of a cell that endTooLarge ended.
const outOfMemory = "out of memory"

// endTooLarge ends the running cell, and goroutines of others, because they have filled the
// memory.
func (s *Session) endTooLarge(used uint64) {
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
	runtime.GC() // frees what only the cell held
}
