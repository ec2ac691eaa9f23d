package compile

import (
	"math/rand"
	"reflect"
	"sync"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// Draws of a math/rand.Rand over the library's source are inlined as those of a PCG are
// (drawpcg.go). The source is an additive lagged Fibonacci generator: a draw is the sum of two
// of the last 607. Numbers below a bound are remainders, of draws that aren't among the
// last, incomplete residues; those of Shuffle are high halves of products. laggedIsKnown
// compares all of them with the library once.

// laggedLayout is where the library keeps the source of a Rand.
type laggedLayout struct {
	rand           uint32 // of a Rand: an interface value, whose first word for the source is word
	word           int64
	tap, feed, vec uint32 // of the source
	length         int64  // of vec
}

var laggedIsKnown = sync.OnceValues(func() (l laggedLayout, ok bool) {
	source := rand.NewSource(1)
	src, ok1 := reflect.TypeFor[rand.Rand]().FieldByName("src")
	t := reflect.TypeOf(source)
	if !ok1 || src.Type != reflect.TypeFor[rand.Source]() || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return l, false
	}
	tap, ok1 := t.Elem().FieldByName("tap")
	feed, ok2 := t.Elem().FieldByName("feed")
	vec, ok3 := t.Elem().FieldByName("vec")
	if !ok1 || !ok2 || !ok3 || tap.Type.Size() != 8 || feed.Type.Size() != 8 || vec.Type.Kind() != reflect.Array || vec.Type.Elem().Size() != 8 {
		return l, false
	}
	words := (*words2)(unsafe.Pointer(&source))
	l = laggedLayout{uint32(src.Offset), int64(uintptr(words[0])), uint32(tap.Offset), uint32(feed.Offset), uint32(vec.Offset), int64(vec.Type.Len())}
	return l, l.agrees(words[1], rand.New(source))
})

// agrees plays the draws on a copy of the source, and compares.
func (l laggedLayout) agrees(source unsafe.Pointer, rng *rand.Rand) bool {
	twin := rand.NewSource(1)
	s := lagged{l, (*words2)(unsafe.Pointer(&twin))[1]}
	for range 3 * l.length {
		if rng.Uint64() != s.next() {
			return false
		}
	}
	for _, n := range []int{1, 6, 52, 1 << 20, 1<<30 + 1, 1<<31 - 1, 1 << 31, 1<<62 + 9, 1<<63 - 1} {
		for range 20 {
			if n < 1<<31 && (rng.Int31n(int32(n)) != int32(s.below31(uint32(n))) || rng.Intn(n) != int(s.below31(uint32(n)))) {
				return false
			}
			if rng.Int63n(int64(n)) != int64(s.below63(uint64(n))) || n >= 1<<31 && rng.Intn(n) != int(s.below63(uint64(n))) {
				return false
			}
		}
	}
	same := true
	for range 10 {
		i := 700
		rng.Shuffle(700, func(_, j int) {
			same = same && j == int(s.product(uint32(i)))
			i--
		})
		same = same && rng.Float64() == s.float() && rng.Int63() == int64(s.next()<<1>>1) && rng.Uint32() == uint32(s.next()>>31) && rng.Int31() == int32(s.next()<<1>>33)
	}
	return same
}

// lagged is a source, with draws as the code makes them.
type lagged struct {
	laggedLayout
	p unsafe.Pointer
}

// next is what the code of laggedLayout.draw does.
func (s lagged) next() uint64 {
	tap, feed := (*int64)(unsafe.Add(s.p, s.tap)), (*int64)(unsafe.Add(s.p, s.feed))
	for _, i := range []*int64{tap, feed} {
		*i--
		*i += s.length & (*i >> 63)
	}
	vec := unsafe.Slice((*uint64)(unsafe.Add(s.p, s.vec)), s.length)
	vec[*feed] += vec[*tap]
	return vec[*feed]
}

// below31 is what the code of laggedBelow does for a bound of 31 bits.
func (s lagged) below31(n uint32) uint32 {
	for {
		v := uint32(s.next() << 1 >> 33)
		if r := v % n; v-r <= 1<<31-n {
			return r
		}
	}
}

// below63 is what it does for a larger one.
func (s lagged) below63(n uint64) uint64 {
	for {
		v := s.next() << 1 >> 1
		if r := v % n; v-r <= 1<<63-n {
			return r
		}
	}
}

// product is what the code of laggedProduct does.
func (s lagged) product(n uint32) uint32 {
	for {
		x := uint64(uint32(s.next()>>31)) * uint64(n)
		if uint32(x) >= n || uint32(x) >= -n%n {
			return uint32(x >> 32)
		}
	}
}

// float is what the code of laggedFloat does.
func (s lagged) float() float64 {
	for {
		if x := float64(s.next()<<1>>1) / (1 << 63); x != 1 {
			return x
		}
	}
}

// laggedDraws are the methods that are inlined.
var laggedDraws = map[string]draw{
	"Intn": {remainder, asIs}, "Int63n": {remainder, asIs}, "Int31n": {remainder, wrap},
	"Uint64": {bits64, asIs}, "Int63": {bits64, positive}, "Int": {bits64, positive}, "Uint32": {bits64, shifted(31)},
	"Int31":   {bits64, func(f *code.Func) { positive(f); shifted(32)(f) }},
	"Float64": {fraction, asIs},
}

// laggedOf pushes the offset of the source that a Rand draws from, or branches.
func (f *function) laggedOf(rng code.Local, l laggedLayout, slow code.Label) {
	f.sourceOf(rng, l.rand, l.word, slow)
}

// draw pushes 64 bits of the source at p.
func (l laggedLayout) draw(f *code.Func, p code.Local) {
	var at [2]code.Local
	for k, field := range []uint32{l.tap, l.feed} {
		i := f.NewLocal(code.I64)
		f.LocalGet(p)
		f.LocalGet(p)
		f.I64Load(field)
		f.I64Const(1)
		f.I64Sub()
		f.LocalTee(i)
		f.LocalGet(i)
		f.I64Const(63)
		f.I64ShrS()
		f.I64Const(l.length)
		f.I64And()
		f.I64Add()
		f.LocalTee(i)
		f.I64Store(field)
		f.LocalGet(p)
		f.LocalGet(i)
		f.I32WrapI64()
		f.I32Const(3)
		f.I32Shl()
		f.I32Add()
		at[k] = f.NewLocal(code.I32)
		f.LocalSet(at[k])
	}
	x := f.NewLocal(code.I64)
	f.LocalGet(at[1])
	for _, a := range at {
		f.LocalGet(a)
		f.I64Load(l.vec)
	}
	f.I64Add()
	f.LocalTee(x)
	f.I64Store(l.vec)
	f.LocalGet(x)
}

// laggedBelow draws a number below a positive one.
func laggedBelow(f *code.Func, g drawing) {
	const p, n = 0, 1
	f.LocalGet(n)
	f.I64Const(1<<31 - 1)
	f.I64LeU()
	f.If()
	v, r, bound := f.NewLocal(code.I32), f.NewLocal(code.I32), f.NewLocal(code.I32)
	f.LocalGet(n)
	f.I32WrapI64()
	f.LocalSet(bound)
	again := f.Loop()
	g.draw(f, p)
	positive(f)
	shifted(32)(f)
	f.LocalTee(v)
	f.LocalGet(v)
	f.LocalGet(bound)
	f.I32RemU()
	f.LocalTee(r)
	f.I32Sub()
	f.I32Const(-1 << 31)
	f.LocalGet(bound)
	f.I32Sub()
	f.I32GtU()
	f.BrIf(again)
	f.LocalGet(r)
	f.I64ExtendI32U()
	f.Return()
	f.End()
	f.End()
	v, r = f.NewLocal(code.I64), f.NewLocal(code.I64)
	again = f.Loop()
	g.draw(f, p)
	positive(f)
	f.LocalTee(v)
	f.LocalGet(v)
	f.LocalGet(n)
	f.I64RemU()
	f.LocalTee(r)
	f.I64Sub()
	f.I64Const(-1 << 63)
	f.LocalGet(n)
	f.I64Sub()
	f.I64GtU()
	f.BrIf(again)
	f.End()
	f.LocalGet(r)
}

// laggedProduct draws a number below a positive one of 31 bits, for Shuffle.
func laggedProduct(f *code.Func, g drawing) {
	const p, n = 0, 1
	x := f.NewLocal(code.I64)
	low := func() {
		f.LocalGet(x)
		f.I64Const(1<<32 - 1)
		f.I64And()
	}
	again := f.Loop()
	g.draw(f, p)
	f.I64Const(31)
	f.I64ShrU()
	f.I64Const(1<<32 - 1)
	f.I64And()
	f.LocalGet(n)
	f.I64Mul()
	f.LocalSet(x)
	low()
	f.LocalGet(n)
	f.I64LtU()
	f.If()
	low()
	f.I64Const(1 << 32)
	f.LocalGet(n)
	f.I64Sub()
	f.LocalGet(n)
	f.I64RemU()
	f.I64LtU()
	f.BrIf(again)
	f.End()
	f.End()
	f.LocalGet(x)
	f.I64Const(32)
	f.I64ShrU()
}

// laggedFloat draws a number below 1.
func laggedFloat(f *code.Func, g drawing) {
	const p = 0
	x := f.NewLocal(code.F64)
	again := f.Loop()
	g.draw(f, p)
	positive(f)
	f.F64ConvertI64S()
	f.F64Const(1.0 / (1 << 63))
	f.F64Mul()
	f.LocalTee(x)
	f.F64Const(1)
	f.F64Eq()
	f.BrIf(again)
	f.End()
	f.LocalGet(x)
}
