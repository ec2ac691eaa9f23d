package wasm

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/machine"
)

// repeats reports whether code of a function can run more than once in one call: whether
// it has a loop, or calls itself, perhaps through others. A function that draws from a
// generator counts too, since it is mostly the trial of an experiment, which may be in
// another cell. For a factory the question is about its closure.
func (e *Engine) repeats(f *core.FuncName) bool {
	u := e.unitLocked(f)
	if !u.asked {
		u.asked = true
		u.repeats = hasLoop(f.Func.Body) || e.callsItself(f) || callsItsLike(f) || draws(f.Func) || long(f.Func)
	}
	return u.repeats
}

// Long is the length from which a function counts as repeating where all code is on one
// stack: the interpreter compiles functions recursively, instruction by instruction.
const Long = 3000

func long(f *core.Function) bool { return machine.OneStack && core.Length(f) > Long }

// draws finds draws from a generator through its interface, and calls that may pass one
// to a shuffle or a lottery.
func draws(f *core.Function) bool {
	given := slices.ContainsFunc(f.Params, func(p *core.Var) bool { return p.T.Kind == core.Any || p.T.Kind == core.Interface })
	found := false
	core.Inspect(f.Body, func(core.Stmt) {}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.FuncLit:
			found = found || draws(x.Func)
		case *core.NativeName:
			found = found || given && x.Path == shuffles
		case *core.Const:
			found = found || given && x.Value.Kind() == constant.String && constant.StringVal(x.Value) == shuffles
		case *core.Call:
			switch invokedName(x) {
			case "IntN", "Float64", "Uint64", "Uint32":
				found = true
			}
		}
	})
	return found
}

// shuffles is the package whose variables and functions take generators.
const shuffles = "riffle/shuffle"

// invokedName is the name of the method that a call of rt.Invoke calls, empty for other
// calls.
func invokedName(x *core.Call) string {
	if n, ok := x.Fun.(*core.NativeName); ok && n.Path == core.RuntimePath && n.Name == "Invoke" {
		if name, ok := x.Args[1].(*core.Const); ok {
			return constant.StringVal(name.Value)
		}
	}
	return ""
}

// hasLoop finds a loop, or a goto back, in statements and in the literal among them.
func hasLoop(body []core.Stmt) bool {
	found := false
	passed := map[string]bool{} // the labels of earlier gotos
	core.Inspect(body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.For:
			found = true
		case *core.Label:
			passed[s.Name] = true
		case *core.Branch:
			found = found || s.Tok == token.GOTO && passed[s.Label]
		}
	}, func(x core.Expr) {
		if l, ok := x.(*core.FuncLit); ok {
			found = found || hasLoop(l.Func.Body)
		}
	})
	return found
}

// callsItself looks for f among the functions that it mentions, directly or indirectly: a
// mentioned function is called, or may be by whatever gets its value.
func (e *Engine) callsItself(f *core.FuncName) bool {
	seen := map[*core.FuncName]bool{}
	var reaches func(*core.FuncName) bool
	reaches = func(from *core.FuncName) bool {
		for _, g := range e.mentioned(from) {
			if g == f {
				return true
			}
			if !seen[g] {
				seen[g] = true
				if reaches(g) {
					return true
				}
			}
		}
		return false
	}
	return reaches(f)
}

// callsItsLike looks for a call that may be one of f without naming it: in a closure of a
// value of its own type, in a method of a method of its name.
func callsItsLike(f *core.FuncName) bool {
	found := false
	var look func(body []core.Stmt)
	look = func(body []core.Stmt) {
		core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
			switch x := x.(type) {
			case *core.FuncLit:
				look(x.Func.Body)
			case *core.Call:
				found = found || maybe(f, x)
			}
		})
	}
	look(f.Func.Body)
	return found
}

func maybe(f *core.FuncName, x *core.Call) bool {
	switch x.Fun.(type) {
	case *core.NativeName:
		name := invokedName(x)
		return name != "" && strings.HasSuffix(f.Func.From, "."+name)
	case *core.FuncName, *core.Method, *core.Builtin:
		return false
	}
	return f.Kind == core.Factory && x.Fun.Type() == f.T.Results[0]
}

// mentioned are the functions that a function mentions. They are looked up once.
func (e *Engine) mentioned(f *core.FuncName) []*core.FuncName {
	u := e.unitLocked(f)
	if u.mentions == nil {
		u.mentions = append([]*core.FuncName{}, mentionedIn(f.Func)...)
	}
	return u.mentions
}

func mentionedIn(f *core.Function) []*core.FuncName {
	var all []*core.FuncName
	core.Inspect(f.Body, func(core.Stmt) {}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.FuncName:
			all = append(all, x)
		case *core.FuncLit:
			all = append(all, mentionedIn(x.Func)...)
		}
	})
	return all
}

// callbacks are the functions and factories whose values a function passes to what may
// call them often: to functions in which something repeats, and to native code, methods
// of interfaces and function values, of which that isn't known. Those without parameters
// are left out there, since they are mostly called once.
func (e *Engine) callbacks(f *core.Function) []*core.FuncName {
	held := holdings{}
	var all []*core.FuncName
	core.Inspect(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Define:
			held.note(s.Var, s.X)
		case *core.Assign:
			if len(s.L) == 1 {
				held.note(s.L[0], s.R[0])
			}
		}
	}, func(x core.Expr) {
		if l, ok := x.(*core.FuncLit); ok {
			all = append(all, e.callbacks(l.Func)...)
		}
		call, ok := x.(*core.Call)
		if !ok {
			return
		}
		for _, a := range call.Args {
			if g := held.in(a); g != nil && e.callsBack(call, len(valueType(g).Params) > 0) {
				all = append(all, g)
			}
		}
	})
	return all
}

// holdings are the functions, and factories of them, that variables hold, also in interfaces.
type holdings map[*core.Var]*core.FuncName

func (h holdings) note(place, x core.Expr) {
	if v, ok := place.(*core.Var); ok && x != nil {
		if f := h.in(x); f != nil {
			h[v] = f
		}
	}
}

// in is the function that a value is or holds, nil for none.
func (h holdings) in(x core.Expr) *core.FuncName {
	switch x := x.(type) {
	case *core.Var:
		return h[x]
	case *core.FuncName:
		if x.Kind != core.Factory {
			return x
		}
	case *core.Call:
		switch fun := x.Fun.(type) {
		case *core.FuncName:
			if fun.Kind == core.Factory {
				return fun
			}
		case *core.NativeName:
			if fun.Path == core.RuntimePath && fun.Name == "Box" {
				return h.in(x.Args[len(x.Args)-1])
			}
		}
	}
	return nil
}

// callsBack reports whether a call may call a function among its arguments, with
// parameters or without, again and again.
func (e *Engine) callsBack(x *core.Call, params bool) bool {
	switch fun := x.Fun.(type) {
	case *core.Builtin:
		return false
	case *core.FuncName:
		return fun.Kind != core.Factory && e.leadsToRepeat(fun)
	case *core.Method:
		return params && fun.T != nil // not the run-time's
	case *core.NativeName:
		return params && (fun.Path != core.RuntimePath || passesOn[fun.Name])
	}
	return params // a value
}

// leadsToRepeat reports whether something repeats in a function or in what it mentions,
// to which it may pass on its arguments.
func (e *Engine) leadsToRepeat(f *core.FuncName) bool {
	seen := map[*core.FuncName]bool{}
	var leads func(*core.FuncName) bool
	leads = func(g *core.FuncName) bool {
		if seen[g] {
			return false
		}
		seen[g] = true
		return e.repeats(g) || slices.ContainsFunc(e.mentioned(g), leads)
	}
	return leads(f)
}

// passesOn are the natives of the run-time that call native code and methods.
var passesOn = map[string]bool{"Invoke": true, "Native": true, "NativeMethod": true, "Lend": true, "LendMethod": true, "Reflect": true, "ReflectMethod": true}

// calledOften are the functions and factories of a program whose values something that
// repeats may call. Where a value lies, in a field or a table, doesn't tell who calls it;
// so its type decides.
func (e *Engine) calledOften(p *core.Program) (all []*core.FuncName) {
	var often []*core.FuncName
	for _, f := range p.Funcs {
		if f.Symbol.Kind != core.Main && e.repeats(f.Symbol) {
			often = append(often, f.Symbol)
		}
	}
	if often == nil {
		return nil
	}
	values := map[kind][]*core.FuncName{}
	for _, f := range p.Funcs {
		for _, g := range callsIn(f).values {
			k := kind(valueType(g).String())
			values[k] = append(values[k], g)
		}
	}
	seen := map[*core.FuncName]bool{}
	for len(often) > 0 {
		f := often[len(often)-1]
		often = often[:len(often)-1]
		if seen[f] || f.Func == nil {
			continue
		}
		seen[f] = true
		often = append(often, e.mentioned(f)...)
		for k := range callsIn(f.Func).kinds {
			all, often = append(all, values[k]...), append(often, values[k]...)
			delete(values, k)
		}
	}
	return all
}
