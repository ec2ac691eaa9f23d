package compile

import (
	"reflect"

	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// Interface values whose types differ are different. Those of one type are compared
// without the host if the type says how.

// How values of a type are compared, in a memory of the module.
const (
	_        = iota // not known
	byHost          // by rt.Equal, which may panic
	byWord          // by the data word, which is the value
	byText          // as strings
	byFloat         // as float64
	byMemory        // as so many bytes more than byMemory: all numbers that follow
)

// comparedBy is how values of a type are compared.
func comparedBy(t reflect.Type) uint64 {
	switch size, ok := memorySize(t); {
	case ok && isDirect(t):
		return byWord
	case ok:
		return byMemory + uint64(size)
	case t.Kind() == reflect.String:
		return byText
	case t.Kind() == reflect.Float64:
		return byFloat
	}
	return byHost
}

// memorySize is the size of a type's values; ok is false unless they are equal if their
// memory is.
func memorySize(t reflect.Type) (size uintptr, ok bool) {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Uintptr, k == reflect.Pointer, k == reflect.Chan, k == reflect.UnsafePointer:
		return t.Size(), true
	case k == reflect.Array:
		_, ok := memorySize(t.Elem())
		return t.Size(), ok
	case k == reflect.Struct:
		for f := range t.Fields() {
			n, ok := memorySize(f.Type)
			if !ok || f.Name == "_" || f.Offset != size {
				return 0, false
			}
			size += n
		}
		return size, size == t.Size()
	}
	return 0, false
}

// The parameters of faceEqual.
const (
	_ code.Local = iota // the context
	_                   // the frame
	_                   // a site, whose host function is facesEqual
	equalFirst
	firstData
	secondData
)

// comparisons is the key of the memory of how values of an interface type are compared, by
// their first words.
type comparisons struct{ of reflect.Type }

// faceEqual is the function (tc, sp, site, first word, two data words) that compares values
// of an interface type whose first word is the same.
func (c *compiler) faceEqual(of reflect.Type) *code.Func {
	g := c.faces[of]
	if g == nil {
		s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I64, code.I64, code.I64}, Results: []code.Type{code.I32}}
		g = c.wasm.NewFunc("", s)
		c.faces[of] = g
		f := &comparison{function: newHelper(c, g)}
		f.compare(of)
	}
	return g
}

// comparison is that function while it is being built.
type comparison struct {
	*function
	how    code.Local
	dx, dy code.Local // the offsets of the data
	host   code.Label
}

func (f *comparison) compare(of reflect.Type) {
	f.how, f.dx, f.dy = f.NewLocal(code.I64), f.NewLocal(code.I64), f.NewLocal(code.I64)
	f.LocalGet(equalFirst)
	f.I64Eqz()
	f.returnIf(func() { f.I32Const(1) })
	f.host = f.Block()
	known := f.Block()
	f.lookUp(f.c.memory(comparisons{of}), equalFirst, f.how, known)
	f.Br(f.host)
	f.End()
	f.is(byWord, func() {
		f.LocalGet(firstData)
		f.LocalGet(secondData)
		f.I64Eq()
	})
	f.distance(firstData, f.dx)
	f.distance(secondData, f.dy)
	f.is(byMemory+8, func() {
		f.at(f.dx)
		f.I64Load(0)
		f.at(f.dy)
		f.I64Load(0)
		f.I64Eq()
	})
	f.is(byFloat, func() {
		f.at(f.dx)
		f.F64Load(0)
		f.at(f.dy)
		f.F64Load(0)
		f.F64Eq()
	})
	f.is(byText, f.strings)
	f.LocalGet(f.how)
	f.I64Const(byMemory)
	f.I64LtU()
	f.BrIf(f.host)
	for _, d := range []code.Local{f.dx, f.dy} {
		f.at(d)
		f.LocalGet(f.how)
		f.I64Const(byMemory)
		f.I64Sub()
	}
	f.textCall(f.c.textEqual())
	f.Return()
	f.End()
	for _, l := range []code.Local{0, 1, 2, equalFirst, firstData, secondData} {
		f.LocalGet(l)
	}
	f.Call(f.c.host(3, 1))
	f.I32WrapI64()
}

// is returns a value if the types are compared like this.
func (f *comparison) is(how int64, value func()) {
	f.LocalGet(f.how)
	f.I64Const(how)
	f.I64Eq()
	f.returnIf(value)
}

// returnIf returns a value if what is on the stack isn't 0.
func (f *comparison) returnIf(value func()) {
	f.If()
	value()
	f.Return()
	f.End()
}

// distance computes the offset of a native address, or leaves the comparison to the host.
func (f *comparison) distance(word, d code.Local) {
	f.LocalGet(word)
	f.I64Const(int64(f.c.m.Base()))
	f.I64Sub()
	f.LocalSet(d)
	f.outOfSight(d)
	f.BrIf(f.host)
}

// at pushes an offset.
func (f *comparison) at(d code.Local) {
	f.LocalGet(d)
	f.I32WrapI64()
}

// strings pushes whether strings are equal.
func (f *comparison) strings() {
	f.at(f.dx)
	f.I64Load(8)
	f.at(f.dy)
	f.I64Load(8)
	f.I64Ne()
	f.returnIf(func() { f.I32Const(0) })
	f.at(f.dx)
	f.I64Load(8)
	f.I64Eqz()
	f.returnIf(func() { f.I32Const(1) })
	var texts [2]code.Local
	for i, d := range []code.Local{f.dx, f.dy} {
		texts[i] = f.NewLocal(code.I64)
		f.at(d)
		f.I64Load(0)
		f.LocalSet(texts[i])
		f.distance(texts[i], texts[i])
	}
	for i, d := range []code.Local{f.dx, f.dy} {
		f.at(texts[i])
		f.at(d)
		f.I64Load(8)
	}
	f.textCall(f.c.textEqual())
}

// facesEqual is the host function that compares values of an interface type whose first
// word is the same.
func (c *compiler) facesEqual(of reflect.Type) machine.HostFunc {
	store := c.storing(c.memory(comparisons{of}))
	return func(_ *machine.Context, _ uint32, a []uint64) {
		first := a[0]
		store(first, func() (uint64, bool) { return comparedBy(reflect.TypeOf(interfaceOf(of, first, 0))), true })
		same := rt.Equal(interfaceOf(of, first, a[1]), interfaceOf(of, first, a[2]))
		if a[0] = 0; same {
			a[0] = 1
		}
	}
}
