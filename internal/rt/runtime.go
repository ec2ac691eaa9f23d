// Package rt is the run-time of lowered code: the natives that the normal form calls for
// interfaces, panics, channels and printing. Make a Runtime for each session with New; its
// Symbols are the natives, for the engine.
package rt

import (
	"errors"
	"io"
	"reflect"
	"sync"
	"sync/atomic"

	"riffle/internal/gotype"
	"riffle/internal/rtype"
)

// Config says how a Runtime reaches the world.
type Config struct {
	// Stderr receives what the builtins print and println write.
	Stderr io.Writer
	// Var finds a variable of a native package.
	Var func(path, name string) (reflect.Value, bool)
	// Forms are the types of native packages.
	Forms *gotype.Forms
	// Left takes the functions that a panic of this goroutine has left so far, in the
	// engine's terms, and Leaving gives them back when the panic continues: those of a
	// recovered panic belong to no other.
	Left    func() any
	Leaving func(left []any)
	// GoPanic is called with a panic that ended a goroutine, or a call that native code
	// made on one of its own; fatal says that it would end a compiled program.
	GoPanic func(v any, fatal bool)
	// Deadlock, if set, is told when all goroutines are asleep, some of them where
	// ErrDeadlock doesn't reach them.
	Deadlock func()
	// Started, if set, is called for each goroutine that a cell starts; the function it
	// returns is called when that ends.
	Started func() (ended func())
	// MaxMake bounds the bytes of one make; 0 is no bound.
	MaxMake int64
	// Debugger, if set, tracks the functions that are compiled for it.
	Debugger Debugger
	// Exit, if set, ends the process for os.Exit: programs have it,
	// sessions don't.
	Exit func(code int)
}

// Runtime is the state that the natives of one session share.
type Runtime struct {
	config   Config
	repeated atomic.Pointer[func(f any) any]
	crossed  crossings
	memories memories

	types  typeTable
	maker  *rtype.Maker
	bodies bodies

	pending  sync.Map // goroutine id → *Defers that a deferred call may recover
	npending atomic.Int64

	unwinding sync.Map // goroutine id → unwinding

	standIns map[reflect.Type]map[string]any

	debugger Debugger // nil for none

	run    atomic.Pointer[Run]
	behind leftBehind
	asleep sleepers
	alarms alarms
	beat   beat
	shown  struct {
		sync.Mutex
		values []any
	}
}

// New returns the run-time of a new session.
func New(c Config) *Runtime {
	r := &Runtime{config: c, debugger: c.Debugger}
	r.standIns = r.makeStandIns()
	r.maker = r.newMaker()
	r.run.Store(NewRun())
	return r
}

// ErrInterrupted is the panic that ends a blocking native of an interrupted cell; no
// recover stops it.
var ErrInterrupted = errors.New("interrupted")

// ErrTooDeep is the panic with which an engine ends a recursion that takes too much
// memory; no recover stops it.
var ErrTooDeep = errors.New("functions call each other too deep")

// Exit is the panic of os.Exit in a session; no recover stops it and no defer
// runs.
type Exit struct{ Code int }

// Unanswered is the panic of a call that asks the user where nobody answers; no recover
// stops it.
type Unanswered struct {
	Call string
	Why  error
}

// Unstoppable reports whether no recover stops a panic with v.
func Unstoppable(v any) bool {
	switch v.(type) {
	case Exit, Fatal, Unanswered:
		return true
	}
	return v == ErrInterrupted || v == ErrTooDeep || v == ErrDeadlock
}

// Show keeps the values that the cell displays.
func (r *Runtime) Show(vs ...any) {
	r.shown.Lock()
	defer r.shown.Unlock()
	r.shown.values = vs
}

// ShowError is Show for values whose last is an error: a nil one isn't shown.
func (r *Runtime) ShowError(vs ...any) {
	if vs[len(vs)-1] == nil {
		vs = vs[:len(vs)-1]
	}
	r.Show(vs...)
}

func (r *Runtime) takeShown() []any {
	r.shown.Lock()
	defer r.shown.Unlock()
	vs := r.shown.values
	r.shown.values = nil
	return vs
}

// Shown returns what the cell displayed, once.
func (r *Runtime) Shown() []any { return r.takeShown() }
