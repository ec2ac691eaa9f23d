package rt

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"
	"weak"
)

// A function passed from native code to lowered code, or back, may have another type
// there, as func(...int) does: then what arrives is a wrapper. If it comes
// back, it is the original function, not a wrapper of the wrapper: native code may have
// to recognise its own.

// Crossing is what a wrapper calls. The wrapper must keep it alive.
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

// Enter begins a call of the function by its wrapper; done ends it. It panics on a
// goroutine that was left behind.
func (x *Crossing) Enter() (done func()) { return x.r.backed() }

// crossings finds what functions wrap. It keeps neither alive. A function's address
// identifies it only while it lives: its crossing may outlive it, and another function
// may get the address.
type crossings struct {
	mu sync.Mutex
	of map[uintptr]crossed // by the address of the closure
}

type crossed struct {
	wrapper weak.Pointer[uintptr]
	x       weak.Pointer[Crossing]
}

// noteWrapper records that a func is the wrapper of a crossing.
func (c *crossings) noteWrapper(wrapper reflect.Value, x *Crossing) {
	at := closureOf(wrapper)
	n := crossed{weak.Make(at), weak.Make(x)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[uintptr]crossed{}
	}
	c.of[addressOf(at)] = n
	runtime.AddCleanup(x, func(at uintptr) { c.forgetWrapper(at, n) }, addressOf(at))
}

// forgetWrapper drops a dead wrapper, unless another one has its address.
func (c *crossings) forgetWrapper(at uintptr, n crossed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[at] == n {
		delete(c.of, at)
	}
}

// crossingOf is what a func wraps, nil if it isn't a wrapper.
func (c *crossings) crossingOf(f reflect.Value) *Crossing {
	at := closureOf(f)
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.of[addressOf(at)]; n.wrapper.Value() == at {
		return n.x.Value()
	}
	return nil
}

// ownFunction is the original function, of type t, that a wrapper was made for; invalid if there
// is none.
func (c *crossings) ownFunction(t reflect.Type, f reflect.Value) reflect.Value {
	for x := c.crossingOf(f); x != nil; x = c.crossingOf(x.f) {
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

func addressOf(p *uintptr) uintptr { return uintptr(unsafe.Pointer(p)) }

// Repeat sets the function that makes batch callers, which call a function many times
// faster than native code can: from a func(T) R it makes a func(T, []R) int, which
// makes up to as many calls as the slice is long, at least one, and returns how many. The
// result is nil for functions that have no batch caller.
func (r *Runtime) Repeat(repeated func(f any) any) { r.repeated.Store(&repeated) }

// Repeated is the batch caller of a crossing's function, nil if there is none. See
// Repeat.
func (x *Crossing) Repeated() any {
	if of := x.r.repeated.Load(); of != nil {
		return (*of)(x.Func())
	}
	return nil
}

// convertFunction converts a function to another, corresponding type.
func (r *Runtime) convertFunction(t reflect.Type, f reflect.Value) reflect.Value {
	if f.IsNil() {
		return reflect.Zero(t)
	}
	if own := r.crossed.ownFunction(t, f); own.IsValid() {
		return own
	}
	x := &Crossing{r: r, f: f}
	w := r.reflective(t, x)
	r.crossed.noteWrapper(w, x)
	return w
}

// reflective makes the wrapper of any crossing.
func (r *Runtime) reflective(t reflect.Type, x *Crossing) reflect.Value {
	ft := x.f.Type()
	return reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
		defer x.Enter()()
		as := make([]reflect.Value, len(in))
		for i, a := range in {
			as[i] = r.arg(ft.In(i), a.Interface())
		}
		var out []reflect.Value
		if t.IsVariadic() && ft.IsVariadic() {
			out = x.f.CallSlice(as)
		} else {
			out = x.f.Call(as)
		}
		for i := range out {
			out[i] = r.arg(t.Out(i), out[i].Interface())
		}
		return out
	})
}
