// Package wasm runs what repeats as machine code: functions with loops and recursions,
// what they call, and cells with loops. The rest, and whatever it refuses, it leaves to
// another engine, the fallback, function by function.
//
// doc/machine-code.md describes how, and why it is sound.
package wasm

import (
	"reflect"
	"sync"
	"sync/atomic"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/engine/wasm/compile"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// Engine is an engine.Engine in front of another one, the fallback.
type Engine struct {
	store    *engine.Store
	traces   *engine.Traces
	fallback engine.Engine
	off, all atomic.Bool
	whole    atomic.Bool // see TakeWhole
	stress   machine.Stress
	asking   asking       // where goroutines share one stack
	cells    atomic.Int64 // that the fallback has run in place of machine code

	compiling sync.Mutex // one module at a time
	machine   func() (*machine.Machine, error)
	tried     atomic.Bool                     // the machine was requested
	started   atomic.Pointer[machine.Machine] // nil before, or if there is none

	last atomic.Pointer[core.Program]
}

var _ engine.Engine = (*Engine)(nil)

// New returns an engine that shares traces with its fallback, which start makes. The
// fallback must ask Elsewhere about each function before it compiles it.
func New(store *engine.Store, start func(*Engine, *engine.Traces) (engine.Engine, error)) (*Engine, error) {
	e := &Engine{store: store, traces: engine.NewTraces()}
	e.machine = sync.OnceValues(e.start)
	var err error
	e.fallback, err = start(e, e.traces)
	return e, err
}

// Available says why there is no machine code in this process, nil if there is.
func Available() error {
	_, err := machine.New(machine.Config{})
	return err
}

// errFull is the panic of a call for which machine code has no memory left.
var errFull = rt.RuntimeError("out of memory: too many goroutines or calls at once for values of more than 4 GiB")

// start makes the machine, when something is first to be compiled.
func (e *Engine) start() (*machine.Machine, error) {
	e.tried.Store(true)
	c := machine.Config{Stopped: rt.ErrInterrupted, TooDeep: rt.ErrTooDeep, Full: errFull, Trace: e.left, Goroutine: rt.GoroutineID, Enclosed: rt.Enclosed, Stress: e.stress}
	r := rt.Of(e.store.Native(core.Rt("Runtime")))
	if r != nil {
		c.GoOn, c.Back = r.GoOn, r.Back
		c.Holds = func() bool { return e.asking.holds(r) }
	}
	m, err := machine.New(c)
	if err == nil {
		e.started.Store(m)
	}
	if err == nil && r != nil {
		r.Repeat(func(f any) any { return compile.Repeated(m, f) })
	}
	return m, err
}

// Prepare makes the machine before it is needed, which takes two milliseconds.
func (e *Engine) Prepare() {
	if e.On() {
		e.machine() // whoever needs it calls again, and reports errors
	}
}

// left gets the frames that a panic has left in machine code.
func (e *Engine) left(frames []machine.Frame) {
	for _, f := range frames {
		e.traces.Add(func(string) engine.Frame { return engine.Frame{Pos: f.Pos, Func: f.In.Name, From: f.In.From} })
	}
}

// Name is the name of this engine, not of the fallback.
func (e *Engine) Name() string { return "machine code" }

// Turn turns machine code on or off, for what is called later.
func (e *Engine) Turn(on bool) { e.off.Store(!on) }

// TakeAll makes it compile everything it can, straight-line cells too, which is slower:
// for tests.
func (e *Engine) TakeAll() { e.all.Store(true) }

// TakeWhole makes it compile all that a program may call before that runs, and nothing
// later, as suits one that measures how long it takes.
func (e *Engine) TakeWhole() { e.whole.Store(true) }

// PutFar puts every nth object that machine code makes outside its window, for tests. It
// must be called before anything is loaded.
func (e *Engine) PutFar(n int) { e.stress = machine.Stress{Far: n, Full: n > 1} }

// On reports whether machine code is on.
func (e *Engine) On() bool { return !e.off.Load() }

// Load compiles a program whose cell has a loop, and leaves others to the fallback.
func (e *Engine) Load(p *core.Program) (engine.Code, error) {
	e.last.Store(p)
	if machine.OneStack {
		e.asking.note(p)
	}
	if m := e.started.Load(); m != nil {
		m.Look()
	}
	if main := p.Main(); main != nil && main.Hooked {
		return e.fallback.Load(p)
	}
	if main := p.Main(); main != nil && e.On() && !e.full() && (e.all.Load() || hasLoop(main.Body) || long(main)) {
		u := e.unit(main.Symbol)
		if e.compile(u); u.refused == nil {
			return u.run().Interface().(func()), nil
		}
	}
	if e.On() && !e.full() && p.Main() != nil {
		e.noteCallbacks(p)
		e.ahead(p.Main())
	}
	return e.fallback.Load(p)
}

// ahead compiles what the cell is about to call: what it mentions, and what its
// interpreted functions mention. What others mention is compiled when first called.
func (e *Engine) ahead(main *core.Function) {
	var us []*unit
	for _, f := range e.called(main.Symbol) {
		us = append(us, e.unit(f))
	}
	e.compile(us...)
}

// called are the functions worth compiling among those that a function mentions, directly
// or through interpreted functions.
func (e *Engine) called(main *core.FuncName) (all []*core.FuncName) {
	seen := map[*core.FuncName]bool{}
	var visit func(f *core.FuncName)
	visit = func(f *core.FuncName) {
		for _, g := range e.lookedUp(f) {
			if seen[g] {
				continue
			}
			seen[g] = true
			if e.isLate(g) {
				continue
			}
			if e.Elsewhere(g).IsValid() {
				all = append(all, g)
			} else {
				visit(g)
			}
		}
	}
	visit(main)
	return all
}

func (e *Engine) lookedUp(f *core.FuncName) []*core.FuncName {
	e.compiling.Lock()
	defer e.compiling.Unlock()
	return e.mentioned(f)
}

// full reports whether values lie where machine code is slow, so that new code is better
// left to the fallback.
func (e *Engine) full() bool {
	m := e.started.Load()
	return m != nil && m.Full()
}

// noteCallbacks marks as callbacks what the fallback will pass to others, or make for
// them to call.
func (e *Engine) noteCallbacks(p *core.Program) {
	e.compiling.Lock()
	defer e.compiling.Unlock()
	for _, f := range p.Funcs {
		for _, g := range e.callbacks(f) {
			e.unitLocked(g).callback = true
		}
	}
	for _, g := range e.calledOften(p) {
		e.unitLocked(g).callback = true
	}
}

// Func is a function as a function value.
func (e *Engine) Func(f *core.FuncName) (reflect.Value, error) {
	if v := e.Elsewhere(f); v.IsValid() {
		return v, nil
	}
	return e.fallback.Func(f)
}

// Forget drops the machine code of a function, and of those that it calls and that aren't
// living. It is compiled again when it is called again; what runs, and function values, have
// theirs.
func (e *Engine) Forget(f *core.FuncName, living func(*core.FuncName) bool) {
	e.compiling.Lock()
	defer e.compiling.Unlock()
	var forget func(f *core.FuncName)
	forget = func(f *core.FuncName) {
		u, ok := f.Code.(*unit)
		if !ok || u.refused == errInstead || living(f) {
			return
		}
		f.Code = nil
		for _, g := range engine.UsesOf(f.Func).Funcs {
			forget(g)
		}
	}
	forget(f)
}

// Renew makes the fallback drop what it has compiled. Machine code is freed with its
// functions.
func (e *Engine) Renew() { e.fallback.Renew() }

// Stop ends whatever runs.
func (e *Engine) Stop() {
	e.fallback.Stop()
	if m := e.started.Load(); m != nil {
		m.Stop()
	}
}

// Resume lets code that is called later run.
func (e *Engine) Resume() {
	if m := e.started.Load(); m != nil {
		m.Resume()
	}
	e.fallback.Resume()
}

// Left takes the frames that a panic of the calling goroutine has left.
func (e *Engine) Left() []engine.Frame { return e.traces.Take() }

// Restore puts them back.
func (e *Engine) Restore(fs []engine.Frame) { e.traces.Restore(fs) }

// Recurring are the frames of the fallback's functions that call each other. A
// recursion in machine code ends by itself.
func (e *Engine) Recurring(enough func() bool) []engine.Frame { return e.fallback.Recurring(enough) }
