// Package engine is the interface between a session and what runs its programs, and the
// store that engines share: a session knows no interpreter and no compiler, an engine no
// user and no cell.
//
// # Programs
//
// A program (core.Program) is what one cell adds to the session: global variables,
// functions, and a function of the kind core.Main, the cell itself. Its names are unique
// in the session. doc/normal-form.md specifies what a program may contain and what
// it means; an engine may rely on all of it.
//
// # The store
//
// What programs leave behind belongs to the session's Store, not to an engine, so that
// engines can share it, come and go:
//
//   - a global variable is typed memory, made by reflect.New of its realized type:
//     Store.Global gives it as an addressable value, and an engine reads and writes
//     that memory and no copy;
//   - a function is its normal form, which its name points to (core.FuncName.Func):
//     an engine compiles it when a program first mentions it;
//   - a type of the normal form is the Go type that Store.Type makes of it, the
//     same for every engine;
//   - a native is a Go value: Store.Native returns a function, an addressable
//     variable, or for a type a nil pointer to it. Type descriptors are natives of
//     core.TypesPath; the session fills their method tables from Program.Methods.
//
// # Values
//
// A value has the Go type of its normal form wherever others can see it: in a global,
// behind a pointer, in a map or a channel, as the argument or result of a native. In
// particular a function value is a real Go func of its realized type, so that natives can
// call it, and so that one made by an engine works in another, for as long as anything
// holds it.
//
// # Panics
//
// A panic leaves Code and function values as a Go panic, whose value may come from Go's
// run-time or from reflect: rt.Translate handles it. A recursion that takes too much
// memory may end with rt.ErrTooDeep. Engine.Left says which statements were running.
package engine

import (
	"go/token"
	"reflect"

	"riffle/internal/core"
)

// Engine runs programs of the normal form. Its methods may be called by any
// goroutine, at any time.
type Engine interface {
	// Name names the engine to users.
	Name() string

	// Load makes a program ready to run. An error is a fault of lowering or of the
	// engine, not the user's, unless it is a Beyond.
	Load(p *core.Program) (Code, error)

	// Func is a function as a function value. It is called when one is needed, such as
	// for the methods of a value in an interface.
	Func(f *core.FuncName) (reflect.Value, error)

	// Renew drops what the engine has compiled, unless something else holds it: running
	// code, and function values. It is called once in a while, so that a session doesn't
	// grow with everything it has ever run.
	Renew()

	// Stop ends whatever the engine runs, on all goroutines, at the next instruction or
	// back-edge and without a panic that code could recover. Active calls return zeros or
	// garbage that nothing reads, or panic with a value that the run-time's recover
	// doesn't stop. Code that waits in a native ends when that returns. Resume lets code
	// that is called later run again.
	Stop()
	Resume()

	// Left takes the frames of the user's functions that a panic of the calling goroutine
	// has left since the last call, the innermost first. It is called where the panic was
	// caught, before other code runs there, and where a goroutine begins, since an
	// earlier goroutine of the same number, started by native code, may have ended
	// without such a call. Restore puts frames back when the panic continues, before
	// those that follow.
	Left() []Frame
	Restore([]Frame)

	// Recurring, unless the engine itself ends a recursion that is too deep, are the
	// frames of the functions that call each other at this moment, each once, for the
	// message about such a recursion. It may be called on any goroutine, while code runs.
	// It waits until one of them runs again, which the collector and the copying of a
	// stack may delay, or until enough says that it needn't wait longer.
	Recurring(enough func() bool) []Frame
}

// Code is a loaded program's cell. Each call runs the cell on the caller's goroutine.
type Code func()

// Beyond is an error of Load and Func that is nobody's fault: it tells the user why the
// engine can't run something here.
type Beyond struct{ Why string }

// Error returns why.
func (b *Beyond) Error() string { return b.Why }

// Fault is the value of a panic caused by an engine, not by what it runs.
type Fault interface {
	error
	EngineFault()
}

// Frame is a function of the user's and the statement running in it.
type Frame struct {
	// Pos is the statement's place in the user's source.
	Pos token.Pos
	// Func is the function's name in the normal form, From as the user wrote it,
	// empty for the cell itself.
	Func, From string
}
