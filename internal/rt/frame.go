package rt

import "sync/atomic"

// Frame is a call of a function compiled for a debugger. The debugger makes it when the
// function begins; from then on the function's own goroutine writes it.
type Frame struct {
	// Func is the function's number among the debugger's, Depth the number of
	// calls around this one.
	Func, Depth int
	// Parent is the call of the function that called it, nil for none.
	Parent *Frame
	// Thread is what the debugger knows of the goroutine.
	Thread any
	// Site is the number of the statement that runs, -1 before the first.
	Site atomic.Int32
	// Locals are the addresses of the variables that exist so far.
	Locals []any
	// Panic is the panic on whose way deferred calls run, if this is no call of a
	// function; nil otherwise.
	Panic any
}

// Debugger tracks the functions that are compiled for it. Its methods are called by the
// goroutines of these functions.
type Debugger interface {
	Called(function int) *Frame
	At(f *Frame, site int)
	Returned(f *Frame)
	// Panicking says that a deferred call begins while a panic is on its way, and over
	// that it has ended.
	Panicking(v any) (over func())
	// Ended says that a goroutine has ended.
	Ended(goroutine int64)
}

func (r *Runtime) frameCalled(function int) *Frame { return r.debugger.Called(function) }

// Local tells where variable i is.
func Local(f *Frame, i int, address any) {
	for len(f.Locals) <= i {
		f.Locals = append(f.Locals, nil)
	}
	f.Locals[i] = address
}

func (r *Runtime) frameAt(f *Frame, site int) { r.debugger.At(f, site) }

func (r *Runtime) frameReturned(f *Frame) { r.debugger.Returned(f) }

// Canceled is closed when the cell whose goroutine this is is interrupted; nil on
// other goroutines.
func (r *Runtime) Canceled() <-chan struct{} { return r.canceled() }
