// Package yaegi runs programs of the normal form on the interpreter yaegi. It is
// the only package that knows yaegi: how it is fed, what it gets wrong, and which
// of its private fields have to be reached.
//
// An Engine compiles programs with an interpreter, which never forgets anything
// that it has seen. So an interpreter is used for some programs only, and then
// another takes its place; see instance.go.
package yaegi

import (
	"weak"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// Engine is an engine.Engine.
type Engine struct {
	store  *engine.Store
	traces traces
	now    *instance
	old    []weak.Pointer[instance] // that functions may still run on
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

// Load compiles a program.
func (e *Engine) Load(p *core.Program) (engine.Code, error) { return e.now.load(p) }

// instances are the interpreters on which code may run.
func (e *Engine) instances() []*instance { return []*instance{e.now} }

// Stop makes every running frame end at its next instruction.
func (e *Engine) Stop() {
	for _, in := range e.instances() {
		in.stop()
	}
}

// Resume lets new frames run, and those that were blocked meanwhile.
func (e *Engine) Resume() {
	for _, in := range e.instances() {
		in.resume()
	}
}

// Left takes the frames that a panic of the calling goroutine has left.
func (e *Engine) Left() []engine.Frame { return e.traces.take() }

// Restore gives them back.
func (e *Engine) Restore(fs []engine.Frame) { e.traces.restore(fs) }
