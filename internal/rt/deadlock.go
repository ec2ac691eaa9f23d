package rt

import (
	"errors"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// ErrDeadlock is the panic that ends a cell waiting for a channel or a lock while nothing
// is left that could wake it; no recover stops it.
var ErrDeadlock = errors.New("all goroutines are asleep - deadlock!")

// sleepers tracks the user's goroutines and which of them wait for another. When all do,
// and no native code may wake one, the cell's own goroutine ends with ErrDeadlock.
type sleepers struct {
	mu       sync.Mutex
	known    map[int64]any       // goroutine id → its owner
	lent     map[int64]any       // native code's goroutines that run user code, likewise
	waiting  map[int64][]uintptr // and for which channels, if it knows
	starting int                 // announced, but not yet in known
	napping  int                 // those in a timed sleep, or in a native that may wait
	changes  uint64
	wakers   bool
	pipes    bool // there are some
	watching bool // somebody looks at them

	confirming atomic.Int64 // goroutines of confirm
}

// confirmation is how long nothing must change before all count as asleep: enough time
// for a goroutine that was just woken to record it.
const confirmation = 20 * time.Millisecond

// MayWake says that a program uses natives which may wake a goroutine on their own, as
// network connections do: from then on a wait may end on its own.
func (r *Runtime) MayWake() {
	r.asleep.mu.Lock()
	defer r.asleep.mu.Unlock()
	r.asleep.wakers = true
}

// announce announces a goroutine that has not begun yet.
func (s *sleepers) announce() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starting++
}

// enterUser adds the calling goroutine to the user's.
func (s *sleepers) enterUser(g int64, announced bool, owner any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known, s.waiting = map[int64]any{}, map[int64][]uintptr{}
	}
	s.known[g] = owner
	s.changes++
	if announced {
		s.starting--
	}
}

// knows reports whether a goroutine is one of the user's.
func (s *sleepers) knows(g int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.known[g]
	return known
}

// nap records that one of the user's goroutines is waiting for something other than a
// goroutine, until awake is called.
func (s *sleepers) nap() (awake func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.napping++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.napping--
	}
}

// Running is the number of the user's goroutines that neither wait nor sleep, except
// those that were left behind.
func (r *Runtime) Running() int {
	s := &r.asleep
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known) + s.starting - len(s.waiting) - s.napping - int(r.behind.n.Load())
}

// Goroutines is the number of the user's goroutines.
func (r *Runtime) Goroutines() int {
	s := &r.asleep
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known) + s.starting
}

// Watchers is the number of goroutines by which the run-time looks after the user's.
func (r *Runtime) Watchers() int {
	n := int(r.asleep.confirming.Load())
	if r.beat.running.Load() {
		n++
	}
	return n
}

// Alone reports whether nothing of the user's runs, or may start running, except a cell's
// own goroutine.
func (r *Runtime) Alone() bool {
	s := &r.asleep
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.wakers && len(s.known)+s.starting <= 1 && !r.alarms.any()
}

// leaveUser removes it again; all the others may be asleep.
func (r *Runtime) leaveUser(g int64) {
	s := &r.asleep
	s.mu.Lock()
	delete(s.known, g)
	s.changes++
	all, n := s.allAsleep(), s.changes
	s.mu.Unlock()
	if r.debugger != nil {
		r.debugger.Ended(g)
	}
	if all {
		r.confirmLater(n)
	}
}

// checkAsleep looks whether all are asleep.
func (r *Runtime) checkAsleep() {
	s := &r.asleep
	s.mu.Lock()
	all, n := s.allAsleep(), s.changes
	s.mu.Unlock()
	if all {
		r.confirmLater(n)
	}
}

// allAsleep reports whether every goroutine waits, the cell's own included.
func (s *sleepers) allAsleep() bool {
	return !s.wakers && s.starting == 0 && len(s.known) > 0 && len(s.waiting) == len(s.known)
}

// waitOthers records that the calling goroutine waits for another, and returns the channels
// that end its wait, nil for all but the cell's own goroutine. awake must be called
// afterwards. It waits for the channels, or for a lock.
func (r *Runtime) waitOthers(channels ...uintptr) (done, dead <-chan struct{}, awake func()) {
	g := goroutineID()
	if run := r.run.Load(); run.gid.Load() == g {
		done, dead = run.done, run.dead
	}
	s := &r.asleep
	s.mu.Lock()
	if _, known := s.known[g]; !known { // native code runs it, and may be doing something else
		s.mu.Unlock()
		return done, dead, func() {}
	}
	s.waiting[g] = channels
	s.changes++
	all, n := s.allAsleep(), s.changes
	s.mu.Unlock()
	if all {
		r.confirmLater(n)
	}
	return done, dead, func() {
		s.mu.Lock()
		delete(s.waiting, g)
		s.changes++
		s.mu.Unlock()
	}
}

// confirmLater calls confirm on a goroutine of its own.
func (r *Runtime) confirmLater(changes uint64) {
	r.asleep.confirming.Add(1)
	go func() {
		defer r.asleep.confirming.Add(-1)
		r.confirm(changes)
	}()
}

// confirm tells the cell if nothing has changed since all fell asleep. While a timer is
// set it looks again from time to time, and a little while longer if the process has
// goroutines to run: on a busy machine one that was woken may not have come to say so.
func (r *Runtime) confirm(changes uint64) {
	s := &r.asleep
	var busy time.Duration
	for pause := confirmation; ; {
		time.Sleep(pause)
		idle := idle()
		s.mu.Lock()
		same, timers := s.changes == changes && s.allAsleep(), r.alarms.pending(s.awaits)
		s.mu.Unlock()
		switch {
		case !same:
			return
		case timers:
			pause, busy = min(2*pause, longestPause), 0
			continue
		case !idle && busy < longestBusy:
			pause = confirmation
			busy += pause
			continue
		}
		break
	}
	select {
	case r.run.Load().dead <- struct{}{}:
	default:
	}
}

// longestPause is how long confirm looks away.
const longestPause = 200 * time.Millisecond

// longestBusy is how long confirm waits for the process to be idle, which it never is
// while something else keeps computing in it.
const longestBusy = 2 * time.Second

// idle reports whether no goroutine but the calling one runs or could.
func idle() bool {
	m := [2]metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}, {Name: "/sched/goroutines/running:goroutines"}}
	metrics.Read(m[:])
	return m[0].Value.Uint64() == 0 && m[1].Value.Uint64() <= 1
}

// deadlock ends the cell, still blocked, if all are still asleep.
func (r *Runtime) deadlock() {
	s := &r.asleep
	s.mu.Lock()
	all := s.allAsleep() && !r.alarms.pending(s.awaits)
	s.mu.Unlock()
	if all {
		panic(ErrDeadlock)
	}
}
