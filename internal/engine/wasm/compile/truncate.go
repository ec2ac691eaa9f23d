package compile

import (
	"runtime"

	"riffle/internal/engine/wasm/code"
)

// Go leaves it to the processor what a float out of an integer's range becomes. These do
// what the Go toolchain's code does on this processor, so that a program computes the
// same whether it is compiled or not.

// truncate converts a float64 on the stack to an integer.
func (f *numeric) truncate(to slot) {
	if runtime.GOARCH == "arm64" {
		f.saturate(to)
		return
	}
	x := f.popOne(code.F64)
	switch {
	case to.typ == code.I64 && !to.signed:
		f.truncateUnsigned(x)
	case to.typ == code.I64:
		f.truncate64(x)
	case to.size == 4 && !to.signed:
		f.truncate64(x)
		f.I32WrapI64()
	default:
		f.truncate32(x)
		f.normalize(to)
	}
}

// truncate64 is amd64's CVTTSD2SQ, which returns the smallest integer for what is out of
// range.
func (f *numeric) truncate64(x code.Local) {
	f.LocalGet(x)
	f.I64TruncSatF64S()
	f.I64Const(-1 << 63)
	f.LocalGet(x)
	f.F64Abs()
	f.F64Const(1 << 63)
	f.F64Lt()
	f.Select()
}

// truncate32 is CVTTSD2SL.
func (f *numeric) truncate32(x code.Local) {
	f.LocalGet(x)
	f.I32TruncSatF64S()
	f.I32Const(-1 << 31)
	f.LocalGet(x)
	f.F64Abs()
	f.F64Const(1 << 31)
	f.F64Lt()
	f.Select()
}

// truncateUnsigned is y | z & (y >> 63), where y is x and z is x - 1<<63 as signed
// integers.
func (f *numeric) truncateUnsigned(x code.Local) {
	f.truncate64(x)
	y := f.popOne(code.I64)
	f.LocalGet(x)
	f.F64Const(1 << 63)
	f.F64Sub()
	less := f.popOne(code.F64)
	f.LocalGet(y)
	f.truncate64(less)
	f.LocalGet(y)
	f.I64Const(63)
	f.I64ShrS()
	f.I64And()
	f.I64Or()
}

// saturate is arm64's FCVTZS and FCVTZU. Go takes the lower half of an int64 for a uint32.
func (f *numeric) saturate(to slot) {
	switch {
	case to.typ == code.I64 && to.signed:
		f.I64TruncSatF64S()
	case to.typ == code.I64:
		f.I64TruncSatF64U()
	case to.signed || to.size < 4:
		f.I32TruncSatF64S()
		f.normalize(to)
	default:
		f.I64TruncSatF64S()
		f.I32WrapI64()
	}
}
