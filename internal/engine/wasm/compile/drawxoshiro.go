package compile

import (
	"reflect"
	"sync"
	"unsafe"

	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/shuffle"
)

// The generator that experiments draw from, shuffle.Xoshiro, is inlined as a PCG is
// (drawpcg.go), even if the code has it as a PRNG: an experiment with a function of the
// cell's spends most of its time drawing. Its stream is the library's, bit for bit:
// xoshiro256++ of Blackman and Vigna (https://prng.di.unimi.it/xoshiro256plusplus.c).

// xoshiroLayout is where the library keeps the state: four words at an offset.
type xoshiroLayout struct{ state uint32 }

var xoshiroIsKnown = sync.OnceValues(func() (l xoshiroLayout, ok bool) {
	t := reflect.TypeFor[shuffle.Xoshiro]()
	now, ok := t.FieldByName("now")
	if !ok || now.Type.Kind() != reflect.Struct || now.Type.Size() != 32 {
		return l, false
	}
	l = xoshiroLayout{offsetOf(t, now.Index)}
	x := shuffle.NewPRNG(1)
	state := (*[4]uint64)(unsafe.Add(unsafe.Pointer(x), l.state))
	for _, n := range []int{6, 1 << 20, 52, 1<<62 + 9, 1<<63 - 1} {
		s := *state
		var want uint64
		want, s = xoshiroBelow(s, uint64(n))
		if x.IntN(n) != int(want) || *state != s {
			return l, false
		}
	}
	return l, true
})

// offsetOf is the offset of a field of a struct, which may belong to an embedded one.
func offsetOf(t reflect.Type, index []int) (offset uint32) {
	for _, i := range index {
		f := t.Field(i)
		offset += uint32(f.Offset)
		t = f.Type
	}
	return offset
}

// xoshiroNext is what xoshiroLayout.draw does: a draw, and the state after it.
func xoshiroNext(s [4]uint64) (draw uint64, next [4]uint64) {
	rotl := func(x uint64, k int) uint64 { return x<<k | x>>(64-k) }
	draw = rotl(s[0]+s[3], 23) + s[0]
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = rotl(s[3], 45)
	return draw, s
}

// xoshiroBelow is what the code of compiler.below does.
func xoshiroBelow(s [4]uint64, n uint64) (below uint64, next [4]uint64) {
	below = drawBelow(n, func() (x uint64) {
		x, s = xoshiroNext(s)
		return x
	})
	return below, s
}

// draw pushes 64 bits of the generator at p, as xoshiroNext computes them.
func (x xoshiroLayout) draw(f *code.Func, p code.Local) {
	var s [4]code.Local
	for i := range s {
		s[i] = f.NewLocal(code.I64)
		f.LocalGet(p)
		f.I64Load(x.state + 8*uint32(i))
		f.LocalSet(s[i])
	}
	f.LocalGet(s[0]) // the draw, which stays on the stack
	f.LocalGet(s[3])
	f.I64Add()
	f.I64Const(23)
	f.I64Rotl()
	f.LocalGet(s[0])
	f.I64Add()
	t := f.NewLocal(code.I64)
	f.LocalGet(s[1])
	f.I64Const(17)
	f.I64Shl()
	f.LocalSet(t)
	for _, pair := range [][2]code.Local{{s[2], s[0]}, {s[3], s[1]}, {s[1], s[2]}, {s[0], s[3]}, {s[2], t}} {
		f.LocalGet(pair[0])
		f.LocalGet(pair[1])
		f.I64Xor()
		f.LocalSet(pair[0])
	}
	f.LocalGet(s[3])
	f.I64Const(45)
	f.I64Rotl()
	f.LocalSet(s[3])
	for i := range s {
		f.LocalGet(p)
		f.LocalGet(s[i])
		f.I64Store(x.state + 8*uint32(i))
	}
}

// prngDraws reports whether draws has a method of a PRNG.
func prngDraws(method string) bool {
	switch method {
	case "IntN", "Uint64", "Uint32", "Float64":
		return true
	}
	return false
}

// invokedDraw compiles a draw from a PRNG that is a Xoshiro, and branches to done. Any
// other value falls through.
func (f *function) invokedDraw(face [2]code.Local, of reflect.Type, v invocation, done code.Label) {
	d, x, ok := v.draw()
	xoshiro := reflect.TypeFor[*shuffle.Xoshiro]()
	if !ok || !xoshiro.Implements(of) {
		return
	}
	other := f.Block()
	f.LocalGet(face[0])
	f.I64Const(firstWordOf(xoshiro, of))
	f.I64Ne()
	f.BrIf(other)
	f.LocalGet(face[1])
	at := f.nearOr(other)
	f.awake(at, x, other)
	n := code.Local(0)
	if d.kind.bounded() {
		f.expr(v.args[0])
		n = f.popOne(code.I64)
	}
	f.drawFrom(x, d, at, n, v.args, other)
	f.setVariable(v.outs[0])
	f.Br(done)
	f.End()
}

// draw reports whether an invocation may be a draw from a PRNG.
func (v invocation) draw() (d draw, x xoshiroLayout, ok bool) {
	m, ok := reflect.TypeFor[shuffle.PRNG]().MethodByName(v.method)
	if !ok || !prngDraws(v.method) || len(v.params) != m.Type.NumIn() || len(v.results) != m.Type.NumOut() {
		return d, x, false
	}
	for i, l := range v.params {
		if l.typ != m.Type.In(i) {
			return d, x, false
		}
	}
	if v.results[0].typ != m.Type.Out(0) {
		return d, x, false
	}
	x, ok = xoshiroIsKnown()
	return draws[v.method], x, ok
}

// xoshiroOf pushes the offset of a Xoshiro that isn't nil or far, or branches.
func (f *function) xoshiroOf(rng code.Local, x xoshiroLayout, slow code.Label) {
	f.mustBeNear(rng, slow)
	f.awake(rng, x, slow)
	f.LocalGet(rng)
}

// awake branches for the zero value, which the library seeds on first use. Otherwise the
// first word is hardly ever 0.
func (f *function) awake(at code.Local, x xoshiroLayout, slow code.Label) {
	f.LocalGet(at)
	f.I64Load(x.state)
	f.I64Eqz()
	f.If()
	for i := range uint32(3) {
		f.LocalGet(at)
		f.I64Load(x.state + 8*(i+1))
		if i > 0 {
			f.I64Or()
		}
	}
	f.I64Eqz()
	f.BrIf(slow)
	f.End()
}

// Repeated is machine.Repeated, also for functions of a PRNG.
func Repeated(m *machine.Machine, f any) any {
	if r := machine.RepeatedOf[shuffle.PRNG](m, f); r != nil {
		return r
	}
	return m.Repeated(f)
}
