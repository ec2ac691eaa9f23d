package compile

import (
	"fmt"
	"go/constant"
	"reflect"
	"slices"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// A call of an interface method finds the function by the value's table of methods, in a
// memory of the module for all calls of that method (itab.go). A function that isn't
// compiled yet is called by rt.Invoke.
//
// What is called is a separate function for each method of a type (entry.go).

// invocation is a call of an interface's method.
type invocation struct {
	method  string
	key     string // its name and signature
	params  []*layout
	results []*layout
	outs    []*variable
	args    []core.Expr
}

// invocationOf recognises a call that can be compiled.
func (f *function) invocationOf(x *core.Call) (v invocation, ok bool) {
	name, n := x.Args[1].(*core.Const), x.Args[2].(*core.Const)
	if name == nil || n == nil {
		return v, false
	}
	v.method = constant.StringVal(name.Value)
	rest := x.Args[3:]
	for _, o := range rest[:integer(n.Value)] {
		out := f.localBehind(o)
		if out == nil {
			return v, false
		}
		v.outs, v.results = append(v.outs, out), append(v.results, out.layout)
	}
	v.args = rest[integer(n.Value):]
	key := v.method
	for _, a := range v.args {
		l := f.c.layout(a.Type())
		v.params = append(v.params, l)
		key += fmt.Sprintf(" %p", l.typ)
	}
	for _, l := range v.results {
		key += fmt.Sprintf(",%p", l.typ)
	}
	v.key = key
	return v, true
}

// localBehind is the local variable whose address an operand is, nil for other operands.
func (p *plan) localBehind(x core.Expr) *variable {
	if a, ok := x.(*core.Addr); ok {
		if v, ok := a.X.(*core.Var); ok {
			return p.vars[v]
		}
	}
	return nil
}

// methodSignature is the type of a method's entry: the context, the frame, the data word
// and the arguments.
func methodSignature(params, results []*layout) code.Signature {
	s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I64}}
	for _, l := range params {
		s.Params = append(s.Params, l.types()...)
	}
	for _, l := range results {
		s.Results = append(s.Results, l.types()...)
	}
	return s
}

// invoke calls a method of an interface value; ok is false if only the generic call can.
func (f *function) invoke(x *core.Call, live analysis.Set) (ok bool) {
	v, ok := f.invocationOf(x)
	if !ok {
		return false
	}
	face, of := f.faceWords(x.Args[0])
	var args [][]code.Local // evaluated once: a branch would keep what it finds out to itself
	for _, a := range v.args {
		f.expr(a)
		args = append(args, f.pop(f.c.layout(a.Type()).slots))
	}
	done := f.Block()
	f.invokedDraw(face, of, v, done)
	f.invokedKnown(face, of, v, args, live, done)
	slow := f.Block()
	slot := f.methodSlot(face, of, v)
	f.LocalGet(slot)
	f.I64Eqz()
	f.BrIf(slow)
	size := f.prepareCall(open, live)
	f.reach(size + maxClosure)
	f.LocalGet(tcLocal)
	f.above(size)
	f.LocalGet(face[1])
	for _, a := range args {
		f.push(a)
	}
	f.LocalGet(slot)
	f.I32WrapI64()
	f.CallIndirect(methodSignature(v.params, v.results))
	f.weight++
	for _, out := range slices.Backward(v.outs) {
		f.setVariable(out)
	}
	f.Br(done)
	f.End()
	if f.invokedWords([2]code.Local{f.typeWord(face[0], of), face[1]}, v, args, live) {
		for _, out := range slices.Backward(v.outs) {
			f.setVariable(out)
		}
	} else {
		f.invokeSlowly(x, live)
	}
	f.End()
	return true
}

// methodSlot is the place of the method's entry in the function table, 0 if there is none.
// face are the words of a value of the interface type of.
func (f *function) methodSlot(face [2]code.Local, of reflect.Type, v invocation) code.Local {
	env, r := f.c.env, f.c.rt
	return f.recalled(f.c.memory(methodKey{of, v.key}), face[:], func(a []uint64) (uint64, bool) {
		t := rt.TypeOf(interfaceOf(of, a[0], a[1]))
		if !t.Of(r) {
			return 0, true
		}
		return v.entryOf(t, env)
	})
}

// methodKey is the key of the memory of a method's entries.
type methodKey struct {
	of  reflect.Type
	key string
}

// entryOf is the place of the entry of a type's method, 0 if it has none that takes these
// types; known is false if it isn't compiled.
func (v invocation) entryOf(t *rt.Type, env *Env) (slot uint64, known bool) {
	name, ok := t.Symbol(v.method).(*core.FuncName)
	if !ok || env == nil || env.Method == nil {
		return 0, true
	}
	f := env.Method(name)
	if f == nil {
		return 0, false
	}
	if len(f.Params) != 1+len(v.params) || len(f.Results) != len(v.results) || f.Params[0].Type != t.Memory() {
		return 0, true
	}
	for i, l := range v.params {
		if f.Params[i+1].Type != l.typ {
			return 0, true
		}
	}
	for i, l := range v.results {
		if f.Results[i].Type != l.typ {
			return 0, true
		}
	}
	return uint64(f.method), true
}

// invokeSlowly calls a method by rt.Invoke.
func (f *function) invokeSlowly(x *core.Call, live analysis.Set) {
	invoke := f.c.nativeNamed(core.Rt("Invoke"))
	f.generic(live, f.arguments(x.Args), nil, func(_ *machine.Context, in []reflect.Value) []reflect.Value {
		return callValue(invoke, in, false)
	})
}

// faceWords are the locals of an interface value's words, which are those of type of.
func (f *function) faceWords(x core.Expr) (face [2]code.Local, of reflect.Type) {
	of = f.c.goType(x)
	if of.Kind() != reflect.Interface {
		return f.words(x), anyType
	}
	f.expr(x)
	ls := f.pop(f.c.layoutOf(of).slots)
	return [2]code.Local{ls[0], ls[1]}, of
}

// words are the locals of an interface value's words.
func (f *function) words(x core.Expr) [2]code.Local {
	if v, ok := x.(*core.Var); ok && f.vars[v] != nil && f.vars[v].typ == f.c.layout(core.Empty).typ {
		ls := f.vars[v].locals
		return [2]code.Local{ls[0], ls[1]}
	}
	f.exprAs(x, core.Empty)
	ls := f.pop(f.c.layout(core.Empty).slots)
	return [2]code.Local{ls[0], ls[1]}
}

// nearOr is the offset of the native address on the stack, or a branch if that is nil or
// far.
func (f *function) nearOr(other code.Label) code.Local {
	d := f.temp(code.I64)
	f.I64Const(int64(f.c.m.Base()))
	f.I64Sub()
	f.LocalSet(d)
	f.outOfSight(d)
	f.BrIf(other)
	f.LocalGet(d)
	f.I32WrapI64()
	return f.popOne(code.I32)
}

// interfaceOf is the value of an interface type's two words.
func interfaceOf(t reflect.Type, first, data uint64) any {
	if first != 0 && t.NumMethod() > 0 {
		first = typeOfTable(first)
	}
	return faceOf(first, data)
}

// faceOf is the interface value of two words.
func faceOf(typ, data uint64) any {
	ws := words2{machine.Native(typ), machine.Native(data)}
	return *(*any)(unsafe.Pointer(&ws))
}

// unboxed pushes the value of a type that the data word points to.
func (f *function) unboxed(l *layout, data code.Local) {
	switch direct := isDirect(l.typ); {
	case l.size() == 0:
	case direct && l.slots[0].class == reference:
		f.LocalGet(data)
	case direct:
		f.LocalGet(data)
		f.imported(slot{class: pointer}, nil)
	case l.big || len(l.slots) > machine.MaxResults:
		f.LocalGet(data)
		f.imported(slot{class: pointer}, nil)
		f.load(place{layout: l, base: f.popOne(code.I32)})
	default:
		done := f.Block(l.types()...)
		far := f.Block()
		f.LocalGet(data)
		f.load(place{layout: l, base: f.nearOr(far), near: true})
		f.Br(done)
		f.End()
		slots := l.slots
		f.quick(1, len(slots), func() { f.LocalGet(data) }, func(c *machine.Context, _ uint32, a []uint64) {
			giveWords(c, machine.Native(a[0]), slots, a)
		})
		f.weight--
		f.narrowAll(slots)
		f.End()
	}
}

// setVariable stores the value on the stack in a variable.
func (f *function) setVariable(v *variable) {
	if v.big {
		f.copyBig(f.home(v), f.popOne(code.I32))
	} else {
		f.setLocals(v.locals)
	}
	f.facts.kill(v.Var)
}
