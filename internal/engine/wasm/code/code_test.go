package code

import (
	"context"
	"math"
	"math/bits"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// instantiate runs a module on wazero.
func instantiate(t *testing.T, m *Module) api.Module {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	t.Cleanup(func() { r.Close(ctx) })
	mod, err := r.Instantiate(ctx, m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return mod
}

func call(t *testing.T, mod api.Module, name string, args ...uint64) uint64 {
	t.Helper()
	out, err := mod.ExportedFunction(name).Call(context.Background(), args...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(out) == 0 {
		return 0
	}
	if t := Type(mod.ExportedFunction(name).Definition().ResultTypes()[0]); t == I32 || t == F32 { // the rest of the word is undefined
		return uint64(uint32(out[0]))
	}
	return out[0]
}

func signature(result Type, params ...Type) Signature {
	return Signature{Params: params, Results: []Type{result}}
}

// instruction is one with two operands, or with one that ignores y.
type instruction[T any] struct {
	name string
	emit func(f *Func)
	want func(x, y T) uint64
}

// check runs instructions on all pairs of operands.
func check[T any](t *testing.T, operand, result Type, arity int, values []T, bitsOf func(T) uint64, ins []instruction[T]) {
	t.Helper()
	m := &Module{}
	for _, in := range ins {
		f := m.NewFunc(in.name, signature(result, operand, operand))
		for i := range arity {
			f.LocalGet(Local(i))
		}
		in.emit(f)
	}
	if result == I32 {
		ins = append(ins, branches(m, operand, arity, ins)...)
	}
	mod := instantiate(t, m)
	for _, in := range ins {
		for _, x := range values {
			for _, y := range values {
				if got, want := call(t, mod, in.name, bitsOf(x), bitsOf(y)), in.want(x, y); got != want {
					t.Errorf("%s of %v, %v is %#x, want %#x", in.name, x, y, got, want)
				}
			}
		}
	}
}

// branches adds functions in which an instruction's result is a condition, and its
// opposite is one. They return 1 if the branch is taken.
func branches[T any](m *Module, operand Type, arity int, ins []instruction[T]) (out []instruction[T]) {
	ways := map[string]func(f *Func){
		"Rarely": func(f *Func) {
			f.Rarely()
			f.I32Const(1)
			f.Return()
			f.End()
			f.End()
			f.I32Const(0)
		},
		"BrIf": func(f *Func) {
			f.BrIf(1)
			f.I32Const(0)
			f.Return()
			f.End()
			f.I32Const(1)
		},
	}
	for _, in := range ins {
		for way, branch := range ways {
			for _, opposite := range []bool{false, true} {
				b := in
				b.name = way + in.name
				if opposite {
					b.name += "Not"
				}
				b.want = func(x, y T) uint64 { return truth(in.want(x, y) != 0 != opposite) }
				f := m.NewFunc(b.name, signature(I32, operand, operand))
				f.Block()
				for i := range arity {
					f.LocalGet(Local(i))
				}
				in.emit(f)
				if opposite {
					f.I32Eqz()
				}
				branch(f)
				out = append(out, b)
			}
		}
	}
	return out
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

var longs = []int64{0, 1, -1, 2, 63, 64, -7, math.MaxInt64, math.MinInt64, 1 << 32, 0x0123456789abcdef}

func u(x int64) uint64 { return uint64(x) }

// Division by zero and the overflow of division trap, so tests keep y from them.
func divisor(y int64) int64 {
	if y == 0 || y == -1 {
		return 3
	}
	return y
}

func replaceDivisor(f *Func) { // as divisor does
	f.LocalSet(1)
	f.I64Const(3)
	f.LocalGet(1)
	f.LocalGet(1)
	f.I64Const(1)
	f.I64Add()
	f.I64Const(2)
	f.I64LtU()
	f.Select()
}

func TestLongs(t *testing.T) {
	check(t, I64, I64, 2, longs, u, []instruction[int64]{
		{"add", (*Func).I64Add, func(x, y int64) uint64 { return u(x + y) }},
		{"sub", (*Func).I64Sub, func(x, y int64) uint64 { return u(x - y) }},
		{"mul", (*Func).I64Mul, func(x, y int64) uint64 { return u(x * y) }},
		{"div_s", func(f *Func) { replaceDivisor(f); f.I64DivS() }, func(x, y int64) uint64 { return u(x / divisor(y)) }},
		{"div_u", func(f *Func) { replaceDivisor(f); f.I64DivU() }, func(x, y int64) uint64 { return u(x) / u(divisor(y)) }},
		{"rem_s", func(f *Func) { replaceDivisor(f); f.I64RemS() }, func(x, y int64) uint64 { return u(x % divisor(y)) }},
		{"rem_u", func(f *Func) { replaceDivisor(f); f.I64RemU() }, func(x, y int64) uint64 { return u(x) % u(divisor(y)) }},
		{"and", (*Func).I64And, func(x, y int64) uint64 { return u(x & y) }},
		{"or", (*Func).I64Or, func(x, y int64) uint64 { return u(x | y) }},
		{"xor", (*Func).I64Xor, func(x, y int64) uint64 { return u(x ^ y) }},
		{"shl", (*Func).I64Shl, func(x, y int64) uint64 { return u(x << (y & 63)) }},
		{"shr_s", (*Func).I64ShrS, func(x, y int64) uint64 { return u(x >> (y & 63)) }},
		{"shr_u", (*Func).I64ShrU, func(x, y int64) uint64 { return u(x) >> (y & 63) }},
		{"rotl", (*Func).I64Rotl, func(x, y int64) uint64 { return bits.RotateLeft64(u(x), int(y&63)) }},
		{"rotr", (*Func).I64Rotr, func(x, y int64) uint64 { return bits.RotateLeft64(u(x), -int(y&63)) }},
		{"first", (*Func).Drop, func(x, y int64) uint64 { return u(x) }},
	})
	check(t, I64, I32, 2, longs, u, []instruction[int64]{
		{"eq", (*Func).I64Eq, func(x, y int64) uint64 { return truth(x == y) }},
		{"ne", (*Func).I64Ne, func(x, y int64) uint64 { return truth(x != y) }},
		{"lt_s", (*Func).I64LtS, func(x, y int64) uint64 { return truth(x < y) }},
		{"lt_u", (*Func).I64LtU, func(x, y int64) uint64 { return truth(u(x) < u(y)) }},
		{"gt_s", (*Func).I64GtS, func(x, y int64) uint64 { return truth(x > y) }},
		{"gt_u", (*Func).I64GtU, func(x, y int64) uint64 { return truth(u(x) > u(y)) }},
		{"le_s", (*Func).I64LeS, func(x, y int64) uint64 { return truth(x <= y) }},
		{"le_u", (*Func).I64LeU, func(x, y int64) uint64 { return truth(u(x) <= u(y)) }},
		{"ge_s", (*Func).I64GeS, func(x, y int64) uint64 { return truth(x >= y) }},
		{"ge_u", (*Func).I64GeU, func(x, y int64) uint64 { return truth(u(x) >= u(y)) }},
	})
	check(t, I64, I64, 1, longs, u, []instruction[int64]{
		{"clz", (*Func).I64Clz, func(x, _ int64) uint64 { return uint64(bits.LeadingZeros64(u(x))) }},
		{"ctz", (*Func).I64Ctz, func(x, _ int64) uint64 { return uint64(bits.TrailingZeros64(u(x))) }},
		{"popcnt", (*Func).I64Popcnt, func(x, _ int64) uint64 { return uint64(bits.OnesCount64(u(x))) }},
		{"extend8", (*Func).I64Extend8S, func(x, _ int64) uint64 { return u(int64(int8(x))) }},
		{"extend16", (*Func).I64Extend16S, func(x, _ int64) uint64 { return u(int64(int16(x))) }},
		{"extend32", (*Func).I64Extend32S, func(x, _ int64) uint64 { return u(int64(int32(x))) }},
		{"wrapped", func(f *Func) { f.I32WrapI64(); f.I64ExtendI32U() }, func(x, _ int64) uint64 { return uint64(uint32(x)) }},
		{"signed", func(f *Func) { f.I32WrapI64(); f.I64ExtendI32S() }, func(x, _ int64) uint64 { return u(int64(int32(x))) }},
	})
	check(t, I64, I32, 1, longs, u, []instruction[int64]{
		{"eqz", (*Func).I64Eqz, func(x, _ int64) uint64 { return truth(x == 0) }},
		{"wrap", (*Func).I32WrapI64, func(x, _ int64) uint64 { return uint64(uint32(x)) }},
	})
	check(t, I64, F64, 1, longs, u, []instruction[int64]{
		{"reinterpret", (*Func).F64ReinterpretI64, func(x, _ int64) uint64 { return u(x) }},
		{"convert", (*Func).F64ConvertI64S, func(x, _ int64) uint64 { return math.Float64bits(float64(x)) }},
		{"convert_u", (*Func).F64ConvertI64U, func(x, _ int64) uint64 { return math.Float64bits(float64(u(x))) }},
	})
	check(t, I64, F32, 1, longs, u, []instruction[int64]{
		{"convert", (*Func).F32ConvertI64S, func(x, _ int64) uint64 { return uint64(math.Float32bits(float32(x))) }},
		{"convert_u", (*Func).F32ConvertI64U, func(x, _ int64) uint64 { return uint64(math.Float32bits(float32(u(x)))) }},
	})
}

var ints = []int32{0, 1, -1, 2, 31, 32, -7, math.MaxInt32, math.MinInt32, 0x01234567}

func u32(x int32) uint64 { return uint64(uint32(x)) }

func TestInts(t *testing.T) {
	check(t, I32, I32, 2, ints, u32, []instruction[int32]{
		{"add", (*Func).I32Add, func(x, y int32) uint64 { return u32(x + y) }},
		{"sub", (*Func).I32Sub, func(x, y int32) uint64 { return u32(x - y) }},
		{"mul", (*Func).I32Mul, func(x, y int32) uint64 { return u32(x * y) }},
		{"and", (*Func).I32And, func(x, y int32) uint64 { return u32(x & y) }},
		{"or", (*Func).I32Or, func(x, y int32) uint64 { return u32(x | y) }},
		{"xor", (*Func).I32Xor, func(x, y int32) uint64 { return u32(x ^ y) }},
		{"shl", (*Func).I32Shl, func(x, y int32) uint64 { return u32(x << (y & 31)) }},
		{"shr_s", (*Func).I32ShrS, func(x, y int32) uint64 { return u32(x >> (y & 31)) }},
		{"shr_u", (*Func).I32ShrU, func(x, y int32) uint64 { return uint64(uint32(x) >> (y & 31)) }},
		{"rotl", (*Func).I32Rotl, func(x, y int32) uint64 { return uint64(bits.RotateLeft32(uint32(x), int(y&31))) }},
		{"rotr", (*Func).I32Rotr, func(x, y int32) uint64 { return uint64(bits.RotateLeft32(uint32(x), -int(y&31))) }},
		{"eq", (*Func).I32Eq, func(x, y int32) uint64 { return truth(x == y) }},
		{"ne", (*Func).I32Ne, func(x, y int32) uint64 { return truth(x != y) }},
		{"lt_s", (*Func).I32LtS, func(x, y int32) uint64 { return truth(x < y) }},
		{"lt_u", (*Func).I32LtU, func(x, y int32) uint64 { return truth(uint32(x) < uint32(y)) }},
		{"gt_s", (*Func).I32GtS, func(x, y int32) uint64 { return truth(x > y) }},
		{"gt_u", (*Func).I32GtU, func(x, y int32) uint64 { return truth(uint32(x) > uint32(y)) }},
		{"le_s", (*Func).I32LeS, func(x, y int32) uint64 { return truth(x <= y) }},
		{"le_u", (*Func).I32LeU, func(x, y int32) uint64 { return truth(uint32(x) <= uint32(y)) }},
		{"ge_s", (*Func).I32GeS, func(x, y int32) uint64 { return truth(x >= y) }},
		{"ge_u", (*Func).I32GeU, func(x, y int32) uint64 { return truth(uint32(x) >= uint32(y)) }},
	})
	check(t, I32, I32, 2, ints[1:2], u32, []instruction[int32]{ // 1 / 1: the rest is as with 64 bits
		{"div_s", (*Func).I32DivS, func(x, y int32) uint64 { return u32(x / y) }},
		{"div_u", (*Func).I32DivU, func(x, y int32) uint64 { return u32(x / y) }},
		{"rem_s", (*Func).I32RemS, func(x, y int32) uint64 { return u32(x % y) }},
		{"rem_u", (*Func).I32RemU, func(x, y int32) uint64 { return u32(x % y) }},
	})
	check(t, I32, I32, 1, ints, u32, []instruction[int32]{
		{"eqz", (*Func).I32Eqz, func(x, _ int32) uint64 { return truth(x == 0) }},
		{"clz", (*Func).I32Clz, func(x, _ int32) uint64 { return uint64(bits.LeadingZeros32(uint32(x))) }},
		{"ctz", (*Func).I32Ctz, func(x, _ int32) uint64 { return uint64(bits.TrailingZeros32(uint32(x))) }},
		{"popcnt", (*Func).I32Popcnt, func(x, _ int32) uint64 { return uint64(bits.OnesCount32(uint32(x))) }},
		{"extend8", (*Func).I32Extend8S, func(x, _ int32) uint64 { return u32(int32(int8(x))) }},
		{"extend16", (*Func).I32Extend16S, func(x, _ int32) uint64 { return u32(int32(int16(x))) }},
	})
	check(t, I32, F64, 1, ints, u32, []instruction[int32]{
		{"convert", (*Func).F64ConvertI32S, func(x, _ int32) uint64 { return math.Float64bits(float64(x)) }},
		{"convert_u", (*Func).F64ConvertI32U, func(x, _ int32) uint64 { return math.Float64bits(float64(uint32(x))) }},
	})
	check(t, I32, F32, 1, ints, u32, []instruction[int32]{
		{"convert", (*Func).F32ConvertI32S, func(x, _ int32) uint64 { return uint64(math.Float32bits(float32(x))) }},
		{"convert_u", (*Func).F32ConvertI32U, func(x, _ int32) uint64 { return uint64(math.Float32bits(float32(uint32(x)))) }},
		{"reinterpret", (*Func).F32ReinterpretI32, func(x, _ int32) uint64 { return u32(x) }},
	})
}

var doubles = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2.5, -3.7, math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, 1e10}

func f64(x float64) uint64 { return math.Float64bits(x) }
func f32(x float32) uint64 { return uint64(math.Float32bits(x)) }

func TestDoubles(t *testing.T) {
	check(t, F64, F64, 2, doubles, f64, []instruction[float64]{
		{"add", notNaN((*Func).F64Add), func(x, y float64) uint64 { return f64(orZero(x + y)) }},
		{"sub", notNaN((*Func).F64Sub), func(x, y float64) uint64 { return f64(orZero(x - y)) }},
		{"mul", notNaN((*Func).F64Mul), func(x, y float64) uint64 { return f64(orZero(x * y)) }},
		{"div", notNaN((*Func).F64Div), func(x, y float64) uint64 { return f64(orZero(x / y)) }},
		{"min", (*Func).F64Min, func(x, y float64) uint64 { return f64(min(x, y)) }},
		{"max", (*Func).F64Max, func(x, y float64) uint64 { return f64(max(x, y)) }},
		{"copysign", (*Func).F64Copysign, func(x, y float64) uint64 { return f64(math.Copysign(x, y)) }},
	})
	check(t, F64, I32, 2, append(doubles, math.NaN()), f64, []instruction[float64]{
		{"eq", (*Func).F64Eq, func(x, y float64) uint64 { return truth(x == y) }},
		{"ne", (*Func).F64Ne, func(x, y float64) uint64 { return truth(x != y) }},
		{"lt", (*Func).F64Lt, func(x, y float64) uint64 { return truth(x < y) }},
		{"gt", (*Func).F64Gt, func(x, y float64) uint64 { return truth(x > y) }},
		{"le", (*Func).F64Le, func(x, y float64) uint64 { return truth(x <= y) }},
		{"ge", (*Func).F64Ge, func(x, y float64) uint64 { return truth(x >= y) }},
	})
	check(t, F64, F64, 1, doubles, f64, []instruction[float64]{
		{"abs", (*Func).F64Abs, func(x, _ float64) uint64 { return f64(math.Abs(x)) }},
		{"neg", (*Func).F64Neg, func(x, _ float64) uint64 { return f64(-x) }},
		{"ceil", (*Func).F64Ceil, func(x, _ float64) uint64 { return f64(math.Ceil(x)) }},
		{"floor", (*Func).F64Floor, func(x, _ float64) uint64 { return f64(math.Floor(x)) }},
		{"trunc", (*Func).F64Trunc, func(x, _ float64) uint64 { return f64(math.Trunc(x)) }},
		{"nearest", (*Func).F64Nearest, func(x, _ float64) uint64 { return f64(math.RoundToEven(x)) }},
		{"sqrt", func(f *Func) { f.F64Abs(); f.F64Sqrt() }, func(x, _ float64) uint64 { return f64(math.Sqrt(math.Abs(x))) }},
	})
	check(t, F64, F32, 1, doubles, f64, []instruction[float64]{
		{"demote", (*Func).F32DemoteF64, func(x, _ float64) uint64 { return f32(float32(x)) }},
	})
	check(t, F64, I64, 1, append(doubles, math.NaN()), f64, []instruction[float64]{
		{"reinterpret", (*Func).I64ReinterpretF64, func(x, _ float64) uint64 { return f64(x) }},
		{"trunc_sat", (*Func).I64TruncSatF64S, func(x, _ float64) uint64 { return u(saturated(x, math.MinInt64, math.MaxInt64)) }},
		{"trunc_sat_u", (*Func).I64TruncSatF64U, func(x, _ float64) uint64 {
			if x >= 1<<64 {
				return math.MaxUint64
			}
			return u(saturated(x, 0, math.MaxInt64))
		}},
		{"trunc_sat_32", func(f *Func) { f.I32TruncSatF64S(); f.I64ExtendI32S() }, func(x, _ float64) uint64 { return u(saturated(x, math.MinInt32, math.MaxInt32)) }},
		{"trunc_sat_32_u", func(f *Func) { f.I32TruncSatF64U(); f.I64ExtendI32U() }, func(x, _ float64) uint64 { return u(saturated(x, 0, math.MaxUint32)) }},
	})
}

// orZero and notNaN keep the bits of a NaN, which nothing prescribes, from tests.
func orZero(x float64) float64 {
	if x != x {
		return 0
	}
	return x
}

func notNaN(emit func(*Func)) func(*Func) {
	return func(f *Func) {
		emit(f)
		f.LocalTee(0)
		f.F64Const(0)
		f.LocalGet(0)
		f.LocalGet(0)
		f.F64Eq()
		f.Select()
	}
}

func saturated(x float64, low, high int64) int64 {
	switch {
	case x != x:
		return 0
	case x <= float64(low):
		return low
	case x >= float64(high):
		return high
	}
	return int64(x)
}

func TestFloats(t *testing.T) {
	values := []float32{0, 1, -1, 0.5, 2.5, -3.5, math.MaxFloat32, 1e10}
	check(t, F32, F32, 2, values, f32, []instruction[float32]{
		{"add", (*Func).F32Add, func(x, y float32) uint64 { return f32(x + y) }},
		{"sub", (*Func).F32Sub, func(x, y float32) uint64 { return f32(x - y) }},
		{"mul", (*Func).F32Mul, func(x, y float32) uint64 { return f32(x * y) }},
		{"min", (*Func).F32Min, func(x, y float32) uint64 { return f32(min(x, y)) }},
		{"max", (*Func).F32Max, func(x, y float32) uint64 { return f32(max(x, y)) }},
		{"copysign", (*Func).F32Copysign, func(x, y float32) uint64 { return f32(float32(math.Copysign(float64(x), float64(y)))) }},
		{"div", func(f *Func) { f.Drop(); f.F32Const(3); f.F32Div() }, func(x, y float32) uint64 { return f32(x / 3) }},
	})
	check(t, F32, I32, 2, values, f32, []instruction[float32]{
		{"eq", (*Func).F32Eq, func(x, y float32) uint64 { return truth(x == y) }},
		{"ne", (*Func).F32Ne, func(x, y float32) uint64 { return truth(x != y) }},
		{"lt", (*Func).F32Lt, func(x, y float32) uint64 { return truth(x < y) }},
		{"gt", (*Func).F32Gt, func(x, y float32) uint64 { return truth(x > y) }},
		{"le", (*Func).F32Le, func(x, y float32) uint64 { return truth(x <= y) }},
		{"ge", (*Func).F32Ge, func(x, y float32) uint64 { return truth(x >= y) }},
	})
	through := func(g func(float64) float64) func(x, _ float32) uint64 {
		return func(x, _ float32) uint64 { return f32(float32(g(float64(x)))) }
	}
	check(t, F32, F32, 1, values, f32, []instruction[float32]{
		{"abs", (*Func).F32Abs, through(math.Abs)},
		{"neg", (*Func).F32Neg, func(x, _ float32) uint64 { return f32(-x) }},
		{"ceil", (*Func).F32Ceil, through(math.Ceil)},
		{"floor", (*Func).F32Floor, through(math.Floor)},
		{"trunc", (*Func).F32Trunc, through(math.Trunc)},
		{"nearest", (*Func).F32Nearest, through(math.RoundToEven)},
		{"sqrt", func(f *Func) { f.F32Abs(); f.F32Sqrt() }, func(x, _ float32) uint64 { return f32(float32(math.Sqrt(math.Abs(float64(x))))) }},
	})
	check(t, F32, I64, 1, values, f32, []instruction[float32]{
		{"promote", func(f *Func) { f.F64PromoteF32(); f.I64ReinterpretF64() }, func(x, _ float32) uint64 { return f64(float64(x)) }},
		{"reinterpret", func(f *Func) { f.I32ReinterpretF32(); f.I64ExtendI32U() }, func(x, _ float32) uint64 { return f32(x) }},
		{"trunc_sat", (*Func).I64TruncSatF32S, func(x, _ float32) uint64 { return u(saturated(float64(x), math.MinInt64, math.MaxInt64)) }},
		{"trunc_sat_32", func(f *Func) { f.I32TruncSatF32S(); f.I64ExtendI32S() }, func(x, _ float32) uint64 { return u(saturated(float64(x), math.MinInt32, math.MaxInt32)) }},
		{"trunc_sat_32_u", func(f *Func) { f.I32TruncSatF32U(); f.I64ExtendI32U() }, func(x, _ float32) uint64 { return u(saturated(float64(x), 0, math.MaxUint32)) }},
		{"trunc_sat_u", func(f *Func) { f.F32Abs(); f.F32Const(1e9); f.F32Min(); f.I64TruncSatF32U() }, func(x, _ float32) uint64 {
			return uint64(float32(min(math.Abs(float64(x)), 1e9)))
		}},
	})
}
