// Package walk runs what runs once: the cells that neither repeat anything nor call
// interpreted functions, as most typed cells don't. It walks through their normal form
// directly, with values of package reflect, and so begins at once, where another engine
// would spend longer compiling them than running them.
//
// Everything else, and every function of the user's, it leaves to the engine behind it,
// which isn't started until needed.
package walk

import (
	"reflect"
	"sync"
	"sync/atomic"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// Engine is an engine.Engine in front of another one, the fallback.
type Engine struct {
	store *engine.Store
	Options
	stops   atomic.Uint64 // how often it was stopped
	behind  func() (engine.Engine, error)
	started atomic.Pointer[engine.Engine] // nil before
}

var _ engine.Engine = (*Engine)(nil)

// Options are what the engine shares with others.
type Options struct {
	// Traces get the frames of cells; nil for traces of its own.
	Traces *engine.Traces
	// Elsewhere is called for each function that a cell mentions: a zero Value makes the
	// fallback run the cell. A nil Elsewhere means no functions.
	Elsewhere func(*core.FuncName) reflect.Value
	// Off reports whether everything is left to the fallback; nil for never.
	Off func() bool
}

// New returns an engine for a session; start starts the fallback, when it is needed.
func New(store *engine.Store, o Options, start func() (engine.Engine, error)) *Engine {
	if o.Traces == nil {
		o.Traces = engine.NewTraces()
	}
	if o.Elsewhere == nil {
		o.Elsewhere = func(*core.FuncName) reflect.Value { return reflect.Value{} }
	}
	if o.Off == nil {
		o.Off = func() bool { return false }
	}
	e := &Engine{store: store, Options: o}
	e.behind = sync.OnceValues(func() (engine.Engine, error) {
		f, err := start()
		if err == nil {
			e.started.Store(&f)
		}
		return f, err
	})
	return e
}

// fallback is the engine behind this one, nil until it is needed.
func (e *Engine) fallback() engine.Engine {
	if f := e.started.Load(); f != nil {
		return *f
	}
	return nil
}

// Name is the engine's name.
func (e *Engine) Name() string { return "walk" }

// Load makes a program ready to run: for a walkable cell there is nothing to do.
func (e *Engine) Load(p *core.Program) (engine.Code, error) {
	main := p.Main()
	if main == nil {
		return func() {}, nil
	}
	if !e.Off() && !main.Hooked && walkable(main.Body) {
		if names, ok := e.names(main); ok {
			return func() { (&walker{e: e, main: main, names: names, stops: e.stops.Load()}).run() }, nil
		}
	}
	f, err := e.behind()
	if err != nil {
		return nil, err
	}
	return f.Load(p)
}

// names are the values of the functions and natives that a cell mentions; false if a
// function isn't elsewhere or a native doesn't exist, which the fallback reports.
func (e *Engine) names(main *core.Function) (map[core.Expr]reflect.Value, bool) {
	uses := engine.UsesOf(main)
	all := make(map[core.Expr]reflect.Value, len(uses.Funcs)+len(uses.Natives))
	for _, f := range uses.Funcs {
		if all[f] = e.Elsewhere(f); !all[f].IsValid() {
			return nil, false
		}
	}
	for _, n := range uses.Natives {
		v, ok := e.store.Native(n)
		if !ok {
			return nil, false
		}
		all[n] = v
	}
	return all, true
}

// Func is a function of the fallback's.
func (e *Engine) Func(f *core.FuncName) (reflect.Value, error) {
	b, err := e.behind()
	if err != nil {
		return reflect.Value{}, err
	}
	return b.Func(f)
}

// Renew makes the fallback drop what it has compiled.
func (e *Engine) Renew() {
	if f := e.fallback(); f != nil {
		f.Renew()
	}
}

// Stop ends the running cells, each at its next statement.
func (e *Engine) Stop() {
	e.stops.Add(1)
	if f := e.fallback(); f != nil {
		f.Stop()
	}
}

// Resume resumes the fallback; here code that is called later runs anyway.
func (e *Engine) Resume() {
	if f := e.fallback(); f != nil {
		f.Resume()
	}
}

// Left takes the frames that a panic of the calling goroutine has left.
func (e *Engine) Left() []engine.Frame { return e.Traces.Take() }

// Restore puts them back.
func (e *Engine) Restore(fs []engine.Frame) { e.Traces.Restore(fs) }

// Recurring are the frames of the fallback's functions that call each other.
func (e *Engine) Recurring(enough func() bool) []engine.Frame {
	if f := e.fallback(); f != nil {
		return f.Recurring(enough)
	}
	return nil
}
