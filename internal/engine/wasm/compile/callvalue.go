package compile

import (
	"reflect"

	"riffle/internal/core"
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
func (f *function) callValue(x *core.Call, live set) []*core.Type {
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
		f.LocalGet(f.tc)
		f.above(size)
		f.LocalGet(x)
		f.push(args)
	}
	done := f.Block(s.Results...)
	foreign := f.Block()
	obj := f.ours(fn, f.c.store.Type(x.Fun.Type()), foreign)
	begin(obj)
	f.LocalGet(obj)
	f.I32Load(machine.ObjectSlotAt)
	f.CallIndirect(s)
	f.Br(done)
	f.End()
	begin(fn)
	f.I32Const(int32(site))
	f.Call(f.c.foreign(t, s))
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

// ours is the local with the function object of a value, or control goes to foreign.
func (f *function) ours(fn code.Local, t reflect.Type, foreign code.Label) code.Local {
	f.LocalGet(fn)
	f.I32Const(1)
	f.I32Sub()
	f.I32Const(-1<<16 - 1)
	f.I32GeU()
	f.BrIf(foreign)
	if stub := machine.StubCode(t); stub != 0 {
		f.mustBegin(fn, stub, foreign)
		return fn
	}
	made := f.c.m.MadeFunc()
	f.mustBegin(fn, made.Code, foreign)
	closure := f.nearOr(fn, made.ClosureAt, foreign)
	f.mustBegin(closure, made.Inner, foreign)
	return f.nearOr(closure, 8, foreign)
}

// mustBegin branches unless a word, which isn't 0, is what memory begins with.
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

// nearOr loads a pointer, or branches if it isn't in the window.
func (f *function) nearOr(p code.Local, at uint32, far code.Label) code.Local {
	d, obj := f.temp(code.I64), f.temp(code.I32)
	f.LocalGet(p)
	f.I64Load(at)
	f.I64Const(int64(f.c.m.Base()))
	f.I64Sub()
	f.LocalTee(d)
	f.I64Const(machine.FarCheck)
	f.I64GtU()
	f.BrIf(far)
	f.LocalGet(d)
	f.I32WrapI64()
	f.LocalSet(obj)
	return obj
}

// foreign is the module's function that calls a foreign function value by reflection.
// It takes what closures of the signature take, and the site's number.
func (c *compiler) foreign(t *core.Type, s code.Signature) *code.Func {
	key := s.Key()
	if g := c.foreigns[key]; g != nil {
		return g
	}
	with := code.Signature{Params: append(s.Params[:len(s.Params):len(s.Params)], code.I32), Results: s.Results}
	g := &function{Func: c.wasm.NewFunc("", with), c: c}
	c.foreigns[key] = g.Func
	const tc, sp, first = 0, 1, 2
	site := code.Local(len(s.Params))
	for i, t := range s.Params[first:] {
		g.LocalGet(sp)
		g.LocalGet(code.Local(first + i))
		g.widen(slot{typ: t})
		g.I64Store(8 * uint32(i))
	}
	g.LocalGet(tc)
	g.LocalGet(sp)
	g.LocalGet(site)
	g.Call(c.host(0, 0))
	for i, t := range s.Results {
		g.LocalGet(sp)
		g.I64Load(8 * uint32(i))
		g.narrow(slot{typ: t})
	}
	return g.Func
}

// foreignHost calls a function value that isn't ours.
func (c *compiler) foreignHost(named, t *core.Type) machine.HostFunc {
	call := machine.Foreign(c.store.Type(named), c.goValues(t.Params), c.goValues(t.Results))
	return func(c *machine.Context, sp uint32, a []uint64) {
		if *(*uint64)(c.Ptr(uint64(sp))) == 0 {
			rt.NilDereference()
		}
		call(c, sp, a)
	}
}
