package compile

import (
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// A call of a function value enters our own functions directly: the value is a
// function object, which begins with the stub's code of its signature, or for lack of a
// stub it is reflect.MakeFunc's, which leads to the object. All others, nil among
// them, are called by reflection.

// callValue pushes the results of a call of a function value, and returns their
// types.
func (f *function) callValue(x *core.Call, live analysis.Set) []*core.Type {
	if cl := f.knownClosure(x.Fun); cl != nil {
		return f.callKnown(cl, x, live)
	}
	t := f.c.funcType(x.Fun.Type())
	if f.c.store.Type(x.Fun.Type()).IsVariadic() && !x.Spread {
		refuse("a call of a variadic function value")
	}
	fn := f.operand(x.Fun)
	var args []code.Local
	for i, a := range x.Args {
		f.exprAs(a, t.Params[i])
		args = append(args, f.pop(f.c.layout(t.Params[i]).slots)...)
	}
	s := f.c.signature(t, true)
	site, size := f.spill(live, f.c.foreignHost(x.Fun.Type(), t))
	f.effect = open
	f.weight++
	f.reach(size + max(maxClosure, 8*uint32(max(1+len(args), len(s.Results)))))
	begin := func(x code.Local) {
		f.LocalGet(tcLocal)
		f.above(size)
		f.LocalGet(x)
		f.push(args)
	}
	typ := f.c.store.Type(x.Fun.Type())
	done := f.Block(s.Results...)
	foreign := f.Block()
	obj := f.ours(fn, typ, foreign)
	slot := f.slotOf(obj)
	f.LocalGet(slot)
	f.I32Const(0)
	f.I32LtS()
	f.BrIf(foreign) // machine.WithoutSelf
	begin(obj)
	f.LocalGet(slot)
	f.CallIndirect(s)
	f.Br(done)
	f.End()
	begin(fn)
	f.I32Const(int32(site))
	f.Call(f.c.foreign(t, typ, s))
	f.End()
	f.facts.forgetMemory()
	return t.Results
}

// funcType is the type of a function value, which may be a native one.
func (c *compiler) funcType(t *core.Type) *core.Type {
	if t.Kind == core.Func {
		return t
	}
	r := c.store.Type(t)
	if r.Kind() != reflect.Func {
		refuse("a call of a %s", t)
	}
	g := &core.Type{Kind: core.Func}
	for i := range r.NumIn() {
		g.Params = append(g.Params, c.native(r.In(i)))
	}
	for i := range r.NumOut() {
		g.Results = append(g.Results, c.native(r.Out(i)))
	}
	return g
}

// ours is a local with the function object of a value; if there is none, control goes to
// foreign.
func (f *function) ours(fn code.Local, t reflect.Type, foreign code.Label) code.Local {
	f.mustBeNear(fn, foreign)
	if stub := machine.StubCode(t); stub != 0 {
		f.mustBegin(fn, stub, foreign)
		return fn
	}
	made := f.c.m.MadeFunc()
	f.mustBegin(fn, made.Code, foreign)
	closure := f.loadedOr(fn, made.ClosureAt, foreign)
	f.mustBegin(closure, made.Inner, foreign)
	return f.loadedOr(closure, 8, foreign)
}

// slotOf is a local with the entry of an object's function.
func (f *function) slotOf(obj code.Local) code.Local {
	f.LocalGet(obj)
	f.I32Load(machine.ObjectSlotAt)
	return f.popOne(code.I32)
}

// mustBegin branches unless memory begins with a word, and always if that is 0.
func (f *function) mustBegin(p code.Local, word uintptr, other code.Label) {
	if word == 0 {
		f.Br(other)
		return
	}
	f.LocalGet(p)
	f.I64Load(0)
	f.I64Const(int64(word))
	f.I64Ne()
	f.BrIf(other)
}

// loadedOr is the offset of a pointer in memory; if it is far, control goes to other.
func (f *function) loadedOr(p code.Local, at uint32, other code.Label) code.Local {
	f.LocalGet(p)
	f.I64Load(at)
	return f.nearOr(other)
}

// foreign is the module's function for calls that don't enter a closure directly. It
// takes what closures of the signature take, and the site's number.
func (c *compiler) foreign(t *core.Type, typ reflect.Type, s code.Signature) *code.Func {
	if g := c.foreigns[typ]; g != nil {
		return g
	}
	with := code.Signature{Params: append(s.Params[:len(s.Params):len(s.Params)], code.I32), Results: s.Results}
	g := newFunction(c, &callee{name: &core.FuncName{T: t}, t: t, fn: c.wasm.NewFunc("", with)}, nil)
	c.foreigns[typ] = g.Func
	g.enterPlain(t, typ)
	g.enterFar(t)
	const fn = 2
	site := code.Local(len(s.Params))
	for i, t := range s.Params[fn:] {
		g.LocalGet(spLocal)
		g.LocalGet(code.Local(fn + i))
		g.widen(slot{typ: t})
		g.I64Store(8 * uint32(i))
	}
	g.LocalGet(tcLocal)
	g.LocalGet(spLocal)
	g.LocalGet(site)
	g.Call(c.host(0, 0))
	for i, t := range s.Results {
		g.LocalGet(spLocal)
		g.I64Load(8 * uint32(i))
		g.narrow(slot{typ: t})
	}
	return g.Func
}

// enterPlain calls one of our functions that take no object.
func (f *function) enterPlain(t *core.Type, typ reflect.Type) {
	const fn = 2
	other := f.Block()
	f.plainCall(t, f.slotOf(f.ours(fn, typ, other)), other)
	f.End()
}

// plainCall calls the function of a slot with machine.WithoutSelf. It doesn't check the
// depth: if there isn't room for what it may use, control goes to other.
func (f *function) plainCall(t *core.Type, slot code.Local, other code.Label) {
	f.LocalGet(spLocal)
	f.I32Const(machine.Slack)
	f.I32Add()
	f.LocalGet(tcLocal)
	f.I32Load(machine.LimitAt)
	f.I32GtU()
	f.BrIf(other)
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.passOn(t)
	f.LocalGet(slot)
	f.I32Const(machine.WithoutSelf - 1)
	f.I32And()
	f.CallIndirect(f.c.signature(t, false))
	f.Return()
}

// passOn pushes the function's parameters after the function value.
func (f *function) passOn(t *core.Type) {
	const first = 3
	for i := range f.c.slots(t.Params) {
		f.LocalGet(code.Local(first + i))
	}
}

// enterFar calls one of our functions whose object is far.
func (f *function) enterFar(t *core.Type) {
	const fn = 2
	other := f.Block()
	f.LocalGet(fn)
	f.I32Const(-1 << 16)
	f.I32LtU()
	f.BrIf(other)
	f.quick(1, 2, func() { f.LocalGet(fn); f.I64ExtendI32U() }, machine.FarObject)
	f.I32WrapI64()
	obj := f.popOne(code.I32)
	f.I32WrapI64()
	slot := f.popOne(code.I32)
	f.LocalGet(slot)
	f.I32Eqz()
	f.BrIf(other)
	f.LocalGet(slot)
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.plainCall(t, slot, other)
	f.End()
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.LocalGet(obj)
	f.passOn(t)
	f.LocalGet(slot)
	f.CallIndirect(f.c.signature(t, true))
	f.Return()
	f.End()
}

// foreignHost calls a function value that isn't ours.
func (c *compiler) foreignHost(named, t *core.Type) machine.HostFunc {
	call := machine.Foreign(c.store.Type(named), c.goValues(t.Params), c.goValues(t.Results))
	return func(c *machine.Context, sp uint32, a []uint64) {
		if *(*uint64)(c.Ptr(uint64(sp))) == 0 {
			rt.NilDereference()
		}
		c.CheckStop()
		call(c, sp, a)
	}
}
