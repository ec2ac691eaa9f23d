package wasm

import (
	"go/constant"
	"go/token"
	"sync"
	"sync/atomic"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/rt"
)

// Where goroutines share one stack, no answer arrives while machine code is on it. So
// what asks somebody outside the program, such as fmt.Scan, must not be called by machine
// code, not even indirectly. Calls by name can be seen. Of function values and interface
// methods only the type or the name is known. So the engine records for the session which
// of these kinds ask, judging by what the functions do that are used as a value of that
// type or have such a name. The set grows as cells are declared: a function that was
// compiled before and calls a kind that now asks runs on the fallback from then on.

// kind is a kind of thing that a function may call: input for what asks, readers for what
// reads from something that may ask, foreign for methods and functions that native code
// calls, "." and a method's name, or the text of a function's type.
type kind string

const (
	input   kind = "input"
	readers kind = "readers"
	foreign kind = "foreign"
)

// asking are the kinds that ask. The zero value knows of none.
type asking struct {
	mu      sync.Mutex
	asks    map[kind]bool
	callers map[kind]map[kind]bool // kinds with a function that calls the key
	changes int

	used atomic.Bool // something asks, whoever calls it
}

// note adds what a program declares.
func (a *asking) note(p *core.Program) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.asks == nil {
		a.asks, a.callers = map[kind]bool{}, map[kind]map[kind]bool{}
		a.found(input)
	}
	for _, f := range p.Funcs {
		own := callsIn(f)
		if own.kinds[input] {
			a.used.Store(true)
		}
		if own.opens {
			a.found(readers)
		}
		for _, t := range own.boxed {
			a.leads(kind(t.String()), foreign)
		}
		for _, n := range own.natives {
			a.leads(input, kind(n.T.String()))
		}
		for _, g := range own.values {
			a.provides(g, kind(valueType(g).String()))
		}
	}
	for _, m := range p.Methods {
		if m.Func == nil {
			continue
		}
		a.provides(m.Func, kind("."+m.Name))
		if token.IsExported(m.Name) {
			a.provides(m.Func, foreign)
		}
	}
}

// valueType is the type of the function value made of a function or factory.
func valueType(f *core.FuncName) *core.Type {
	if f.Kind == core.Factory {
		return f.T.Results[0]
	}
	return f.T
}

// provides records that a function is of a kind.
func (a *asking) provides(f *core.FuncName, k kind) {
	for called := range allCalls(f) {
		a.leads(called, k)
	}
}

// leads records that a function of the kind by calls one of the kind called.
func (a *asking) leads(called, by kind) {
	if a.callers[called] == nil {
		a.callers[called] = map[kind]bool{}
	}
	a.callers[called][by] = true
	if a.asks[called] {
		a.found(by)
	}
}

// holds reports whether the calling goroutine may run machine code. Only a cell's own
// may: others may outlive it, and nothing of the next cell arrives while they run machine
// code. And a cell's own must let others get their answers, if any may ask.
func (a *asking) holds(r *rt.Runtime) bool {
	return r.Own() && (!a.used.Load() || r.Alone())
}

// found records that a kind asks, and with it those that call it.
func (a *asking) found(k kind) {
	if a.asks[k] {
		return
	}
	a.asks[k] = true
	a.changes++
	for by := range a.callers[k] {
		a.found(by)
	}
}

// of returns a function that reports whether f may ask, as far as is known when it is
// called.
func (a *asking) of(f *core.FuncName) func() bool {
	calls := allCalls(f)
	looked, asks := -1, false
	return func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		if looked == a.changes || asks {
			return asks
		}
		looked = a.changes
		for k := range calls {
			asks = asks || a.asks[k]
		}
		return asks
	}
}

// allCalls are the kinds called by a function and all functions that it mentions.
func allCalls(f *core.FuncName) map[kind]bool {
	all, seen := map[kind]bool{}, map[*core.FuncName]bool{}
	var visit func(*core.FuncName)
	visit = func(f *core.FuncName) {
		if seen[f] || f.Func == nil {
			return
		}
		seen[f] = true
		for k := range callsIn(f.Func).kinds {
			all[k] = true
		}
		for _, g := range engine.UsesOf(f.Func).Funcs {
			visit(g)
		}
	}
	visit(f)
	return all
}

// calls is what one function itself does.
type calls struct {
	kinds   map[kind]bool
	values  []*core.FuncName   // that it hands on
	natives []*core.NativeName // that it passes on, and that ask or read
	boxed   []*core.Type       // of functions that it puts into interfaces
	opens   bool               // it passes on something that asks when it is read
}

func callsIn(f *core.Function) *calls {
	c := &calls{kinds: map[kind]bool{}}
	c.body(f.Body)
	return c
}

func (c *calls) body(body []core.Stmt) {
	called := map[core.Expr]int{} // names of functions that are only called
	core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.FuncLit:
			c.body(x.Func.Body)
		case *core.NativeName:
			e := core.EffectsOf(x.Path, x.Name)
			c.effects(e)
			if called[x]--; called[x] < 0 && e&(core.Asks|core.Reads) != 0 && x.T != nil {
				c.natives = append(c.natives, x)
			}
		case *core.Call:
			if f, ok := x.Fun.(*core.FuncName); !ok || f.Kind != core.Factory {
				called[x.Fun]++
			}
			c.call(x)
		case *core.FuncName:
			if called[x]--; called[x] < 0 {
				c.values = append(c.values, x)
			}
		}
	})
}

func (c *calls) effects(e core.Effects) {
	if e.Has(core.Asks) {
		c.kinds[input] = true
	}
	if e.Has(core.Reads) {
		c.kinds[readers] = true
	}
}

func (c *calls) call(x *core.Call) {
	switch fun := x.Fun.(type) {
	case *core.FuncName, *core.Builtin:
	case *core.NativeName:
		if fun.Path == core.RuntimePath {
			c.runtime(x, fun.Name)
			return
		}
		c.native(x.Args)
	case *core.Method:
		if core.RuntimeMethod(fun.X.Type(), fun.Name) == nil {
			c.effects(methodEffects(fun.X.Type(), fun.Name))
			c.native(x.Args)
		}
	default:
		c.kinds[kind(x.Fun.Type().String())] = true
	}
}

// native records what native code may call with these arguments.
func (c *calls) native(args []core.Expr) {
	for _, a := range args {
		switch t := a.Type(); {
		case t == nil:
		case t.Kind == core.Func:
			c.kinds[kind(t.String())] = true
		case t.Kind == core.Any:
			c.kinds[foreign] = true
		}
	}
}

// runtime records what a native of the run-time may call.
func (c *calls) runtime(x *core.Call, name string) {
	switch name {
	case "Invoke":
		method := text(x.Args[1])
		c.kinds[kind("."+method)] = true
		c.kinds[readers] = true // a native value's, if that is one
	case "VarAddress", "LoadVar":
		e := core.LibraryEffects(text(x.Args[0]), text(x.Args[1]))
		c.effects(e)
		c.opens = c.opens || e.Has(core.Asks)
	case "NativeMethod", "LendMethod":
		c.effects(methodEffects(x.Args[0].Type(), text(x.Args[1])))
	case "Box":
		if t := x.Args[1].Type(); t != nil && t.Kind == core.Func {
			c.boxed = append(c.boxed, t)
		}
		return
	}
	if core.RuntimeNative(name).Effects.Has(core.Calls) {
		c.native(x.Args)
	}
}

// text is a constant argument.
func text(x core.Expr) string {
	if c, ok := x.(*core.Const); ok {
		return constant.StringVal(c.Value)
	}
	return ""
}

// methodEffects are the effects of a method of a native type, or of an interface.
func methodEffects(t *core.Type, name string) core.Effects {
	if t.Kind == core.Pointer {
		t = t.Elem
	}
	if t.Kind != core.Native {
		return core.Reads
	}
	return core.LibraryEffects(t.Path, t.Name+"."+name)
}
