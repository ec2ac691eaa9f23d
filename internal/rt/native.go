package rt

import (
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Native code that waits doesn't notice an interrupt. Often its wait can be ended: for a
// connection or a pipe by a deadline, for a process by a signal. Otherwise the cell's
// goroutine is left behind in the call, and ends when that returns or calls back.

// nativeCall is a call of native code by the cell's own goroutine.
type nativeCall struct {
	f      reflect.Value
	recv   reflect.Value // invalid for a function
	args   []reflect.Value
	around *nativeCall
	plain  int32        // how many plain calls it is in, including itself
	back   atomic.Int32 // its current calls of the user's code
	heard  bool         // others may refer to it
	woken  []interface{ SetDeadline(time.Time) error }
}

// enterNative records a call; leaveNative is called at its end. One that begins as an
// interrupt comes doesn't wait either, or it would take the next cell's connection from a
// listener.
func (run *Run) enterNative(f, recv reflect.Value, args []reflect.Value) *nativeCall {
	run.mu.Lock()
	defer run.mu.Unlock()
	c := run.spare
	if run.spare = nil; c == nil {
		c = &nativeCall{}
	}
	c.f, c.recv, c.args, c.around, c.plain = f, recv, args, run.native, run.plain.Load()
	run.native = c
	if run.Interrupted() {
		c.wakeCall()
	}
	return c
}

// leaveNative ends a call. Most calls are short and nothing else refers to them: the next one
// reuses the nativeCall.
func (run *Run) leaveNative(c *nativeCall) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.native = c.around
	for _, w := range c.woken {
		w.SetDeadline(time.Time{})
	}
	if !c.heard && c.woken == nil {
		c.f, c.recv, c.args, c.around = reflect.Value{}, reflect.Value{}, nil, nil
		run.spare = c
	}
}

// Calling lets call make a call of a native method whose arguments need no conversion. As
// with Native, a call by the cell's own goroutine that an interrupt ended, or that was
// left behind, doesn't return.
func (r *Runtime) Calling(f, recv reflect.Value, call func()) {
	run := r.mine()
	if run == nil {
		r.GoOn()
		call()
		return
	}
	defer run.leaveNative(run.enterNative(f, recv, nil))
	call()
	if run.Interrupted() {
		panic(ErrInterrupted)
	}
}

// Plain is a call of a native function whose wait can't be ended, since it has no
// receiver or arguments to end it through. Most are short, so those of the cell's own
// goroutine are only counted, and recorded when they call back. End ends the call in any
// case; GoOn follows if it has returned:
//
//	call := r.Plain()
//	defer call.End()
//	…
//	call.GoOn()
type Plain struct {
	run    *Run
	around *nativeCall
}

// Plain begins such a call. It panics on a goroutine that was left behind.
func (r *Runtime) Plain() Plain {
	run := r.mine()
	if run == nil {
		r.GoOn()
		return Plain{}
	}
	run.plain.Add(1)
	return Plain{run, run.native}
}

// End ends the call, and drops its record.
func (p Plain) End() {
	run := p.run
	if run == nil {
		return
	}
	if run.native != p.around {
		run.mu.Lock()
		run.native = p.around
		run.mu.Unlock()
	}
	run.plain.Add(-1)
}

// GoOn panics if the call is by the cell's own goroutine and an interrupt has come.
func (p Plain) GoOn() {
	if p.run != nil && p.run.Interrupted() {
		panic(ErrInterrupted)
	}
}

// backed records that native code runs the user's code, until done is called. It panics
// on a goroutine that was left behind.
func (r *Runtime) backed() (done func()) {
	Turn()              // stopped code ends before it polls, and the native would keep calling
	c := r.calledBack() // before GoOn checks, or Leave could miss it
	if c == nil {
		r.GoOn()
		return func() {}
	}
	if r.wasLeftBehind() {
		c.back.Add(-1)
		panic(ErrInterrupted)
	}
	return func() { c.back.Add(-1) }
}

// calledBack is the native call of the cell's own goroutine, now marked as running the
// user's code. It is nil on other goroutines.
func (r *Runtime) calledBack() *nativeCall {
	run := r.mine()
	if run == nil {
		return nil
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	if n := run.plain.Load(); n > 0 && (run.native == nil || run.native.plain < n) {
		run.native = &nativeCall{around: run.native, plain: n}
	}
	if run.native != nil {
		run.native.heard = true
		run.native.back.Add(1)
	}
	return run.native
}

// Back counts the calls of the user's code by the native call that the cell's own
// goroutine is in. It is nil on other goroutines.
func (r *Runtime) Back() *atomic.Int32 {
	c := r.calledBack()
	if c == nil {
		return nil
	}
	c.back.Add(-1)
	return &c.back
}

// CalledBack reports whether the run's native call is running code of the user's, which
// continues to its next statement even if it is stopped; waits says that this code is in
// a native call itself, which may take any time.
func (run *Run) CalledBack() (back, waits bool) {
	run.mu.Lock()
	defer run.mu.Unlock()
	c := run.native
	return c != nil && c.back.Load() > 0, c != nil && run.plain.Load() > c.plain
}

// InNative reports whether the run's goroutine is in a native call which, if left behind,
// won't continue the cell.
func (run *Run) InNative() bool {
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.native != nil || run.plain.Load() > 0
}

// killAfter is how long an interrupted process has to end by itself.
const killAfter = 500 * time.Millisecond

// wakeCall ends the wait of a call, if something in its arguments can.
func (c *nativeCall) wakeCall() {
	for _, a := range append(slices.Clip(c.args), c.recv) {
		if !a.IsValid() || !a.CanInterface() || a.Kind() == reflect.Pointer && a.IsNil() {
			continue
		}
		switch x := a.Interface().(type) {
		case *os.Process:
			endProcess(x)
		case interface{ SetDeadline(time.Time) error }:
			c.expire(x)
		default:
			wakeOther(x)
		}
	}
}

// expire ends the wait for a connection or a listener. A server, which would try
// again, loses its listener.
func (c *nativeCall) expire(x interface{ SetDeadline(time.Time) error }) {
	if c.serves() && closeListener(x) {
		return
	}
	if x.SetDeadline(time.Unix(1, 0)) == nil {
		c.woken = append(c.woken, x)
	}
}

// serves reports whether the call is one of a web server's.
func (c *nativeCall) serves() bool {
	if !c.f.IsValid() {
		return false
	}
	f := runtime.FuncForPC(c.f.Pointer())
	return f != nil && strings.HasPrefix(f.Name(), "net/http.")
}

// endProcess asks a process to end, as Ctrl-C in a terminal does, and kills it if it
// doesn't.
func endProcess(p *os.Process) {
	if p.Signal(os.Interrupt) != nil {
		p.Kill()
		return
	}
	time.AfterFunc(killAfter, func() { p.Kill() })
}

// leftBehind are the goroutines of cells that were interrupted in a native call.
type leftBehind struct {
	n  atomic.Int64
	mu sync.Mutex
	of map[int64]bool
}

// Leave leaves the goroutine of a run behind.
func (r *Runtime) Leave(run *Run) {
	b := &r.behind
	b.mu.Lock()
	defer b.mu.Unlock()
	run.gid.CompareAndSwap(0, over)
	g := run.gid.Load()
	if g == over { // it has just ended, or will never begin
		return
	}
	if b.of == nil {
		b.of = map[int64]bool{}
	}
	b.of[g] = true
	b.n.Store(int64(len(b.of)))
}

func (b *leftBehind) removeLeft(g int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.of, g)
	b.n.Store(int64(len(b.of)))
}

// GoOn panics on a goroutine that was left behind, to end native code's call of the
// user's.
func (r *Runtime) GoOn() {
	if r.wasLeftBehind() {
		panic(ErrInterrupted)
	}
}

// wasLeftBehind reports whether the goroutine was left behind.
func (r *Runtime) wasLeftBehind() bool {
	b := &r.behind
	if b.n.Load() == 0 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of[goroutineID()]
}
