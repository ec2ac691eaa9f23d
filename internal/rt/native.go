package rt

import (
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Native code that waits hears of no interrupt. What it waits for can often be woken:
// a connection or a pipe by a deadline, a process by a signal. Else the goroutine of
// the cell is left behind in the call, and ends when that returns or calls back.

// nativeCall is a call of native code by the cell's own goroutine.
type nativeCall struct {
	f      reflect.Value
	args   []reflect.Value // the receiver among them
	around *nativeCall
	back   atomic.Int32 // calls of the user's code by it that are under way
	woken  []interface{ SetDeadline(time.Time) error }
}

// enter notes a call; leave is called at its end. One that begins as an interrupt comes
// doesn't wait either, or it would take from a listener what is the next cell's.
func (run *Run) enter(f reflect.Value, args []reflect.Value) (leave func()) {
	run.mu.Lock()
	defer run.mu.Unlock()
	c := &nativeCall{f: f, args: args, around: run.native}
	run.native = c
	if run.Interrupted() {
		c.wake()
	}
	return func() {
		run.mu.Lock()
		defer run.mu.Unlock()
		run.native = c.around
		for _, w := range c.woken {
			w.SetDeadline(time.Time{})
		}
	}
}

// Calling has call make a call of native code whose arguments need no conversion; recv is
// that of a method. As with Native, a call of the cell's own that an interrupt has ended,
// or that was left behind, doesn't return.
func (r *Runtime) Calling(f, recv reflect.Value, call func()) {
	run := r.mine()
	if run == nil {
		r.GoOn()
		call()
		return
	}
	defer run.enter(f, []reflect.Value{recv})()
	call()
	if run.Interrupted() {
		panic(ErrInterrupted)
	}
}

// backed notes that native code runs the user's code, until done is called. On a
// goroutine that was left behind it panics.
func (r *Runtime) backed() (done func()) {
	Turn()              // code that is stopped ends before it polls, and the native would call on
	c := r.calledBack() // before GoOn looks, or Leave could miss it
	if c == nil {
		r.GoOn()
		return func() {}
	}
	if r.left() {
		c.back.Add(-1)
		panic(ErrInterrupted)
	}
	return func() { c.back.Add(-1) }
}

// calledBack is the cell's own native call, which runs the user's code from now on. It is
// nil elsewhere.
func (r *Runtime) calledBack() *nativeCall {
	run := r.mine()
	if run == nil {
		return nil
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.native != nil {
		run.native.back.Add(1)
	}
	return run.native
}

// Back counts the calls of the user's code by the native call that the cell's own goroutine
// is in. It is nil elsewhere.
func (r *Runtime) Back() *atomic.Int32 {
	c := r.calledBack()
	if c == nil {
		return nil
	}
	c.back.Add(-1)
	return &c.back
}

// CalledBack reports whether the run's native call runs code of the user's, which goes on
// to its next statement even if it is stopped.
func (run *Run) CalledBack() bool {
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.native != nil && run.native.back.Load() > 0
}

// InNative reports whether the run's goroutine is in a native call which, left behind,
// does not go on with the cell.
func (run *Run) InNative() bool {
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.native != nil
}

// killAfter is how long an interrupted process has to end by itself.
const killAfter = 500 * time.Millisecond

// wake ends the wait of a call, where something in its arguments can.
func (c *nativeCall) wake() {
	for _, a := range c.args {
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
	f := runtime.FuncForPC(c.f.Pointer())
	return f != nil && strings.HasPrefix(f.Name(), "net/http.")
}

// endProcess asks a process to end, as Ctrl-C in a terminal does, and then makes it.
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

func (b *leftBehind) remove(g int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.of, g)
	b.n.Store(int64(len(b.of)))
}

// GoOn ends a call of the user's code by native code on a goroutine that was left
// behind.
func (r *Runtime) GoOn() {
	if r.left() {
		panic(ErrInterrupted)
	}
}

// left reports whether the goroutine was left behind.
func (r *Runtime) left() bool {
	b := &r.behind
	if b.n.Load() == 0 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of[goroutineID()]
}
