package rt

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"unsafe"
)

// Defers are the deferred calls of one function call, and its current panic.
type Defers struct {
	r         *Runtime
	calls     []Deferred
	panicking bool
	value     any
	recovered *Earlier  // the panic that the running call has recovered
	earlier   []Earlier // those that the current one replaced
	left      []any     // what Config.Left returned: the functions that the panics have left
}

// Earlier is a panic that another one replaced before it was over.
type Earlier struct {
	Value any
	// Recovered says that the deferred call which then panicked had recovered it.
	Recovered bool
	// Again says that it was then panicked with again.
	Again bool
	// Omitted is the number of omitted panics that this stands for; 0 for one panic.
	Omitted int
}

// mostEarlier bounds how many replaced panics are kept: the first ones and the last ones.
const mostEarlier = 20

// boundPanics are panics with the middle left out.
func boundPanics(ps []Earlier) []Earlier {
	const half = mostEarlier / 2
	over := len(ps) - mostEarlier
	if over <= 1 { // one is the placeholder of those omitted before
		return ps
	}
	omitted := 0
	for _, p := range ps[half : half+over] {
		omitted += max(p.Omitted, 1)
	}
	return slices.Concat(ps[:half], []Earlier{{Omitted: omitted}}, ps[half+over:])
}

// unwinding is a panic on its way from one function with defers to the next.
type unwinding struct {
	value   any
	earlier []Earlier
}

// Deferred is a deferred call; Recovers says that the function itself calls recover.
type Deferred struct {
	Call     func()
	Recovers bool
}

// Defer adds a call; recovers says that the function itself calls recover.
func (d *Defers) Defer(recovers bool, f func()) {
	d.calls = append(d.calls, Deferred{f, recovers})
}

// Guard runs the body of a function with defers, then, also if it panics, the deferred
// calls, last first.
func (r *Runtime) Guard(body func(d *Defers)) {
	r.Withhold()
	d := &Defers{r: r}
	d.protect(func() { body(d) })
	d.runDeferred()
}

// Unwind is what Guard does when a panic with v has left a body, or a Goexit if v is nil,
// for an engine that runs bodies itself. It returns the panic that continues, nil if a call
// has recovered it.
func (r *Runtime) Unwind(calls []Deferred, v any) (next any) {
	d := &Defers{r: r, calls: calls}
	if v == nil {
		d.exitDeferred()
		return nil
	}
	d.caught(v)
	defer func() { next = recover() }()
	d.runDeferred()
	return nil
}

// runDeferred runs the deferred calls, and panics again if none of them recovers.
func (d *Defers) runDeferred() {
	r := d.r
	for len(d.calls) > 0 {
		c := d.popDeferred()
		over := func() {}
		if d.panicking && r.debugger != nil {
			over = r.debugger.Panicking(d.value)
		}
		if d.panicking && c.Recovers && !Unstoppable(d.value) {
			r.offerRecover(d, c.Call)
		} else if !endsAtOnce(d.value) {
			d.protect(c.Call)
		}
		over()
		if d.recovered = nil; !d.panicking {
			d.earlier, d.left = nil, nil
		}
	}
	if d.panicking {
		if len(d.earlier) > 0 {
			r.unwinding.Store(goroutineID(), unwinding{d.value, d.earlier})
		}
		if r.config.Leaving != nil && len(d.left) > 0 {
			r.config.Leaving(d.left)
		}
		panic(d.value)
	}
}

// endsAtOnce reports whether a panic runs no deferred calls: where a compiled program
// ends at that moment.
func endsAtOnce(v any) bool {
	_, exit := v.(Exit)
	return exit || v == any(ErrDeadlock)
}

func (d *Defers) popDeferred() Deferred {
	c := d.calls[len(d.calls)-1]
	d.calls = d.calls[:len(d.calls)-1]
	return c
}

// protect runs f and catches its panic; a Goexit runs the deferred calls on its way.
func (d *Defers) protect(f func()) {
	normal := false
	defer func() {
		if normal {
			return
		}
		if v := recover(); v != nil {
			d.caught(v)
			return
		}
		d.exitDeferred()
	}()
	f()
	normal = true
}

// caught makes v, which has left one of the calls, the current panic.
func (d *Defers) caught(v any) {
	d.left = append(d.left, d.r.Left())
	d.panicWith(d.r.Translate(v))
}

// exitDeferred runs the deferred calls in a Goexit.
func (d *Defers) exitDeferred() {
	for len(d.calls) > 0 {
		d.popDeferred().Call()
	}
}

// Left returns, once, the functions that a panic caught on this goroutine has left.
func (r *Runtime) Left() any {
	if r.config.Left == nil {
		return nil
	}
	return r.config.Left()
}

// panicWith makes v the current panic.
func (d *Defers) panicWith(v any) {
	switch {
	case d.panicking:
		d.earlier = append(d.earlier, Earlier{Value: d.value})
	case d.recovered != nil:
		d.earlier = append(d.earlier, *d.recovered)
	}
	d.earlier = boundPanics(raisedOnce(append(d.earlier, d.r.replaced(v)...)))
	d.panicking, d.value, d.recovered = true, v, nil
}

// Panics are v, with which a function of the calling goroutine just panicked, and before it
// the panics that it replaced, in order.
func (r *Runtime) Panics(v any) []Earlier {
	return raisedOnce(append(r.replaced(v), Earlier{Value: v}))
}

// replaced are the panics that another one replaced, which has just left a function.
func (r *Runtime) replaced(by any) []Earlier {
	u, ok := r.unwinding.LoadAndDelete(goroutineID())
	if !ok || !samePanic(u.(unwinding).value, by) {
		return nil
	}
	return u.(unwinding).earlier
}

// raisedOnce are panics without those with the value of the one before, which had been
// recovered.
func raisedOnce(ps []Earlier) []Earlier {
	once := ps[:0]
	for _, p := range ps {
		if n := len(once); n > 0 && once[n-1].Recovered && identical(once[n-1].Value, p.Value) {
			once[n-1].Again = true
		} else {
			once = append(once, p)
		}
	}
	return once
}

// identical reports whether two values are one in memory.
func identical(a, b any) bool {
	return a != nil && *(*[2]unsafe.Pointer)(unsafe.Pointer(&a)) == *(*[2]unsafe.Pointer)(unsafe.Pointer(&b))
}

// samePanic is a == b, or whether they are one in memory if they can't be compared.
func samePanic(a, b any) (same bool) {
	same = identical(a, b)
	defer func() { recover() }()
	return a == b
}

// offerRecover runs a deferred call that may recover d's panic.
func (r *Runtime) offerRecover(d *Defers, f func()) {
	g := goroutineID()
	r.npending.Add(1)
	r.pending.Store(g, d)
	d.protect(f)
	if _, ok := r.pending.LoadAndDelete(g); ok {
		r.npending.Add(-1)
	}
}

// Enter is called first in a function that calls recover: it takes the panic on offer, if
// the function was called by a defer.
func (r *Runtime) Enter() *Defers {
	if r.npending.Load() == 0 {
		return nil
	}
	d, ok := r.pending.LoadAndDelete(goroutineID())
	if !ok {
		return nil
	}
	r.npending.Add(-1)
	return d.(*Defers)
}

// Offers is the number of panics on offer to deferred calls, on all goroutines. If it is
// 0, Enter returns nil and Withhold does nothing.
func (r *Runtime) Offers() *atomic.Int64 { return &r.npending }

// Withhold is called before a function that calls recover is called other than by defer:
// a panic still on offer is meant for an enclosing function.
func (r *Runtime) Withhold() { r.Enter() }

// Recover is recover() with the token that Enter returned.
func Recover(d *Defers) any {
	if d == nil || !d.panicking {
		return nil
	}
	v := d.value
	d.recovered = &Earlier{Value: v, Recovered: true}
	d.panicking, d.value = false, nil
	if u, ok := v.(Untranslated); ok {
		return u.Value
	}
	return v
}

// Panic is panic(v).
func Panic(v any) {
	if v == nil {
		panic(new(runtime.PanicNilError))
	}
	if _, ok := v.(error); ok {
		errorPanics.Store(true)
	}
	switch v.(type) {
	case string, *reflect.ValueError:
		if translate(v) != v {
			panic(Untranslated{v})
		}
	}
	panic(v)
}

// Go starts a goroutine; a panic in it is reported and ends only it.
func (r *Runtime) Go(f func()) { r.goThen(f, func() {}) }

// goThen is Go, and calls then in the end, when a panic has been reported.
func (r *Runtime) goThen(f, then func()) {
	r.asleep.announce()
	owner := r.Owner()
	ended := func() {}
	if r.config.Started != nil {
		ended = r.config.Started()
	}
	go func() {
		g := goroutineID()
		debug.SetPanicOnFault(true)
		r.asleep.enterUser(g, true, owner)
		r.Left() // drop those of an earlier goroutine with this one's number
		defer ended()
		defer r.leaveUser(g)
		defer then()
		defer func() {
			if v := recover(); v != nil && r.config.GoPanic != nil {
				r.config.GoPanic(r.Translate(v), true)
			}
		}()
		f()
	}()
}
