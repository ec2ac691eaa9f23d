package rt

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"
	"weak"
)

// A function that goes from native code to lowered code, or the other way, may get
// another type there, as func([]int, shuffle.PRNG) does: then what arrives is a wrapper.
// One that comes back is the function it was, and not a wrapper of the wrapper: native
// code may have to know its own.

// Crossing is what a wrapper calls. The wrapper has to hold it.
type Crossing struct {
	r *Runtime
	f reflect.Value
	// guards says that the wrapper has the type of f: see Guarded.
	guards bool
}

// Crossing is the crossing of a function that the caller wraps.
func (r *Runtime) Crossing(f any) *Crossing { return &Crossing{r: r, f: reflect.ValueOf(f)} }

// Func is the function.
func (x *Crossing) Func() any { return x.f.Interface() }

// Enter begins a call of the function by its wrapper, done ends it. On a goroutine that
// was left behind it panics.
func (x *Crossing) Enter() (done func()) { return x.r.backed() }

// crossings finds what functions wrap. It holds neither. A function is known by its
// address only as long as it lives, as its crossing may outlive it: another function gets
// the address then.
type crossings struct {
	mu sync.Mutex
	of map[uintptr]crossed // by the address that a func consists of
}

type crossed struct {
	wrapper weak.Pointer[uintptr]
	x       weak.Pointer[Crossing]
}

// note notes that a func is the wrapper of a crossing.
func (c *crossings) note(wrapper reflect.Value, x *Crossing) {
	at := closureOf(wrapper)
	n := crossed{weak.Make(at), weak.Make(x)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[uintptr]crossed{}
	}
	c.of[address(at)] = n
	runtime.AddCleanup(x, func(at uintptr) { c.forget(at, n) }, address(at))
}

// forget forgets a wrapper that is gone, unless there is another one at its address.
func (c *crossings) forget(at uintptr, n crossed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[at] == n {
		delete(c.of, at)
	}
}

// wrapped is what a func calls as a wrapper, nil if it is none.
func (c *crossings) wrapped(f reflect.Value) *Crossing {
	at := closureOf(f)
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.of[address(at)]; n.wrapper.Value() == at {
		return n.x.Value()
	}
	return nil
}

// own is the function that a func was before it crossed over from where functions have
// the type t; invalid for any other.
func (c *crossings) own(t reflect.Type, f reflect.Value) reflect.Value {
	for x := c.wrapped(f); x != nil; x = c.wrapped(x.f) {
		if !x.guards && x.f.Type().ConvertibleTo(t) {
			return x.f.Convert(t)
		}
	}
	return reflect.Value{}
}

// closureOf is a func's closure.
func closureOf(f reflect.Value) *uintptr {
	p := reflect.New(f.Type())
	p.Elem().Set(f)
	return *(**uintptr)(p.UnsafePointer())
}

func address(p *uintptr) uintptr { return uintptr(unsafe.Pointer(p)) }

// Crossed is what a func wraps that crossed over, nil if it is no wrapper.
func (r *Runtime) Crossed(f any) *Crossing {
	if v := reflect.ValueOf(f); v.Kind() == reflect.Func && !v.IsNil() {
		return r.crossed.wrapped(v)
	}
	return nil
}

// Bridge sets what makes wrappers without reflection, of a type: invalid for a type that
// it doesn't know. It is set before any code runs.
func (r *Runtime) Bridge(bridge func(t reflect.Type, x *Crossing) reflect.Value) { r.bridge = bridge }

// Repeat sets what makes a function that calls another one many times at once, faster
// than native code can: of a func(any) R a func(any, []R) int, which makes as many calls
// as the list has room for, or fewer, but at least one, and returns how many. It is nil for
// functions of which nothing is made.
func (r *Runtime) Repeat(repeated func(f any) any) { r.repeated.Store(&repeated) }

// Repeated is a crossing's function as Repeat makes it, nil if it doesn't.
func (x *Crossing) Repeated() any {
	if of := x.r.repeated.Load(); of != nil {
		return (*of)(x.Func())
	}
	return nil
}

// function is a function as one of another but corresponding type.
func (r *Runtime) function(t reflect.Type, f reflect.Value) reflect.Value {
	if f.IsNil() {
		return reflect.Zero(t)
	}
	if own := r.crossed.own(t, f); own.IsValid() {
		return own
	}
	x := &Crossing{r: r, f: f}
	w := r.wrapper(t, x)
	r.crossed.note(w, x)
	return w
}

// wrapper makes the wrapper.
func (r *Runtime) wrapper(t reflect.Type, x *Crossing) reflect.Value {
	if r.bridge != nil {
		if w := r.bridge(t, x); w.IsValid() {
			return w
		}
	}
	ft := x.f.Type()
	return reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
		defer x.Enter()()
		as := make([]reflect.Value, len(in))
		for i, a := range in {
			as[i] = r.arg(ft.In(i), r.FromNative(a.Interface()))
		}
		var out []reflect.Value
		if t.IsVariadic() && ft.IsVariadic() {
			out = x.f.CallSlice(as)
		} else {
			out = x.f.Call(as)
		}
		for i := range out {
			out[i] = r.give(t.Out(i), out[i].Interface())
		}
		return out
	})
}
