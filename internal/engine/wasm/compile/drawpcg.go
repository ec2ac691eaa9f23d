package compile

import (
	"math/bits"
	oldrand "math/rand"
	"math/rand/v2"
	"reflect"
	"sync"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/shuffle"
)

// Draws of a math/rand/v2.Rand over a PCG are inlined: the generator's state is read and
// written in place. The stream is the library's, bit for bit: its PCG is O'Neill's with
// 128 bits of state and her output function DXSM (https://www.pcg-random.org), and a
// number below n is the high half of the product with a draw, after Lemire
// (https://arxiv.org/abs/1805.10941). pcgIsKnown compares both with the library once.

// The constants of PCG and DXSM.
const (
	pcgMulHi = 0x2360ed051fc65da4
	pcgMulLo = 0x4385df649fccf645
	pcgIncHi = 0x5851f42d4c957f2d
	pcgIncLo = 0x14057b7ef767814f
	pcgCheap = 0xda942042e4dd58b5
)

// pcgLayout is where the library keeps what it draws from.
type pcgLayout struct {
	source uint32 // of a Rand: an interface value, whose first word for a PCG is word
	word   int64
	hi, lo uint32 // of a PCG
}

var pcgIsKnown = sync.OnceValues(func() (l pcgLayout, ok bool) {
	src, ok1 := reflect.TypeFor[rand.Rand]().FieldByName("src")
	hi, ok2 := reflect.TypeFor[rand.PCG]().FieldByName("hi")
	lo, ok3 := reflect.TypeFor[rand.PCG]().FieldByName("lo")
	if !ok1 || !ok2 || !ok3 || src.Type != reflect.TypeFor[rand.Source]() || hi.Type.Size() != 8 || lo.Type.Size() != 8 {
		return l, false
	}
	p := rand.NewPCG(1, 2)
	var s rand.Source = p
	l = pcgLayout{uint32(src.Offset), int64(uintptr((*words2)(unsafe.Pointer(&s))[0])), uint32(hi.Offset), uint32(lo.Offset)}
	state := [2]*uint64{(*uint64)(unsafe.Add(unsafe.Pointer(p), l.hi)), (*uint64)(unsafe.Add(unsafe.Pointer(p), l.lo))}
	rng := rand.New(p)
	for _, n := range []uint64{6, 1 << 20, 52, 1<<63 + 9, 1<<64 - 1} {
		h, l := *state[0], *state[1]
		var want uint64
		want, h, l = pcgBelow(h, l, n)
		if rng.Uint64N(n) != want || *state[0] != h || *state[1] != l {
			return pcgLayout{}, false
		}
	}
	return l, true
})

// pcgNext is what pcgLayout.draw does: a draw, and the state after it.
func pcgNext(hi, lo uint64) (draw, nextHi, nextLo uint64) {
	h, l := bits.Mul64(lo, pcgMulLo)
	h += hi*pcgMulLo + lo*pcgMulHi
	l, carry := bits.Add64(l, pcgIncLo, 0)
	h += pcgIncHi + carry
	x := h
	x ^= x >> 32
	x *= pcgCheap
	x ^= x >> 48
	return x * (l | 1), h, l
}

// pcgBelow is what the code of compiler.below does.
func pcgBelow(hi, lo, n uint64) (below, nextHi, nextLo uint64) {
	below = drawBelow(n, func() (x uint64) {
		x, hi, lo = pcgNext(hi, lo)
		return x
	})
	return below, hi, lo
}

// drawBelow is a number below n, of draws of 64 bits.
func drawBelow(n uint64, draw func() uint64) uint64 {
	x := draw()
	if n&(n-1) == 0 {
		return x & (n - 1)
	}
	high, low := bits.Mul64(x, n)
	for low < n && low < -n%n {
		high, low = bits.Mul64(draw(), n)
	}
	return high
}

// draw is a method of Rand that is inlined.
type draw struct {
	kind drawKind
	give func(*code.Func) // makes the result of what is drawn
}

func wrap(f *code.Func) { f.I32WrapI64() }

func shifted(n int64) func(*code.Func) {
	return func(f *code.Func) {
		f.I64Const(n)
		f.I64ShrU()
		f.I32WrapI64()
	}
}

func positive(f *code.Func) {
	f.I64Const(1<<63 - 1)
	f.I64And()
}

func asIs(*code.Func) {}

var draws = map[string]draw{
	"IntN": {below, asIs}, "Int64N": {below, asIs}, "UintN": {below, asIs}, "Uint64N": {below, asIs},
	"Int32N": {below, wrap}, "Uint32N": {below, wrap},
	"Uint64": {bits64, asIs}, "Uint": {bits64, asIs}, "Int64": {bits64, positive}, "Int": {bits64, positive},
	"Uint32": {bits64, shifted(32)}, "Int32": {bits64, shifted(33)},
	"Float64": {bits64, func(f *code.Func) {
		f.I64Const(1<<53 - 1)
		f.I64And()
		f.F64ConvertI64U()
		f.F64Const(1.0 / (1 << 53))
		f.F64Mul()
	}},
	"Float32": {bits64, func(f *code.Func) {
		shifted(32)(f)
		f.I32Const(1<<24 - 1)
		f.I32And()
		f.F32ConvertI32U()
		f.F32Const(1.0 / (1 << 24))
		f.F32Mul()
	}},
}

// drawn compiles a draw; ok is false for other methods. A Rand over another source, and
// an invalid bound, are left to the host.
func (f *function) drawn(x *core.Call, m *core.Method, fn reflect.Value, live analysis.Set) (ok bool) {
	d, ok := draws[m.Name]
	var g drawing
	var find func(rng code.Local, slow code.Label)
	switch f.c.layout(m.X.Type()).typ {
	case reflect.TypeFor[*rand.Rand]():
		pcg, known := pcgIsKnown()
		g, ok, find = pcg, ok && known, func(rng code.Local, slow code.Label) { f.pcgOf(rng, pcg, slow) }
	case reflect.TypeFor[*shuffle.Xoshiro]():
		x, known := xoshiroIsKnown()
		g, ok, find = x, ok && known && prngDraws(m.Name), func(rng code.Local, slow code.Label) { f.xoshiroOf(rng, x, slow) }
	case reflect.TypeFor[*oldrand.Rand]():
		l, known := laggedIsKnown()
		d, ok = laggedDraws[m.Name]
		g, ok, find = l, ok && known, func(rng code.Local, slow code.Label) { f.laggedOf(rng, l, slow) }
	default:
		return false
	}
	if !ok {
		return false
	}
	result := f.c.layoutOf(fn.Type().Out(0)).slots[0]
	out, n := f.temp(result.typ), f.temp(code.I64)
	if d.kind.bounded() {
		f.expr(x.Args[0])
		f.widen(f.c.layout(x.Args[0].Type()).slots[0])
		f.LocalSet(n)
	}
	rng := f.operand(m.X)
	done := f.Block()
	slow := f.Block()
	find(rng, slow)
	at := f.popOne(code.I32)
	f.drawFrom(g, d, at, n, x.Args, slow)
	f.LocalSet(out)
	f.Br(done)
	f.End()
	if !f.typed(fn, append([]core.Expr{m.X}, x.Args...), m.T.Results, live, false) {
		f.nativeCall(fn, f.arguments(append([]core.Expr{m.X}, x.Args...)), m.T.Results, live)
	}
	f.LocalSet(out)
	f.End()
	f.LocalGet(out)
	return true
}

// drawFrom pushes the result of a draw from the generator at an offset, or branches if
// the bound n, the argument, is invalid.
func (f *function) drawFrom(g drawing, d draw, at, n code.Local, args []core.Expr, slow code.Label) {
	if d.kind.bounded() {
		f.mustBePositive(n, args[0], slow)
	}
	f.LocalGet(at)
	if d.kind.bounded() {
		f.LocalGet(n)
	}
	f.Call(f.c.drawCode(g, d.kind))
	d.give(f.Func)
}

// shuffled compiles Rand.Shuffle: the draws and the calls of swap. ok is false for other
// methods.
func (f *function) shuffled(c called, live analysis.Set) (ok bool) {
	if c.method != "Shuffle" || len(c.args) != 3 {
		return false
	}
	var g drawing
	var find func(rng code.Local, slow code.Label)
	kind := below
	switch c.typ.In(0) {
	case reflect.TypeFor[*rand.Rand]():
		var pcg pcgLayout
		pcg, ok = pcgIsKnown()
		g, find = pcg, func(rng code.Local, slow code.Label) { f.pcgOf(rng, pcg, slow) }
	case reflect.TypeFor[*oldrand.Rand]():
		var l laggedLayout
		l, ok = laggedIsKnown()
		g, kind, find = l, scaled, func(rng code.Local, slow code.Label) { f.laggedOf(rng, l, slow) }
	}
	rng, swap := f.local(c.args[0]), f.local(c.args[2])
	if host, _ := c.hostOf(f.plan, f.c.rt); !ok || rng == nil || swap == nil || host == nil {
		return false
	}
	inside := f.flow.Live.Empty()
	inside.Union(live)
	inside.Add(rng.index)
	inside.Add(swap.index)
	i, j := &core.Var{Name: "i", Kind: core.Temp, T: core.Int}, &core.Var{Name: "j", Kind: core.Temp, T: core.Int}
	f.declare(i, f.c.layout(i.T))
	f.declare(j, f.c.layout(j.T))
	at := f.vars[i].locals[0]
	f.expr(c.args[1])
	f.LocalSet(at)
	done := f.Block()
	slow := f.Block()
	f.LocalGet(at) // not negative, and for math/rand less than 2³¹
	f.I64Const(1<<31 - 1)
	f.I64GtU()
	f.BrIf(slow)
	again := f.Loop()
	f.LocalGet(at)
	f.I64Const(1)
	f.I64LeS()
	f.BrIf(done)
	find(rng.locals[0], slow) // the host makes the rest of the rounds
	f.LocalGet(at)
	f.Call(f.c.drawCode(g, kind))
	f.LocalSet(f.vars[j].locals[0])
	f.LocalGet(at)
	f.I64Const(1)
	f.I64Sub()
	f.LocalSet(at)
	f.callValue(&core.Call{Fun: swap.Var, Args: []core.Expr{i, j}}, inside)
	f.burn(20, inside)
	f.Br(again)
	f.End()
	f.End()
	c.args = []core.Expr{c.args[0], i, c.args[2]}
	f.calledWords(c, live)
	f.End()
	return true
}

// local is the local variable that an operand is, nil for other operands.
func (p *plan) local(x core.Expr) *variable {
	if v, ok := x.(*core.Var); ok {
		return p.vars[v]
	}
	return nil
}

// mustBePositive branches for a bound that is less than 1.
func (f *function) mustBePositive(n code.Local, x core.Expr, slow code.Label) {
	if k, ok := x.(*core.Const); ok && integer(k.Value) > 0 {
		return
	}
	f.LocalGet(n)
	if f.c.layout(x.Type()).slots[0].signed {
		f.I64Const(0)
		f.I64LeS()
	} else {
		f.I64Eqz()
	}
	f.BrIf(slow)
}

// pcgOf pushes the offset of the PCG that a Rand draws from, or branches.
func (f *function) pcgOf(rng code.Local, pcg pcgLayout, slow code.Label) {
	f.sourceOf(rng, pcg.source, pcg.word, slow)
}

// sourceOf pushes the offset of the source in a field of a Rand, or branches if it isn't
// of the type that has that word.
func (f *function) sourceOf(rng code.Local, field uint32, word int64, slow code.Label) {
	f.mustBeNear(rng, slow)
	f.LocalGet(rng)
	f.I64Load(field)
	f.I64Const(word)
	f.I64Ne()
	f.BrIf(slow)
	f.LocalGet(rng)
	f.I64Load(field + 8)
	f.LocalGet(f.nearOr(slow))
}

// drawing is a generator whose draws are inlined. It is comparable.
type drawing interface {
	// draw pushes 64 bits of the generator at offset p, and advances its state.
	draw(f *code.Func, p code.Local)
}

// drawKind is how a number is drawn; a module has a function for each that it needs, which
// gets the generator's offset and perhaps a bound.
type drawKind int

const (
	bits64    drawKind = iota // 64 bits
	below                     // a number below another, as math/rand/v2 and package shuffle draw it
	remainder                 // the same as math/rand draws it,
	scaled                    // and as it does in Shuffle
	fraction                  // math/rand's Float64
)

func (k drawKind) bounded() bool { return k == below || k == remainder || k == scaled }

// drawFunc is such a function: of a generator.
type drawFunc struct {
	drawing
	drawKind
}

// drawCode is the module's function that draws from a generator.
func (c *compiler) drawCode(g drawing, k drawKind) *code.Func {
	key := drawFunc{g, k}
	if f := c.draws[key]; f != nil {
		return f
	}
	s := code.Signature{Params: []code.Type{code.I32}, Results: []code.Type{code.I64}}
	if k.bounded() {
		s.Params = append(s.Params, code.I64)
	}
	if k == fraction {
		s.Results[0] = code.F64
	}
	if c.draws == nil {
		c.draws = map[drawFunc]*code.Func{}
	}
	f := c.wasm.NewFunc("", s)
	c.draws[key] = f
	switch k {
	case bits64:
		g.draw(f, 0)
	case below:
		c.below(f, g)
	case remainder:
		laggedBelow(f, g)
	case scaled:
		laggedProduct(f, g)
	case fraction:
		laggedFloat(f, g)
	}
	return f
}

// below draws a number below another, after Lemire (https://arxiv.org/abs/1805.10941).
func (c *compiler) below(f *code.Func, g drawing) {
	const p, n = 0, 1
	x, low := f.NewLocal(code.I64), f.NewLocal(code.I64)
	g.draw(f, p)
	f.LocalSet(x)
	f.LocalGet(n)
	f.LocalGet(n)
	f.I64Const(1)
	f.I64Sub()
	f.I64And()
	f.I64Eqz()
	f.If()
	f.LocalGet(x)
	f.LocalGet(n)
	f.I64Const(1)
	f.I64Sub()
	f.I64And()
	f.Return()
	f.End()
	product := func() {
		f.LocalGet(x)
		f.LocalGet(n)
		f.I64Mul()
		f.LocalTee(low)
	}
	product()
	f.LocalGet(n)
	f.I64LtU()
	f.If()
	again := f.Loop()
	f.LocalGet(low)
	f.I64Const(0)
	f.LocalGet(n)
	f.I64Sub()
	f.LocalGet(n)
	f.I64RemU()
	f.I64LtU()
	f.If()
	f.LocalGet(p)
	f.Call(c.drawCode(g, bits64))
	f.LocalSet(x)
	product()
	f.Drop()
	f.Br(again)
	f.End()
	f.End()
	f.End()
	f.LocalGet(n)
	f.I64Const(32)
	f.I64ShrU()
	f.I64Eqz()
	f.If()
	mulHighNarrow(f, x, n)
	f.Return()
	f.End()
	mulHigh(f, func() { f.LocalGet(x) }, func() { f.LocalGet(n) })
}

// draw pushes 64 bits of the PCG at p, as pcgNext computes them.
func (pcg pcgLayout) draw(f *code.Func, p code.Local) {
	hi, lo := f.NewLocal(code.I64), f.NewLocal(code.I64)
	f.LocalGet(p)
	f.I64Load(pcg.lo)
	f.LocalSet(lo)
	mulHigh(f, func() { f.LocalGet(lo) }, func() { f.I64Const(pcgMulLo) })
	f.LocalGet(p)
	f.I64Load(pcg.hi)
	f.I64Const(pcgMulLo)
	f.I64Mul()
	f.I64Add()
	f.LocalGet(lo)
	f.I64Const(pcgMulHi)
	f.I64Mul()
	f.I64Add()
	f.I64Const(pcgIncHi)
	f.I64Add()
	f.LocalGet(lo)
	f.I64Const(pcgMulLo)
	f.I64Mul()
	f.I64Const(pcgIncLo)
	f.I64Add()
	f.LocalTee(lo)
	f.I64Const(pcgIncLo)
	f.I64LtU()
	f.I64ExtendI32U()
	f.I64Add()
	f.LocalSet(hi)
	f.LocalGet(p)
	f.LocalGet(hi)
	f.I64Store(pcg.hi)
	f.LocalGet(p)
	f.LocalGet(lo)
	f.I64Store(pcg.lo)
	xorShift := func(n int64) {
		f.LocalTee(hi)
		f.LocalGet(hi)
		f.I64Const(n)
		f.I64ShrU()
		f.I64Xor()
	}
	f.LocalGet(hi)
	xorShift(32)
	f.I64Const(cheapBits)
	f.I64Mul()
	xorShift(48)
	f.LocalGet(lo)
	f.I64Const(1)
	f.I64Or()
	f.I64Mul()
}

// cheapBits is pcgCheap as a signed constant.
const cheapBits = pcgCheap - 1<<64

// mulHighNarrow is mulHigh of two locals, the second of which is less than 2³², as the bounds
// of cards and dice are: two of the four parts are 0, and the sum of the others has no
// carry, as (2³²-1)² + 2³²-1 < 2⁶⁴.
func mulHighNarrow(f *code.Func, x, n code.Local) {
	f.LocalGet(x)
	f.I64Const(32)
	f.I64ShrU()
	f.LocalGet(n)
	f.I64Mul()
	f.LocalGet(x)
	f.I64Const(1<<32 - 1)
	f.I64And()
	f.LocalGet(n)
	f.I64Mul()
	f.I64Const(32)
	f.I64ShrU()
	f.I64Add()
	f.I64Const(32)
	f.I64ShrU()
}

// mulHigh pushes the high half of the product of two numbers of 64 bits, which has
// four parts of 32 by 32 bits.
func mulHigh(f *code.Func, x, y func()) {
	const mask = 1<<32 - 1
	low := func(push func()) { push(); f.I64Const(mask); f.I64And() }
	high := func(push func()) { push(); f.I64Const(32); f.I64ShrU() }
	middle := f.NewLocal(code.I64)
	m := func() { f.LocalGet(middle) }
	low(x)
	low(y)
	f.I64Mul()
	f.I64Const(32)
	f.I64ShrU()
	high(x)
	low(y)
	f.I64Mul()
	f.I64Add()
	f.LocalSet(middle)
	high(x)
	high(y)
	f.I64Mul()
	high(m)
	f.I64Add()
	low(m)
	low(x)
	high(y)
	f.I64Mul()
	f.I64Add()
	f.I64Const(32)
	f.I64ShrU()
	f.I64Add()
}
