// Package yaegi runs programs of the normal form on the interpreter yaegi. It is the only
// package that knows yaegi: how to feed it, what it gets wrong, and which of its
// unexported fields are needed.
//
// An Engine compiles programs with an interpreter, which never forgets anything that it
// has seen. So each interpreter is used only for some programs, and then replaced; see
// instance.go.
package yaegi

import (
	"reflect"
	"slices"
	"sync"
	"weak"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// Engine is an engine.Engine.
type Engine struct {
	shared

	loading sync.Mutex // one program at a time
	mu      sync.Mutex // guards what follows
	now     *instance  // nil if the last one is used up
	old     []weak.Pointer[instance]
}

var _ engine.Engine = (*Engine)(nil)

// Options are what an engine shares with another one.
type Options struct {
	// Traces get the frames of its functions; nil for traces of its own.
	Traces *engine.Traces
	// Elsewhere is called for each function that the engine is about to compile: it may
	// return a function value of its type to use instead. The zero Value, and a nil
	// Elsewhere, leave the function to the engine.
	Elsewhere func(*core.FuncName) reflect.Value
	// Turn is called at each back-edge and Nested at the entry of each function, for
	// platforms where nothing else could run otherwise; nil for none.
	Turn, Nested func()
	// Longest bounds the statements and expressions of a function, 0 for no bound: yaegi
	// compiles a function recursively, instruction by instruction, and some stacks don't
	// grow.
	Longest int
}

// shared is what all interpreters of an engine have in common.
type shared struct {
	store    *engine.Store
	stripper *stripper // of yaegi's trees, nil before the first
	Options
}

// New starts an engine for a session. It fails for a version of yaegi other than the one
// that it was written for.
func New(store *engine.Store, o Options) (*Engine, error) {
	if o.Traces == nil {
		o.Traces = engine.NewTraces()
	}
	if o.Elsewhere == nil {
		o.Elsewhere = func(*core.FuncName) reflect.Value { return reflect.Value{} }
	}
	e := &Engine{shared: shared{store: store, Options: o}}
	_, err := e.current(0)
	return e, err
}

// Name is the interpreter's name.
func (e *Engine) Name() string { return "yaegi" }

// Load compiles a program.
func (e *Engine) Load(p *core.Program) (engine.Code, error) {
	code, err := e.load(p.Funcs)
	if err != nil {
		return nil, err
	}
	return code.Interface().(func()), nil
}

// Func compiles a function, unless the interpreter has it. One that no longer runs
// elsewhere is compiled by an interpreter that hasn't seen it.
func (e *Engine) Func(f *core.FuncName) (reflect.Value, error) {
	if !e.Elsewhere(f).IsValid() {
		e.takeBack(f)
	}
	v := &core.Var{Name: "f", Kind: core.Temp, T: f.T}
	code, err := e.load([]*core.Function{{
		Symbol:  &core.FuncName{Name: cell, Kind: core.Main},
		Results: []*core.Type{f.T},
		Body:    []core.Stmt{&core.Define{Var: v, X: f}, &core.Return{Xs: []core.Expr{v}}},
	}})
	if err != nil {
		return reflect.Value{}, err
	}
	return code.Call(nil)[0], nil
}

// takeBack retires the interpreter if it knows the function as one that runs elsewhere.
func (e *Engine) takeBack(f *core.FuncName) {
	e.loading.Lock()
	defer e.loading.Unlock()
	if e.now != nil && e.now.away[f.Name] {
		e.retire()
	}
}

// load compiles functions and returns the one that is named core.Main. What yaegi refused
// may be partly in its tables, so the interpreter isn't used again.
func (e *Engine) load(fs []*core.Function) (reflect.Value, error) {
	e.loading.Lock()
	defer e.loading.Unlock()
	in, err := e.current(len(fs))
	if err != nil {
		return reflect.Value{}, err
	}
	code, err := in.load(fs)
	if err != nil {
		e.retire()
	}
	return code, err
}

// current is the interpreter for the next program, which has that many functions.
func (e *Engine) current(functions int) (*instance, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.now != nil && e.now.room() > 2*functions {
		return e.now, nil
	}
	e.seal()
	in, err := newInstance(&e.shared)
	if err != nil {
		return nil, err
	}
	e.now = in
	return in, nil
}

// Renew drops the interpreter.
func (e *Engine) Renew() {
	e.loading.Lock()
	defer e.loading.Unlock()
	e.retire()
	for _, in := range e.instances() {
		in.trim()
	}
}

func (e *Engine) retire() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seal()
}

// seal retires the interpreter for new programs: it lives as long as its code runs or
// something holds a function value of it.
func (e *Engine) seal() {
	if e.now == nil {
		return
	}
	e.now.seal()
	e.old = slices.DeleteFunc(e.old, func(p weak.Pointer[instance]) bool { return p.Value() == nil })
	e.old = append(e.old, weak.Make(e.now))
	e.now = nil
}

// instances are the interpreters on which code may run.
func (e *Engine) instances() []*instance {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []*instance
	for _, p := range e.old {
		if in := p.Value(); in != nil {
			all = append(all, in)
		}
	}
	if e.now != nil {
		all = append(all, e.now)
	}
	return all
}

// Stop makes every running frame end at its next instruction.
func (e *Engine) Stop() {
	for _, in := range e.instances() {
		in.private.stop()
	}
}

// Resume lets new frames run, and those that were blocked meanwhile.
func (e *Engine) Resume() {
	for _, in := range e.instances() {
		in.private.resume()
	}
}

// Left takes the frames that a panic of the calling goroutine has left.
func (e *Engine) Left() []engine.Frame { return e.Traces.Take() }

// Restore puts them back.
func (e *Engine) Restore(fs []engine.Frame) { e.Traces.Restore(fs) }
