package compile

import (
	"reflect"

	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// Interface values that hold numbers or strings, or values of different types, are compared
// without the host.

// basics are types whose values are compared by one or two instructions.
var basics = []struct {
	typ  reflect.Type
	load func(f *code.Func, offset uint32)
	same func(f *code.Func)
}{
	{reflect.TypeFor[int](), (*code.Func).I64Load, (*code.Func).I64Eq},
	{reflect.TypeFor[float64](), (*code.Func).F64Load, (*code.Func).F64Eq},
	{reflect.TypeFor[rune](), (*code.Func).I32Load, (*code.Func).I32Eq},
	{reflect.TypeFor[bool](), (*code.Func).I32Load8U, (*code.Func).I32Eq},
}

// The parameters of faceEqual.
const (
	_ code.Local = iota // the context
	_                   // the frame
	_                   // a site
	firstType
	firstData
	secondType
	secondData
)

// faceEqual is the function (tc, sp, site, words of two interface values) that compares
// them.
func (c *compiler) faceEqual() *code.Func {
	if c.faces == nil {
		s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I64, code.I64, code.I64, code.I64}, Results: []code.Type{code.I32}}
		c.faces = c.wasm.NewFunc("", s)
		f := &comparison{function: &function{Func: c.faces, c: c, tc: 0, sp: 1, free: map[code.Type][]code.Local{}}}
		f.compare()
	}
	return c.faces
}

// comparison is that function while it is being built.
type comparison struct {
	*function
	x, y   [2]code.Local // the words compared
	dx, dy code.Local    // the offsets of the data
	host   code.Label
}

func (f *comparison) compare() {
	for i := range 2 {
		f.x[i], f.y[i] = f.copied(firstType+code.Local(i)), f.copied(secondType+code.Local(i))
	}
	f.dx, f.dy = f.NewLocal(code.I64), f.NewLocal(code.I64)
	f.host = f.Block()
	f.otherTypes()
	f.LocalGet(f.x[0])
	f.I64Eqz()
	f.returnIf(func() { f.I32Const(1) })
	f.distance(f.x[1], f.dx)
	f.distance(f.y[1], f.dy)
	for _, b := range basics {
		f.LocalGet(f.x[0])
		f.I64Const(typeWordOf(b.typ))
		f.I64Eq()
		f.returnIf(func() {
			f.at(f.dx)
			b.load(f.Func, 0)
			f.at(f.dy)
			b.load(f.Func, 0)
			b.same(f.Func)
		})
	}
	f.strings()
	f.Br(f.host)
	f.End()
	for l := range code.Local(7) {
		f.LocalGet(l)
	}
	f.Call(f.c.host(4, 1))
	f.I32WrapI64()
}

func (f *comparison) copied(from code.Local) code.Local {
	to := f.NewLocal(code.I64)
	f.LocalGet(from)
	f.LocalSet(to)
	return to
}

// returnIf returns a value if what is on the stack isn't 0.
func (f *comparison) returnIf(value func()) {
	f.If()
	value()
	f.Return()
	f.End()
}

// otherTypes returns if the type words differ.
func (f *comparison) otherTypes() {
	f.LocalGet(f.x[0])
	f.LocalGet(f.y[0])
	f.I64Ne()
	f.returnIf(func() { f.I32Const(0) })
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

// strings compares strings.
func (f *comparison) strings() {
	f.LocalGet(f.x[0])
	f.I64Const(typeWordOf(reflect.TypeFor[string]()))
	f.I64Eq()
	f.If()
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
	f.Return()
	f.End()
}

// facesEqual compares interface values for the host.
func facesEqual(_ *machine.Context, _ uint32, a []uint64) {
	same := rt.Equal(faceOf(a[0], a[1]), faceOf(a[2], a[3]))
	if a[0] = 0; same {
		a[0] = 1
	}
}
