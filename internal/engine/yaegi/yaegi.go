// Package yaegi runs programs of the normal form on the interpreter yaegi. It is
// the only package that knows yaegi: how it is fed, what it gets wrong, and which
// of its private fields have to be reached.
//
// An Engine compiles programs with an interpreter, which never forgets anything
// that it has seen. So an interpreter is used for some programs only, and then
// another takes its place; see instance.go.
package yaegi

import (
	"slices"
	"sync"
	"weak"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// Engine is an engine.Engine.
type Engine struct {
	store  *engine.Store
	traces traces

	mu  sync.Mutex // guards what follows
	now *instance  // nil where the last one is used up
	old []weak.Pointer[instance]
}

var _ engine.Engine = (*Engine)(nil)

// New starts an engine for a session. It fails with another version of yaegi than
// the one that it was written for.
func New(store *engine.Store) (*Engine, error) {
	e := &Engine{store: store, traces: traces{byGoroutine: map[int64][]engine.Frame{}}}
	var err error
	e.now, err = newInstance(store, &e.traces)
	return e, err
}

// Name is the interpreter's name.
func (e *Engine) Name() string { return "yaegi" }

// perInstance is the number of programs that an interpreter compiles. A new one
// takes a quarter of a millisecond, and compiles again the functions that programs
// go on to use; an old one holds 20 KiB of every program.
const perInstance = 64

// Load compiles a program. What yaegi has refused may be half in its tables, so
// that the interpreter isn't used again.
func (e *Engine) Load(p *core.Program) (engine.Code, error) {
	in, err := e.current()
	if err != nil {
		return nil, err
	}
	code, err := in.load(p)
	if err != nil || in.loaded >= perInstance {
		e.retire()
	}
	return code, err
}

// current is the interpreter for the next program.
func (e *Engine) current() (*instance, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.now != nil {
		return e.now, nil
	}
	in, err := newInstance(e.store, &e.traces)
	e.now = in
	return in, err
}

// retire lets go of the interpreter: it lives as long as code of it runs or a
// function value of it is held.
func (e *Engine) retire() {
	e.mu.Lock()
	defer e.mu.Unlock()
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
func (e *Engine) Left() []engine.Frame { return e.traces.take() }

// Restore gives them back.
func (e *Engine) Restore(fs []engine.Frame) { e.traces.restore(fs) }
