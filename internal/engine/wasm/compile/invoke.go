package compile

import (
	"fmt"
	"go/constant"
	"reflect"
	"slices"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
	"riffle/internal/rtype"
)

// A call of an interface method finds the function in a table of the value's type
// descriptor (rt.SlotsAt), by the number of the method's name and signature. A function
// that isn't there yet is called by rt.Invoke, and entered if it is compiled.
//
// What is entered is a separate function for each entry of a method table (entry.go).

// invocation is a call of an interface's method.
type invocation struct {
	method  string
	number  int
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
	v.number = f.c.m.Number(key)
	return v, true
}

// localBehind is the local variable whose address an operand is, nil for other operands.
func (f *function) localBehind(x core.Expr) *variable {
	if a, ok := x.(*core.Addr); ok {
		if v, ok := a.X.(*core.Var); ok {
			return f.vars[v]
		}
	}
	return nil
}

// methodSignature is the type of a function in a method table.
func methodSignature(params, results []*layout) code.Signature {
	s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I64, code.I64}}
	for _, l := range params {
		s.Params = append(s.Params, l.types()...)
	}
	for _, l := range results {
		s.Results = append(s.Results, l.types()...)
	}
	return s
}

// invoke calls a method of an interface value; ok is false if only the generic call can.
func (f *function) invoke(x *core.Call, live set) (ok bool) {
	v, ok := f.invocationOf(x)
	if !ok {
		return false
	}
	face := f.words(x.Args[0])
	var args [][]code.Local // evaluated once: a branch would keep what it finds out to itself
	for _, a := range v.args {
		f.expr(a)
		args = append(args, f.pop(f.c.layout(a.Type()).slots))
	}
	done := f.Block()
	slow := f.Block()
	slots, recv := f.receiver(face, slow)
	slot := f.methodSlot(slots, v.number, slow)
	size := f.prepareCall(open, live)
	f.reach(size + maxClosure)
	f.LocalGet(f.tc)
	f.above(size)
	f.push(recv[:])
	for _, a := range args {
		f.push(a)
	}
	f.LocalGet(slot)
	f.CallIndirect(methodSignature(v.params, v.results))
	f.weight++
	for _, out := range slices.Backward(v.outs) {
		f.setVariable(out)
	}
	f.Br(done)
	f.End()
	f.invokedDraw(face, v, done)
	if f.invokedWords(face, v, args, live) {
		for _, out := range slices.Backward(v.outs) {
			f.setVariable(out)
		}
	} else {
		f.invokeSlowly(x, v, live)
	}
	f.End()
	return true
}

// receiver is where the methods of a value in an interface are (rt.SlotsAt), and the words
// of the lowered value; it branches if the value has no descriptor.
func (f *function) receiver(face [2]code.Local, slow code.Label) (slots code.Local, words [2]code.Local) {
	slots, words = f.temp(code.I64), [2]code.Local{f.temp(code.I64), face[1]}
	f.LocalGet(face[0])
	typ := f.nearOr(slow)
	f.LocalGet(typ)
	f.I32Load8U(rtype.MarkAt)
	f.I32Const(rtype.Mark)
	f.I32And()
	f.I32Eqz()
	f.BrIf(slow)
	f.LocalGet(typ)
	f.I32Const(int32(rtype.TagAt))
	f.I32Add()
	f.I64Load(0)
	tag := f.nearOr(slow)
	f.LocalGet(tag)
	f.I64Load(uint32(rt.TagSlotsAt))
	f.LocalSet(slots)
	f.LocalGet(tag)
	f.I64Load(uint32(rt.MemoryWordAt))
	f.LocalSet(words[0])
	return slots, words
}

// methodSlot loads the number of a method's function, and branches if there is none.
func (f *function) methodSlot(slots code.Local, number int, slow code.Label) code.Local {
	table, slot := f.temp(code.I32), f.temp(code.I32)
	f.LocalGet(slots)
	f.I64Const(32)
	f.I64ShrU()
	f.I64Const(int64(f.c.rt.ID()))
	f.I64Ne()
	f.BrIf(slow)
	f.LocalGet(slots)
	f.I32WrapI64()
	f.LocalSet(table)
	if number >= rt.MinSlots {
		f.LocalGet(table)
		f.I32Load(0)
		f.I32Const(int32(number))
		f.I32LeU()
		f.BrIf(slow)
	}
	f.LocalGet(table)
	f.I32Load(4 + 4*uint32(number))
	f.LocalTee(slot)
	f.I32Eqz()
	f.BrIf(slow)
	return slot
}

// invokeSlowly calls a method by rt.Invoke, and enters its function.
func (f *function) invokeSlowly(x *core.Call, v invocation, live set) {
	invoke := f.c.nativeNamed(core.Rt("Invoke"))
	slots := methodSlots{v.params, v.results, f.c.env, f.c.m}
	f.generic(live, f.arguments(x.Args), nil, func(_ *machine.Context, in []reflect.Value) []reflect.Value {
		if in[0].IsValid() {
			if t := rt.TypeOf(in[0].Interface()); t != nil {
				t.SetSlot(v.method, v.number, slots)
			}
		}
		return callValue(invoke, in, false)
	})
}

// methodSlots are the functions of methods of a signature, as rt.Slots.
type methodSlots struct {
	params, results []*layout
	env             *Env
	m               *machine.Machine
}

// Place is the offset of an address in the window.
func (s methodSlots) Place(p unsafe.Pointer) uint32 { return s.m.Near(p) }

// Slot is the number of a method's function, 0 if it isn't compiled or has other types by
// now.
func (s methodSlots) Slot(symbol any) uint32 {
	name, ok := symbol.(*core.FuncName)
	if !ok || s.env == nil || s.env.Method == nil {
		return 0
	}
	f := s.env.Method(name)
	if f == nil || len(f.Params) != 1+len(s.params) || len(f.Results) != len(s.results) {
		return 0
	}
	for i, l := range s.params {
		if f.Params[i+1].Type != l.typ {
			return 0
		}
	}
	for i, l := range s.results {
		if f.Results[i].Type != l.typ {
			return 0
		}
	}
	return f.method
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

// recast converts the data word to that of a value of the layout's type if its type is
// another.
func (f *function) recast(l *layout, typ, data code.Local) {
	f.LocalGet(typ)
	f.I64Const(typeWordOf(l.typ))
	f.I64Ne()
	f.If()
	f.quick(2, 1, func() { f.LocalGet(typ); f.LocalGet(data) }, recaster(l.typ))
	f.weight--
	f.LocalSet(data)
	f.End()
}

// recaster converts a value in an interface. It panics if it can't, as reflection does.
func recaster(t reflect.Type) machine.HostFunc {
	return func(c *machine.Context, _ uint32, a []uint64) {
		v := reflect.New(t)
		rt.SetTo(v.Interface(), faceOf(a[0], a[1]))
		out := v.Elem().Interface()
		a[0] = c.Ref((*words2)(unsafe.Pointer(&out))[1])
	}
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
	default:
		f.LocalGet(data)
		f.imported(slot{class: pointer}, nil)
		if !direct {
			f.load(place{layout: l, base: f.popOne(code.I32)})
		}
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
