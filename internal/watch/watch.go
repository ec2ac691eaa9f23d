// Package watch samples the memory of the running process while user code runs in
// it, and calls back when a limit is passed.
//
// Make a Watcher with New, set limits with OnTotal and OnStacks, and put Begin and
// End around the code to watch. Nothing is sampled outside them.
//
// Sampling is the only way: the Go runtime ends the process at its own stack
// limit, and has no hard limit for the heap at all. A sample every
// ten milliseconds costs about a microsecond and catches both early enough, since
// neither grows by more than about ten megabytes in that time.
package watch

import (
	"runtime/metrics"
	"sync"
	"time"
)

// Interval is the time between two samples.
const Interval = 10 * time.Millisecond

// linger is the number of samples after the last End before the sampler parks, so
// that a series of short runs doesn't pay for waking it.
const linger = 20

// restAfter is how long nothing must have run before the process rests.
const restAfter = 10 * time.Second

// Usage is the memory in use at one moment, in bytes.
type Usage struct {
	// Heap counts objects, including dead ones not yet swept.
	Heap uint64
	// Alive counts the objects that the last collection found alive.
	Alive uint64
	// Stacks counts the stacks of all goroutines.
	Stacks uint64
	// Goroutines is the most there have been at once since the last collection but one:
	// Stacks still counts those of goroutines that have ended.
	Goroutines uint64
}

// shallow is the stack of a goroutine that waits a few calls deep.
const shallow = 16 << 10

// Deep is what the stacks take beyond a shallow one per goroutine: many goroutines aren't
// deep recursion.
func (u Usage) Deep() uint64 { return u.Stacks - min(u.Stacks, shallow*u.Goroutines) }

// Total is heap and stacks together.
func (u Usage) Total() uint64 { return u.Heap + u.Stacks }

// Watcher calls back when memory passes a limit between Begin, or Hold, and End. It is
// safe for concurrent use.
type Watcher struct {
	mu     sync.Mutex
	alarms []*alarm
	each   []func(Usage)
	rest   func()
	after  time.Duration
	active int
	parked bool
	closed bool
	wake   chan struct{}
	done   chan struct{}
}

// alarm is one limit. It rings once after each Begin; falling below half of the limit
// rearms it.
type alarm struct {
	of    func(Usage) uint64
	limit uint64
	ring  func(Usage)
	rung  bool
}

// New returns a watcher without limits. Close ends it.
func New() *Watcher {
	w := &Watcher{wake: make(chan struct{}, 1), done: make(chan struct{}), after: restAfter}
	go w.sample()
	return w
}

// OnTotal calls f, on the watcher's goroutine, when heap and stacks together
// reach limit bytes: at most once after a Begin as long as they stay there.
func (w *Watcher) OnTotal(limit uint64, f func(Usage)) { w.add(Usage.Total, limit, f) }

// OnStacks does for deep stacks what OnTotal does for everything.
func (w *Watcher) OnStacks(limit uint64, f func(Usage)) { w.add(Usage.Deep, limit, f) }

// OnSample calls f, on the watcher's goroutine, at each sample.
func (w *Watcher) OnSample(f func(Usage)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each = append(w.each, f)
}

// OnRest calls f, on the watcher's goroutine, once nothing has been watched for ten
// seconds, and not again until something has been.
func (w *Watcher) OnRest(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = f
}

func (w *Watcher) add(of func(Usage) uint64, limit uint64, f func(Usage)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.alarms = append(w.alarms, &alarm{of: of, limit: limit, ring: f})
}

// Begin starts watching, and lets each alarm ring once more. Calls nest: each needs
// its End.
func (w *Watcher) Begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.alarms {
		a.rung = false
	}
	w.hold()
}

// Hold keeps watching until an End, for what outlives the code that started it.
func (w *Watcher) Hold() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hold()
}

func (w *Watcher) hold() {
	w.active++
	if w.parked && !w.closed {
		w.parked = false
		w.wake <- struct{}{}
	}
}

// Watching reports whether there is something to watch.
func (w *Watcher) Watching() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.active > 0
}

// End undoes one Begin or Hold.
func (w *Watcher) End() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.active--
}

// Close ends the watcher's goroutine and waits for it. It must not be called
// from a callback.
func (w *Watcher) Close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.wake)
	}
	w.mu.Unlock()
	<-w.done
}

// sample takes samples while something is watched and for a while after; then it waits to
// be woken.
func (w *Watcher) sample() {
	defer close(w.done)
	m := newMeter()
	tick := time.NewTicker(Interval)
	defer tick.Stop()
	for quiet := 0; ; {
		select {
		case <-tick.C:
		case <-w.wake:
		}
		parked, closed := w.state(&quiet)
		switch {
		case closed:
			return
		case parked:
			tick.Stop()
			if !w.sleep() {
				return
			}
			tick.Reset(Interval)
			quiet = 0
		case quiet == 0:
			w.look(m.read())
		}
	}
}

// sleep waits to be woken, and reports false if the watcher is closed.
func (w *Watcher) sleep() bool {
	w.mu.Lock()
	rest, after := w.rest, w.after
	w.mu.Unlock()
	if rest != nil {
		t := time.NewTimer(after)
		defer t.Stop()
		select {
		case _, ok := <-w.wake:
			return ok
		case <-t.C:
			rest()
		}
	}
	_, ok := <-w.wake
	return ok
}

// state counts the samples since the last End in quiet, and parks the sampler after
// linger of them.
func (w *Watcher) state(quiet *int) (parked, closed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.active > 0 {
		*quiet = 0
	} else if *quiet++; *quiet > linger {
		w.parked = true
	}
	return w.parked, w.closed
}

// look rings the alarms that u reaches, outside the lock.
func (w *Watcher) look(u Usage) {
	for _, f := range w.due(u) {
		f(u)
	}
}

func (w *Watcher) due(u Usage) (rings []func(Usage)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.active == 0 {
		return nil
	}
	rings = append(rings, w.each...)
	for _, a := range w.alarms {
		switch n := a.of(u); {
		case n < a.limit/2:
			a.rung = false
		case n >= a.limit && !a.rung:
			a.rung = true
			rings = append(rings, a.ring)
		}
	}
	return rings
}

// meter reads a Usage.
type meter [5]metrics.Sample

func newMeter() *meter {
	return &meter{
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"},
		{Name: "/sched/goroutines:goroutines"},
		{Name: "/gc/cycles/total:gc-cycles"},
		{Name: liveHeap},
	}
}

func (m *meter) read() Usage {
	metrics.Read(m[:])
	return Usage{
		Heap:       m[0].Value.Uint64(),
		Stacks:     m[1].Value.Uint64(),
		Goroutines: most.note(m[2].Value.Uint64(), m[3].Value.Uint64()),
		Alive:      m[4].Value.Uint64(),
	}
}

// most is the largest number of goroutines seen lately.
var most peak

// peak is the largest number since the last collection, and the largest in the cycle
// before.
type peak struct {
	mu           sync.Mutex
	cycle        uint64
	now, earlier uint64
}

// note records a number in a cycle of the collector and returns the largest of both
// cycles.
func (p *peak) note(n, cycle uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if cycle != p.cycle {
		p.cycle, p.earlier, p.now = cycle, p.now, 0
	}
	p.now = max(p.now, n)
	return max(p.now, p.earlier)
}

// Now reads the memory in use at this moment.
func Now() Usage { return newMeter().read() }
