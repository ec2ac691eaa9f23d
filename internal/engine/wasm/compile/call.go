package compile

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// call pushes the results of a call, and returns their types. live is what is live
// after it.
func (f *function) call(x *core.Call, live analysis.Set) []*core.Type {
	switch fun := x.Fun.(type) {
	case *core.FuncName:
		if fun.Kind == core.Factory {
			f.closure(fun, x.Args, live)
			return fun.T.Results
		}
		f.direct(fun, x.Args, live)
		return fun.T.Results
	case *core.Builtin:
		return f.builtin(x, fun.Op)
	case *core.NativeName:
		if fun.Path != core.RuntimePath {
			defer func() { f.facts.forgetMemory() }()
			return f.native(x, fun, live)
		}
		if !analysis.AlwaysPanics(x) && !strings.HasPrefix(fun.Name, "Check") {
			defer func() { f.facts.forgetMemory() }()
		}
		return f.runtime(x, fun.Name, live)
	case *core.Method:
		defer func() { f.facts.forgetMemory() }()
		return f.method(x, fun, live)
	}
	return f.callValue(x, live)
}

func (f *function) builtin(x *core.Call, op core.BuiltinOp) []*core.Type {
	switch op {
	case core.Len, core.Cap:
		f.length(x.Args[0], op)
		return []*core.Type{core.Int}
	case core.Append:
		f.appendCall(x)
		if x.T == nil {
			return []*core.Type{x.Args[0].Type()}
		}
		return []*core.Type{x.T}
	case core.Delete:
		f.mapDelete(x)
		return nil
	case core.Keep:
		return nil
	}
	refuse("the builtin %s", op)
	return nil
}

// direct calls a function by name.
func (f *function) direct(name *core.FuncName, args []core.Expr, live analysis.Set) {
	k := f.c.callee(name)
	size := f.prepareCall(k.effect, live)
	f.reach(size + k.above())
	f.LocalGet(tcLocal)
	f.above(size)
	for i, a := range args {
		f.exprAs(a, name.T.Params[i])
	}
	switch {
	case k.tabled:
		f.I32Const(int32(k.slot))
		f.CallIndirect(k.fn.Signature)
	case k.fn != nil:
		f.Call(k.fn)
	default:
		f.I32Const(int32(k.other.Slot))
		f.CallIndirect(f.c.signature(name.T, false))
	}
	f.weight++
	if k.effect != silent {
		f.facts.forgetMemory()
	}
}

// prepareCall writes as much of the frame as a call of compiled code may need, and
// returns its size.
func (f *function) prepareCall(e effect, live analysis.Set) uint32 {
	f.effect = max(f.effect, e)
	switch e {
	case open:
		_, size := f.spill(live, nil)
		return size
	case brief:
		f.LocalGet(spLocal)
		f.I64Const(int64(f.site(nil, nil)))
		f.I64Store(0)
	}
	size := f.frameSize(nil)
	f.reach(size)
	return size
}

// ---- functions that aren't compiled ----

// stubFor gives a function that isn't compiled a body that calls it in another way.
func (c *compiler) stubFor(k *callee) { c.stub(k, c.env.fallback(k.name)) }

// stub gives a function a body that calls Go.
func (c *compiler) stub(k *callee, call func(*machine.Context, []reflect.Value) []reflect.Value) {
	k.stub, k.effect, k.checks, k.cyclic = true, open, false, false
	k.info = nil // it has no frame in a trace
	if k.fn == nil {
		k.fn = c.wasm.NewFunc("", c.signature(k.name.T, false))
	} else {
		k.fn.Reset()
	}
	src := &core.Function{Symbol: k.name, Results: k.name.T.Results}
	for i, t := range k.name.T.Params {
		src.Params = append(src.Params, &core.Var{Name: fmt.Sprint("p", i), Kind: core.Param, T: t})
	}
	f := newFunction(c, k, src)
	next := code.Local(2)
	var args []argument
	for _, p := range src.Params {
		l := c.layout(p.T)
		first := next
		next += code.Local(len(l.slots))
		args = append(args, argument{layout: l, push: func() {
			for i := range l.slots {
				f.LocalGet(first + code.Local(i))
			}
		}})
	}
	var results []*layout
	for _, t := range src.Results {
		results = append(results, c.layout(t))
	}
	f.generic(nil, args, results, call)
	k.need = f.most
}

// fallback calls a function through Env.Fallback, which it asks at the first call.
func (e *Env) fallback(name *core.FuncName) func(*machine.Context, []reflect.Value) []reflect.Value {
	find := sync.OnceValues(func() (reflect.Value, error) { return e.Fallback(name) })
	return func(_ *machine.Context, in []reflect.Value) []reflect.Value {
		fn, err := find()
		if err != nil {
			panic(&machine.Fault{Text: err.Error()})
		}
		return callValue(fn, in, false)
	}
}
