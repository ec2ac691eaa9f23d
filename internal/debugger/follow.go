package debugger

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"riffle/internal/rt"
)

// A cell stops as a whole: when one goroutine stops, the other tracked ones stop at their
// next statement, and all continue together. So nothing being looked at changes
// meanwhile, except by native code.

// thread is a goroutine that has called a function which is followed.
type thread struct {
	id     int
	top    *rt.Frame   // of the goroutine's own
	parked *rt.Frame   // where it waits at the gate, nil while it runs; guarded by Debugger.mu
	quiet  bool        // it works for the debugger, and doesn't stop
	over   atomic.Bool // it was given up: it ends at its next statement
}

// breakpoint is where the user wants to stop, unless a condition says otherwise.
type breakpoint struct {
	condition, hit, log string
	hits                int
}

// step is how far a thread runs until it stops again.
type step struct {
	thread *thread
	kind   string // "in", "over" or "out"
	depth  int
}

// reached reports whether the step ends at a statement that begins a line.
func (s *step) reached(f *rt.Frame, begins bool) bool {
	switch s.kind {
	case "in":
		return begins
	case "over":
		return begins && f.Depth <= s.depth
	}
	return f.Depth < s.depth
}

// cellThread is the number of the goroutine that runs the cell.
const cellThread = 1

// Called is a call of a function that is followed.
func (d *Debugger) Called(function int) *rt.Frame {
	g := rt.GoroutineID()
	d.mu.Lock()
	defer d.mu.Unlock()
	fn := d.funcs[function]
	th := d.threads[g]
	if th == nil || fn.main && !th.quiet {
		th = &thread{id: cellThread}
		if !fn.main {
			d.nextID++
			th.id = d.nextID
		}
		d.threads[g] = th
		d.stepInto(th)
	}
	f := &rt.Frame{Func: function, Thread: th, Parent: th.top}
	if th.top != nil {
		f.Depth = th.top.Depth + 1
	}
	f.Site.Store(-1)
	th.top = f
	return f
}

// stepInto lets a step that led out of a part of the cell end in the next part, which runs on
// another goroutine: magics separate them. d.mu is held.
func (d *Debugger) stepInto(th *thread) {
	if s := d.step.Load(); s != nil && th.id == cellThread && s.thread.id == cellThread && s.kind != "out" {
		d.step.Store(&step{thread: th, kind: "in"})
	}
}

// Returned ends a call.
func (d *Debugger) Returned(f *rt.Frame) { f.Thread.(*thread).top = f.Parent }

// Panicking puts a panic on the calls of the goroutine while a deferred call runs.
func (d *Debugger) Panicking(v any) (over func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.threads) == 0 {
		return func() {}
	}
	th := d.threads[rt.GoroutineID()]
	if th == nil || th.top == nil {
		return func() {}
	}
	f := &rt.Frame{Thread: th, Parent: th.top, Depth: th.top.Depth, Panic: v}
	f.Site.Store(-1)
	th.top = f
	return func() {
		if th.top == f { // otherwise the deferred call has panicked, and stays
			th.top = f.Parent
		}
	}
}

// Ended forgets a goroutine.
func (d *Debugger) Ended(g int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	th := d.threads[g]
	if th == nil {
		return
	}
	delete(d.threads, g)
	if s := d.step.Load(); s != nil && s.thread == th && th.id != cellThread {
		d.step.Store(nil)
	}
}

// patience is how long code that runs for the debugger may take: a String method of the
// user's may never end.
const patience = 5 * time.Second

// quietly runs f, which may call functions that are followed, without stopping in it.
func (d *Debugger) quietly(f func()) error {
	done := make(chan error, 1)
	th := &thread{quiet: true}
	go func() {
		g := rt.GoroutineID()
		d.mu.Lock()
		d.threads[g] = th
		d.mu.Unlock()
		defer d.Ended(g)
		defer func() {
			if v := recover(); v != nil {
				done <- fmt.Errorf("panic: %v", v)
			}
		}()
		f()
		done <- nil
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		th.over.Store(true)
		return fmt.Errorf("no answer within %v", patience)
	}
}

// At is called where a statement begins.
func (d *Debugger) At(f *rt.Frame, n int) {
	th := f.Thread.(*thread)
	before := int(f.Site.Swap(int32(n)))
	th.top = f // its callees have ended, perhaps by a panic
	if th.over.Load() {
		panic(rt.ErrInterrupted)
	}
	if th.quiet || !d.on.Load() {
		return
	}
	if gate := d.gate.Load(); gate != nil {
		d.park(th, f, *gate)
	}
	fn := d.functionOf(f)
	if fn == nil { // of a cell that was left behind
		return
	}
	sites := fn.sites
	s := sites[n]
	begins := before < 0 || sites[before].line != s.line || n <= before
	if reason := d.stopReason(th, f, s, begins); reason != "" {
		d.stopAll(th, f, reason, "")
	}
}

// stopReason says why a statement stops, "" if it doesn't.
func (d *Debugger) stopReason(th *thread, f *rt.Frame, s *site, begins bool) string {
	if d.pausing.Load() && d.pausing.CompareAndSwap(true, false) {
		return "pause"
	}
	if b := s.stop.Load(); b != nil && begins && d.shouldStop(b, f) {
		return "breakpoint"
	}
	if st := d.step.Load(); st != nil && st.thread == th && st.reached(f, begins) {
		return "step"
	}
	return ""
}

// shouldStop reports whether a breakpoint should stop. A log point prints, and never stops.
func (d *Debugger) shouldStop(b *breakpoint, f *rt.Frame) bool {
	if b.condition != "" {
		text, err := d.evalText(b.condition, f)
		if err != nil {
			d.world.Print("breakpoint: the condition " + b.condition + ": " + err.Error())
		}
		if err == nil && text != "true" {
			return false
		}
	}
	d.mu.Lock()
	b.hits++
	hits := b.hits
	d.mu.Unlock()
	if n, err := strconv.Atoi(strings.TrimLeft(b.hit, "=> ")); err == nil && (hits < n || hits > n && !strings.HasPrefix(b.hit, ">")) {
		return false
	}
	if b.log == "" {
		return true
	}
	d.world.Print(d.logged(b.log, f))
	return false
}

// logged is the text of a log point: {x} is the value of x.
func (d *Debugger) logged(text string, f *rt.Frame) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		expr, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			return b.String() + text
		}
		value, err := d.evalText(expr, f)
		if err != nil {
			value = "{" + err.Error() + "}"
		}
		b.WriteString(before + value)
		text = after
	}
}

func (d *Debugger) evalText(expr string, f *rt.Frame) (string, error) {
	var text string
	var err error
	late := d.quietly(func() {
		var v reflect.Value
		if v, err = d.eval(expr, f); err == nil {
			text = d.lineOf(v)
		}
	})
	return text, cmp.Or(late, err)
}

// stopAll stops everything until a request lets it continue.
func (d *Debugger) stopAll(th *thread, f *rt.Frame, reason, text string) {
	for {
		d.mu.Lock()
		if d.gate.Load() == nil {
			break
		}
		gate := *d.gate.Load()
		d.mu.Unlock()
		d.park(th, f, gate) // another was first
	}
	if !d.on.Load() {
		d.mu.Unlock()
		return
	}
	gate := make(chan struct{})
	d.gate.Store(&gate)
	d.step.Store(nil)
	d.stopped, th.parked = th, f
	d.view.resetView()
	d.mu.Unlock()
	d.event("stopped", map[string]any{"reason": reason, "threadId": th.id, "allThreadsStopped": true, "text": text, "description": text})
	d.park(th, f, gate)
}

// park waits until all continue. An interrupt of the cell ends the wait.
func (d *Debugger) park(th *thread, f *rt.Frame, gate chan struct{}) {
	d.mu.Lock()
	th.parked = f
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		th.parked = nil
		d.mu.Unlock()
	}()
	select {
	case <-gate:
	case <-d.rt().Canceled():
		d.Release()
		panic(rt.ErrInterrupted)
	}
}

// Release lets everything continue.
func (d *Debugger) Release() { d.goOn(nil) }

// goOn lets everything continue, one thread until it has made a step. It returns false if
// nothing is stopped.
func (d *Debugger) goOn(s *step) bool {
	d.mu.Lock()
	gate, th := d.gate.Load(), d.stopped
	if gate == nil {
		d.mu.Unlock()
		return false
	}
	d.step.Store(s)
	d.view.resetView()
	d.stopped = nil
	d.gate.Store(nil)
	d.mu.Unlock()
	d.event("continued", map[string]any{"threadId": th.id, "allThreadsContinued": true})
	close(*gate)
	return true
}

// Panicked stops where a panic has ended the cell or a goroutine, if requested. The
// frames it has left can still be inspected.
func (d *Debugger) Panicked(text string) {
	if !d.on.Load() || !d.uncaught.Load() {
		return
	}
	d.mu.Lock()
	th := d.threads[rt.GoroutineID()]
	d.mu.Unlock()
	if th != nil && th.top != nil && !th.quiet && th.top.Site.Load() >= 0 {
		d.stopAll(th, th.top, "exception", text)
	}
}
