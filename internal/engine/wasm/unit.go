package wasm

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/engine/wasm/compile"
)

// unit is what the engine keeps about a function. It lives as long as the function, which
// points to it.
type unit struct {
	f    *core.FuncName
	stub reflect.Value // compiles the function when it is first called

	// callback says that it is passed to something that may call it often; repeats, valid
	// once asked is set, that something repeats in it.
	callback, asked, repeats bool
	mentions                 []*core.FuncName // nil until they are looked up

	// maker is a function that returns what a factory makes, since machine code has no
	// factories as functions; nil for other functions.
	maker *core.FuncName

	// The following is guarded by Engine.compiling, and doesn't change once tried is set.
	tried    atomic.Bool
	compiled *compile.Compiled
	run      func() reflect.Value // the machine code as a Go func, made when first called
	refused  error                // why there is none

	interpreted func() (reflect.Value, error) // the function on the fallback; nil before it is called there
}

// unit is the unit of a function.
func (e *Engine) unit(f *core.FuncName) *unit {
	e.compiling.Lock()
	defer e.compiling.Unlock()
	return e.unitLocked(f)
}

func (e *Engine) unitLocked(f *core.FuncName) *unit {
	if u, ok := f.Code.(*unit); ok {
		return u
	}
	u := &unit{f: f}
	if f.Kind == core.Factory {
		u.maker = makerOf(f)
	}
	f.Code = u
	return u
}

// Elsewhere is a function value for a function worth compiling, and the zero Value for
// others. The fallback asks about each function before it compiles it, and calls the
// value instead.
func (e *Engine) Elsewhere(f *core.FuncName) reflect.Value {
	if !e.On() || e.full() || f.Kind == core.Main || f.Func != nil && f.Func.Hooked {
		return reflect.Value{}
	}
	e.compiling.Lock()
	defer e.compiling.Unlock()
	u := e.unitLocked(f)
	if u.refused != nil || !u.stub.IsValid() && !u.callback && !e.all.Load() && !e.repeats(f) {
		return reflect.Value{}
	}
	if !u.stub.IsValid() {
		u.stub = reflect.MakeFunc(e.store.Type(f.T), func(args []reflect.Value) []reflect.Value { return e.target(u).Call(args) })
	}
	return u.stub
}

// target is what a stub calls: the machine code, or the function on the fallback.
func (e *Engine) target(u *unit) reflect.Value {
	if e.On() {
		if e.compile(u); u.refused == nil && !e.full() {
			return u.run()
		}
	}
	v, err := e.interpreted(u)()
	if err != nil {
		panic(err)
	}
	return v
}

// interpreted is the function on the fallback.
func (e *Engine) interpreted(u *unit) func() (reflect.Value, error) {
	e.compiling.Lock()
	defer e.compiling.Unlock()
	if u.interpreted == nil {
		u.interpreted = sync.OnceValues(func() (reflect.Value, error) { return e.fallback.Func(u.f) })
	}
	return u.interpreted
}

// compile compiles functions and all that they call, unless tried before, in one module.
func (e *Engine) compile(us ...*unit) {
	tried := func(u *unit) bool { return u.tried.Load() }
	if !slices.ContainsFunc(us, func(u *unit) bool { return !tried(u) }) {
		return
	}
	e.compiling.Lock()
	defer e.compiling.Unlock()
	units := e.reachable(slices.DeleteFunc(us, tried))
	if len(units) == 0 {
		return
	}
	done, refused, err := e.module(units)
	for _, v := range units {
		switch c := done[v.symbol()]; {
		case err != nil:
			v.refused = err
		case refused[v.f] != nil:
			v.refused = refused[v.f]
		case c != nil:
			v.compiled, v.run = c, sync.OnceValue(c.Value)
		default:
			v.refused = refused[v.symbol()]
		}
		v.tried.Store(true)
	}
}

// symbol is the function that is compiled for the unit.
func (u *unit) symbol() *core.FuncName {
	if u.maker != nil {
		return u.maker
	}
	return u.f
}

// making marks a maker, and has its factory.
type making struct{ factory *core.FuncName }

// makerOf is a function that returns what a factory does.
func makerOf(f *core.FuncName) *core.FuncName {
	made := &core.Var{Name: "made", Kind: core.Temp, T: f.T.Results[0]}
	call := &core.Call{Fun: f, T: made.T}
	m := &core.Function{Symbol: &core.FuncName{Name: f.Name, T: f.T, Code: making{f}}, Results: f.T.Results, From: f.Func.From}
	for _, p := range f.Func.Params {
		q := *p
		m.Params = append(m.Params, &q)
		call.Args = append(call.Args, &q)
	}
	m.Body = []core.Stmt{&core.Define{Var: made, X: call}, &core.Return{Xs: []core.Expr{made}}}
	m.Symbol.Func = m
	return m.Symbol
}

// reachable are units and those of the functions reachable from them, unless tried
// before. The closures of factories are compiled with the functions that make them.
func (e *Engine) reachable(us []*unit) []*unit {
	all := us
	seen := map[*unit]bool{}
	for _, u := range us {
		seen[u] = true
	}
	add := func(f *core.FuncName) {
		if v := e.unitLocked(f); !seen[v] && v.maker == nil && !v.tried.Load() {
			seen[v] = true
			all = append(all, v)
		}
	}
	found := newInvoked()
	for i := 0; i < len(all); i++ { // it grows meanwhile
		for _, f := range reach(all[i].f.Func, func(f *core.Function) bool { return e.isLate(f.Symbol) }) {
			add(f.Symbol)
			found.function(f)
		}
		if i == len(all)-1 {
			for _, f := range found.methods() {
				add(f)
			}
		}
	}
	return all
}

// lateLength is the length of functions of the library that are compiled only when they are
// called.
const lateLength = 140

// isLate reports whether a function is compiled only when it is called.
func (e *Engine) isLate(f *core.FuncName) bool {
	if e.whole.Load() || f.Kind != core.Declared || f.Func == nil {
		return false
	}
	ofLibrary := f.Func.Go != "" && !strings.HasPrefix(f.Func.Go, "main.")
	return ofLibrary && core.Length(f.Func) >= lateLength
}

// module compiles units.
func (e *Engine) module(units []*unit) (done map[*core.FuncName]*compile.Compiled, refused map[*core.FuncName]error, err error) {
	m, err := e.machine()
	if err != nil {
		return nil, nil, err
	}
	var fs []*core.Function
	for _, u := range units {
		fs = append(fs, u.symbol().Func)
	}
	env := &compile.Env{Compiled: compiledBefore, Method: e.method, Fallback: e.fallback.Func, Late: e.isLate, Instead: e.instead, Asks: e.asking.of, Alone: e.alone}
	return compile.Functions(m, e.store, env, fs)
}

var errInstead = errors.New("it runs in the place of machine code")

// instead is, on the fallback, a copy of a function that is machine code: another
// function with the same body, which calls the original as it calls any machine code.
func (e *Engine) instead(f *core.FuncName) (reflect.Value, error) {
	if m, ok := f.Code.(making); ok {
		f = m.factory
	}
	name, body := *f, *f.Func
	if name.Kind == core.Main { // all have one name
		name.Kind = core.Declared
		name.Name += strconv.FormatInt(e.cells.Add(1), 10)
	}
	name.Name += engine.Instead
	name.Func, body.Symbol = &body, &name
	name.Code = &unit{f: &name, refused: errInstead}
	return e.fallback.Func(&name)
}

// alone runs f while nothing is compiled.
func (e *Engine) alone(f func()) {
	e.compiling.Lock()
	defer e.compiling.Unlock()
	f()
}

// compiledBefore is a function that is in another module, nil for none.
func compiledBefore(f *core.FuncName) *compile.Compiled {
	if u, ok := f.Code.(*unit); ok {
		return u.compiled
	}
	return nil
}

// method is the compiled form of a function that machine code calls through an interface;
// nil if it is refused.
func (e *Engine) method(f *core.FuncName) *compile.Compiled {
	u := e.unit(f)
	e.compile(u)
	return u.compiled
}
