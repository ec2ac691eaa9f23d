package compile

import (
	"go/token"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
	"riffle/internal/rtype"
)

// An interface value is two words: its type's and its data's, native addresses.
// machine.New checks that.

// words are the words of an interface value.
type words2 = [2]unsafe.Pointer

// typeWordOf is the first word of values of a type in an interface without methods. Types
// live for ever.
func typeWordOf(t reflect.Type) int64 { return int64(rtype.Word(t)) }

// isDirect reports whether a value of a type is itself the data word, as a pointer is.
func isDirect(t reflect.Type) bool {
	if t.Size() != unsafe.Sizeof(uintptr(0)) || !scanned(t) {
		return false
	}
	v, p := reflect.New(t), unsafe.Pointer(new(uint64))
	*(*unsafe.Pointer)(v.UnsafePointer()) = p
	x := v.Elem().Interface()
	return (*words2)(unsafe.Pointer(&x))[1] == p
}

// changesInterface reports whether a value has another representation as one of the
// interface type t.
func (lt *layouts) changesInterface(x core.Expr, t *core.Type) bool {
	from, to := lt.goType(x), lt.layout(t).typ
	return from.Kind() != reflect.Interface || from != to && from.NumMethod()+to.NumMethod() > 0
}

// toInterface pushes a value converted to the interface type t.
func (f *function) toInterface(x core.Expr, t *core.Type) {
	l, to := f.c.layoutOf(f.c.goType(x)), f.c.layout(t).typ
	if l.typ.Kind() == reflect.Interface || to.NumMethod() > 0 {
		f.asInterface(x, l, to)
		return
	}
	if k, ok := x.(*core.Const); ok {
		f.boxedConstant(constantValue(l.typ, k.Value))
		return
	}
	f.I64Const(typeWordOf(l.typ))
	f.expr(x)
	f.dataWord(l)
}

// dataWord turns a value on the stack into the data word of an interface value.
func (f *function) dataWord(l *layout) {
	value := f.pop(l.slots)
	switch {
	case l.size() == 0:
		f.I32Const(int32(f.c.emptyMemory()))
		f.exported()
	case isDirect(l.typ) && l.big:
		word := f.c.layoutOf(reflect.TypeFor[int]())
		f.load(place{layout: word, base: value[0], there: true})
	case isDirect(l.typ):
		f.LocalGet(value[0])
		if l.slots[0].class == pointer {
			f.exported()
		}
	default:
		f.allocateWith(l, func(p place) { f.storeAt(p, value) })
		f.exported()
	}
}

// boxedConstant pushes a constant in an interface, which the module keeps alive.
func (f *function) boxedConstant(v reflect.Value) {
	x := v.Interface()
	f.c.mod.Keep(x)
	ws := (*words2)(unsafe.Pointer(&x))
	f.I64Const(int64(uintptr(ws[0])))
	f.I64Const(int64(uintptr(ws[1])))
}

// asInterface is toInterface between interfaces, since those with methods have other first
// words, and to one with methods.
func (f *function) asInterface(x core.Expr, l *layout, to reflect.Type) {
	if l.typ.Kind() == reflect.Interface {
		f.expr(x)
		ws := f.pop(l.slots)
		f.LocalGet(f.firstWordIn(ws[0], l.typ, to))
		f.LocalGet(ws[1])
		return
	}
	v := f.pass(x, x.Type(), l, maxValueWords)
	f.quick(v.n, 2, v.push, func(c *machine.Context, _ uint32, a []uint64) {
		from, _ := passedValue(c, l, maxValueWords, a)
		out := reflect.New(to)
		out.Elem().Set(from)
		ws := (*words2)(out.UnsafePointer())
		a[0], a[1] = uint64(uintptr(ws[0])), c.Ref(ws[1])
	})
}

// interfaces compiles what the run-time does with interface values; ok is false for other
// natives.
func (f *function) interfaces(x *core.Call, name string, live analysis.Set) (ok bool) {
	switch name {
	case "Box":
		return f.box(x)
	case "Is":
		face, of := f.faceWords(x.Args[0])
		f.isType(face[0], of, f.c.descOf(x.Args[1]).Made())
	case "As":
		return f.as(x, live, false)
	case "MustAs":
		return f.as(x, live, true)
	case "Invoke":
		return f.invoke(x, live)
	case "RangeMap":
		f.rangeMap(x)
	case "NotNil":
		f.notNil(x)
	case "Equal":
		return f.equalValues(x)
	case "Interface":
		f.markedInterface(x)
	case "ToInterface":
		return f.toInterfaceVariable(x)
	case "Implements":
		f.implements(x)
	case "MustImplement":
		f.mustImplement(x)
	default:
		return false
	}
	return true
}

// box pushes a value under its type in interfaces.
func (f *function) box(x *core.Call) bool {
	desc, value := f.c.descOf(x.Args[0]), x.Args[1]
	l := f.c.layout(value.Type())
	if l.typ != desc.Memory() {
		return false
	}
	f.I64Const(typeWordOf(desc.Made()))
	f.exprAs(value, value.Type())
	f.dataWord(l)
	return true
}

// asksFace reports whether a call asks or converts an interface value without a full host
// call.
func (c *compiler) asksFace(x *core.Call) bool {
	n, ok := x.Fun.(*core.NativeName)
	if !ok || n.Path != core.RuntimePath {
		return false
	}
	switch n.Name {
	case "Is", "Implements", "Equal":
		return true
	case "As":
		a, _ := x.Args[2].(*core.Addr)
		v, ok := a.X.(*core.Var)
		return ok && !v.Cell && c.takesOut(c.descOf(x.Args[1]), c.layout(v.T))
	case "Box":
		return c.layout(x.Args[1].Type()).typ == c.descOf(x.Args[0]).Memory()
	}
	return false
}

// takesOut reports whether a value in an interface is loaded into a variable as it is.
func (lt *layouts) takesOut(t *rt.Type, l *layout) bool {
	return !(isDirect(l.typ) && l.big) && (t.Memory() == l.typ || t.Made() == l.typ)
}

// isType pushes whether the first word of a value of the interface type of says that its
// type is t.
func (f *function) isType(first code.Local, of, t reflect.Type) {
	if t.Implements(of) {
		f.LocalGet(first)
		f.I64Const(firstWordOf(t, of))
	} else { // it had the methods when the code was lowered
		f.LocalGet(f.typeWord(first, of))
		f.I64Const(typeWordOf(t))
	}
	f.I64Eq()
}

// as compiles rt.As and rt.MustAs.
func (f *function) as(x *core.Call, live analysis.Set, must bool) bool {
	out, t := f.localBehind(x.Args[2]), f.c.descOf(x.Args[1])
	if out == nil || !f.c.takesOut(t, out.layout) {
		return false
	}
	face, of := f.faceWords(x.Args[0])
	f.isType(face[0], of, t.Made())
	is := f.temp(code.I32)
	f.LocalTee(is)
	f.If()
	f.takeOut(face[1], out)
	f.Else()
	if must {
		f.nativeCall(f.c.nativeNamed(core.Rt("MustAs")), f.arguments(x.Args), core.RuntimeNative("MustAs").Results, live)
	} else {
		f.clearVariable(out)
	}
	f.End()
	f.facts.kill(out.Var)
	if !must {
		f.LocalGet(is)
	}
	return true
}

// takeOut stores the contents of an interface value in a variable.
func (f *function) takeOut(data code.Local, out *variable) {
	f.unboxed(out.layout, data)
	f.setVariable(out)
}

func (f *function) clearVariable(v *variable) {
	if v.big {
		f.clearBig(f.home(v))
		return
	}
	f.zero(v.layout)
	f.setLocals(v.locals)
}

func (f *function) notNil(x *core.Call) {
	f.LocalGet(f.words(x.Args[0])[0])
	f.I64Eqz()
	f.Rarely()
	f.fails("nil", 0, nil, nilDereference)
	f.End()
}

// markedInterface compiles rt.Interface.
func (f *function) markedInterface(x *core.Call) {
	face := f.words(x.Args[0])
	f.quick(2, 2, func() { f.push(face[:]) }, func(c *machine.Context, _ uint32, a []uint64) {
		giveFace(c, a, rt.Interface(faceOf(a[0], a[1])))
	})
}

// giveFace returns an interface value as two words.
func giveFace(c *machine.Context, a []uint64, x any) {
	giveWords2(c, a, *(*words2)(unsafe.Pointer(&x)))
}

// giveError is giveFace for an error.
func giveError(c *machine.Context, a []uint64, x error) {
	giveWords2(c, a, *(*words2)(unsafe.Pointer(&x)))
}

// takeError is an interface value with methods; as a value it is only passed on, so its
// type may be another one.
func takeError(_ *machine.Context, a []uint64) (x error) {
	*(*words2)(unsafe.Pointer(&x)) = words2{machine.Native(a[0]), machine.Native(a[1])}
	return x
}

func giveWords2(c *machine.Context, a []uint64, ws words2) {
	a[0], a[1] = uint64(uintptr(ws[0])), c.Ref(ws[1])
}

func (f *function) implements(x *core.Call) {
	face, of := f.faceWords(x.Args[0])
	f.LocalGet(f.answer(face, of, f.c.descOf(x.Args[1])))
	f.I64Const(hasAll)
	f.I64Eq()
}

func (f *function) mustImplement(x *core.Call) {
	face, t := f.words(x.Args[0]), f.c.descOf(x.Args[1])
	f.LocalGet(f.answer(face, anyType, t))
	f.I64Const(hasAll)
	f.I64Ne()
	f.If()
	f.quick(2, 0, func() { f.push(face[:]) }, func(_ *machine.Context, _ uint32, a []uint64) { rt.MustImplement(faceOf(a[0], a[1]), t) })
	f.End()
	f.push(face[:])
}

// equalValues compares two values. Structs of numbers, strings and pointers need no call
// of the host.
func (f *function) equalValues(x *core.Call) bool {
	l, m := f.c.layoutOf(f.c.goType(x.Args[0])), f.c.layoutOf(f.c.goType(x.Args[1]))
	if l == m && !l.big && plain(l.typ) {
		f.equalSlots(x, l)
		return true
	}
	a, of := f.faceWords(x.Args[0])
	b, too := f.faceWords(x.Args[1])
	if of != too {
		a[0], b[0], of = f.typeWord(a[0], of), f.typeWord(b[0], too), anyType
	}
	f.LocalGet(a[0])
	f.LocalGet(b[0])
	f.I64Eq()
	f.If(code.I32)
	f.effect = max(f.effect, brief)
	f.weight++
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.siteOf("equal "+of.String(), f.c.facesEqual(of))))
	f.LocalGet(a[0])
	f.LocalGet(a[1])
	f.LocalGet(b[1])
	f.Call(f.c.faceEqual(of))
	f.refuel()
	f.Else()
	f.I32Const(0)
	f.End()
	return true
}

// plain reports whether values of a type are equal if all their slots are.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.Name == "_" || !plain(f.Type) {
				return false
			}
		}
		return true
	case reflect.Interface, reflect.Func, reflect.Slice, reflect.Map, reflect.Array:
		return false
	}
	return true
}

func (f *function) equalSlots(x *core.Call, l *layout) {
	f.expr(x.Args[0])
	a := f.pop(l.slots)
	f.expr(x.Args[1])
	b := f.pop(l.slots)
	f.I32Const(1)
	for i := 0; i < len(l.slots); i++ {
		f.LocalGet(a[i])
		if l.slots[i].text {
			f.LocalGet(a[i+1])
			f.LocalGet(b[i])
			f.LocalGet(b[i+1])
			f.textCall(f.c.textEqual())
			i++
		} else {
			f.LocalGet(b[i])
			f.emit(token.EQL, l.slots[i])
		}
		f.I32And()
	}
}
