package compile

import (
	"go/constant"
	"go/token"
	"math/bits"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
)

// Division is by far the slowest integer operation, and wazero doesn't optimise division
// by a constant. Compiled Go multiplies by a reciprocal instead, with a product of 128
// bits, which WebAssembly doesn't have. A product of 64 bits is enough for a dividend of
// 31, as most are: larger ones are divided.
//
// Granlund and Montgomery, Division by invariant integers using multiplication (1994),
// theorem 4.2: for 0 <= n < 2^N and 2^(N+l) < m*d <= 2^(N+l) + 2^l, n/d is
// n*m >> (N+l). With N = 31 and 2^l >= d, m = 2^(N+l)/d + 1 is such a number of at
// most 32 bits.

// constantDivisor is a divisor that divideByConstant takes, ok is false for others.
func constantDivisor(x core.Expr, s slot) (d uint64, ok bool) {
	k, isConst := x.(*core.Const)
	if !isConst || s.typ != code.I64 {
		return 0, false
	}
	d, exact := constant.Uint64Val(k.Value)
	return d, exact && d >= 2 && (d < 1<<31 || d&(d-1) == 0 && d < 1<<62)
}

// divideByConstant divides what is on the stack by d.
func (f *numeric) divideByConstant(o token.Token, s slot, d uint64) {
	x := f.popOne(code.I64)
	if d&(d-1) == 0 {
		f.divideByPower(o, s, x, bits.TrailingZeros64(d))
		return
	}
	l := bits.Len64(d - 1)
	f.LocalGet(x)
	f.I64Const(1 << 31)
	f.I64LtU()
	f.If(code.I64)
	if o == token.REM {
		f.LocalGet(x)
	}
	f.LocalGet(x)
	f.I64Const(int64(1<<(31+l)/d + 1))
	f.I64Mul()
	f.I64Const(int64(31 + l))
	f.I64ShrU()
	if o == token.REM {
		f.I64Const(int64(d))
		f.I64Mul()
		f.I64Sub()
	}
	f.Else()
	f.LocalGet(x)
	f.I64Const(int64(d))
	f.emit(o, s)
	f.End()
}

// divideByPower divides x by 2^k. Go rounds to zero and a shift rounds down, so d-1 is
// added to a negative dividend.
func (f *numeric) divideByPower(o token.Token, s slot, x code.Local, k int) {
	bias := func() {
		f.LocalGet(x)
		f.I64Const(63)
		f.I64ShrS()
		f.I64Const(int64(64 - k))
		f.I64ShrU()
	}
	f.LocalGet(x)
	if s.signed {
		bias()
		f.I64Add()
	}
	if o == token.REM {
		f.I64Const(1<<k - 1)
		f.I64And()
		if s.signed {
			bias()
			f.I64Sub()
		}
		return
	}
	f.I64Const(int64(k))
	if s.signed {
		f.I64ShrS()
	} else {
		f.I64ShrU()
	}
}
