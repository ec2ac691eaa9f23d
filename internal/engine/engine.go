// Package engine is what a session needs of whatever runs its programs, and what
// it keeps for all that do: a session knows no interpreter and no compiler, an
// engine no user and no cell.
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
// What programs leave behind belongs to the session's Store, not to an engine, so
// that engines share it and come and go:
//
//   - a global variable is typed memory, made by reflect.New of its realized type:
//     Store.Global gives it as an addressable value, and an engine reads and writes
//     that memory and no copy;
//   - a function is its normal form, which its name leads to (core.FuncName.Func):
//     an engine compiles it when a program first mentions it;
//   - a type of the normal form is the Go type that Store.Type makes of it, for
//     every engine the same;
//   - a native is a Go value: Store.Native gives a function, an addressable
//     variable, or for a type a nil pointer to it. Type descriptors are natives of
//     core.TypesPath; the session fills their method tables from Program.Methods.
//
// # Values
//
// A value has the Go type of its normal form wherever others can see it: in a
// global, in what a pointer, a map or a channel leads to, as the argument or
// result of a native. In particular a function value is a real Go func of its
// realized type, so that natives call it, and so that one made by an engine works
// in another and as long as anything holds it.
//
// # Panics
//
// A panic leaves Code and function values as a Go panic, whose value may be what
// the run-time of Go or of reflect made: rt.Translate knows it. A recursion that takes
// too much memory may end with rt.ErrTooDeep. Which statements
// ran is asked of the engine: see Engine.Left.
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

	// Load makes a program ready to run. An error is a fault of lowering's or of
	// the engine's own, not the user's, but for a Beyond.
	Load(p *core.Program) (Code, error)

	// Func is a function as a function value. It is asked for when it is needed,
	// as for the methods of a value in an interface.
	Func(f *core.FuncName) (reflect.Value, error)

	// Renew lets go of what the engine has compiled, as far as nothing else holds
	// it: what runs, and function values. It is called once in a while, so that a
	// session doesn't grow by all that it has ever run.
	Renew()

	// Stop makes whatever the engine runs end, on all goroutines, at the next
	// instruction or back-edge and without a panic that code could recover.
	// Calls that are under way return zeros or garbage that nothing reads, or
	// panic with a value that the run-time's recover doesn't stop. What waits in a
	// native ends when it comes back. Resume lets code run again that is called
	// after it.
	Stop()
	Resume()

	// Left takes the frames of the user's functions that a panic of the calling
	// goroutine has left since it was last asked, the innermost first. It is
	// asked where the panic was caught, before other code runs there, and where a
	// goroutine begins: one that native code started may have ended without being
	// asked, and another may come in its place. Restore
	// gives them back when the panic goes on, to come before those that follow.
	Left() []Frame
	Restore([]Frame)

	// Recurring, unless the engine itself ends a recursion that is too deep, are the
	// frames of the functions that call each other at this
	// moment, each once, for the message of a recursion that was too deep. It may
	// be called on any goroutine, while code runs.
	Recurring() []Frame
}

// Code is a loaded program's cell. To call it runs the cell on the goroutine of
// the caller, as often as it is called.
type Code func()

// Beyond is an error of Load and Func that is nobody's fault: why the engine can't run
// something here, for the user.
type Beyond struct{ Why string }

func (b *Beyond) Error() string { return b.Why }

// Fault is the value of a panic for which an engine is to blame and not what it runs.
type Fault interface {
	error
	EngineFault()
}

// Frame is a function of the user's at the statement that ran in it.
type Frame struct {
	// Pos is the statement's place in the user's source.
	Pos token.Pos
	// Func is the function's name in the normal form, From as the user wrote it,
	// empty for the cell itself.
	Func, From string
}
