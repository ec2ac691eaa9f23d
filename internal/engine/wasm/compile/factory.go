package compile

import (
	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/machine"
)

// If a variable is defined once, by a factory or by a function that returns what one
// factory makes, the code that a call of it enters is known: it is called directly, and
// with a smaller frame, since its effects are known.

// knownClosure is the closure that a function value is an instance of, nil if unknown.
func (f *function) knownClosure(x core.Expr) *closure {
	factory := f.c.factoryOf(x, f.flow.Definitions())
	if factory == nil || machine.StubCode(f.c.store.Type(factory.T.Results[0])) == 0 {
		return nil
	}
	if cl := f.c.closureOf(factory); !cl.stub {
		return cl
	}
	return nil
}

// factoryOf is the factory that made the value of an expression.
func (c *compiler) factoryOf(x core.Expr, defs map[*core.Var]core.Expr) *core.FuncName {
	switch x := x.(type) {
	case *core.Var:
		if def := defs[x]; def != nil {
			return c.factoryOf(def, defs)
		}
	case *core.Call:
		name, ok := x.Fun.(*core.FuncName)
		switch {
		case !ok:
		case name.Kind == core.Factory:
			return name
		default:
			return c.returned(name)
		}
	}
	return nil
}

// returned is the factory that makes whatever a function of the module returns.
func (c *compiler) returned(name *core.FuncName) (factory *core.FuncName) {
	src := c.mine[name]
	if src == nil || len(src.Results) != 1 {
		return nil
	}
	if k := c.callee(name); k.stub {
		return nil
	}
	defs := analysis.Definitions(src.Body)
	known := true
	core.Inspect(src.Body, func(s core.Stmt) {
		r, ok := s.(*core.Return)
		if !ok {
			return
		}
		v, ok := r.Xs[0].(*core.Var)
		var made *core.FuncName
		if ok {
			if call, ok := defs[v].(*core.Call); ok {
				made, _ = call.Fun.(*core.FuncName)
			}
		}
		if made == nil || made.Kind != core.Factory || factory != nil && made != factory {
			known = false
		}
		factory = made
	}, func(core.Expr) {})
	if !known {
		return nil
	}
	return factory
}

// callKnown pushes the results of a call of a closure whose code is known.
func (f *function) callKnown(cl *closure, x *core.Call, live analysis.Set) []*core.Type {
	fn := f.operand(x.Fun)
	size := f.prepareCall(cl.effect, live)
	f.reach(size + cl.above())
	f.LocalGet(tcLocal)
	f.above(size)
	f.LocalGet(fn)
	for i, a := range x.Args {
		f.exprAs(a, cl.t.Params[i])
	}
	f.Call(cl.fn)
	f.weight++
	if cl.effect != silent {
		f.facts.forgetMemory()
	}
	return cl.t.Results
}
