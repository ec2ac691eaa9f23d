package compile

import (
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// An interface value is two words: its type's and its data's, native addresses.
// machine.New checks that.

// words are the words of an interface value.
type words2 = [2]unsafe.Pointer

// typeWordOf is the first word of values of a type in an interface without methods.
// Types live for ever.
func typeWordOf(t reflect.Type) int64 {
	x := reflect.Zero(t).Interface()
	return int64(uintptr((*words2)(unsafe.Pointer(&x))[0]))
}

// isDirect reports whether a value of a type is itself the data's word, as a pointer
// is.
func isDirect(t reflect.Type) bool {
	if t.Size() != unsafe.Sizeof(uintptr(0)) || !scanned(t) {
		return false
	}
	v, p := reflect.New(t), unsafe.Pointer(new(uint64))
	*(*unsafe.Pointer)(v.UnsafePointer()) = p
	x := v.Elem().Interface()
	return (*words2)(unsafe.Pointer(&x))[1] == p
}

// changesInterface reports whether a value is another one as one of the interface type t.
func (f *function) changesInterface(x core.Expr, t *core.Type) bool {
	from, to := f.c.layout(x.Type()).typ, f.c.layout(t).typ
	return from.Kind() != reflect.Interface || from != to && from.NumMethod()+to.NumMethod() > 0
}

// toInterface pushes a value as one of another interface type t.
func (f *function) toInterface(x core.Expr, t *core.Type) {
	l, to := f.c.layout(x.Type()), f.c.layout(t).typ
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

// dataWord makes a value on the stack the data's word of an interface value.
func (f *function) dataWord(l *layout) {
	value := f.pop(l.slots)
	switch {
	case l.size() == 0:
		f.I32Const(int32(f.c.emptyMemory()))
		f.exported()
	case isDirect(l.typ) && l.big:
		f.LocalGet(value[0])
		f.I64Load(0)
	case isDirect(l.typ):
		f.LocalGet(value[0])
		if l.slots[0].class == pointer {
			f.exported()
		}
	default:
		f.allocate(l)
		at := f.popOne(code.I32)
		f.storeAt(place{layout: l, base: at}, value)
		f.LocalGet(at)
		f.exported()
	}
}

// boxedConstant pushes a constant in an interface, which the module keeps.
func (f *function) boxedConstant(v reflect.Value) {
	x := v.Interface()
	f.c.mod.Keep(x)
	ws := (*words2)(unsafe.Pointer(&x))
	f.I64Const(int64(uintptr(ws[0])))
	f.I64Const(int64(uintptr(ws[1])))
}

// asInterface is toInterface by the host: between interfaces, whose values have other
// first words where they have methods, and to one with methods.
func (f *function) asInterface(x core.Expr, l *layout, to reflect.Type) {
	v := f.pass(x, x.Type(), l, maxValueWords)
	f.quick(v.n, 2, v.push, func(c *machine.Context, _ uint32, a []uint64) {
		from, _ := passedValue(c, l, maxValueWords, a)
		out := reflect.New(to)
		if from.Kind() == reflect.Interface {
			from = from.Elem()
		}
		if from.IsValid() {
			out.Elem().Set(from)
		}
		ws := (*words2)(out.UnsafePointer())
		a[0], a[1] = uint64(uintptr(ws[0])), c.Ref(ws[1])
	})
}

// interfaces compiles what the run-time does with interface values; ok is false for
// another native.
func (f *function) interfaces(x *core.Call, name string, live set) (ok bool) {
	return false
}
