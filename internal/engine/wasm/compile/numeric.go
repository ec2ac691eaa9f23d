package compile

import "riffle/internal/engine/wasm/code"

// numeric emits what happens to values in locals and on the stack alone: arithmetic,
// conversions, and how slots become words. It knows no frame, no memory and no facts. Its
// other methods are in arith.go, divide.go, conv.go and truncate.go.
type numeric struct {
	*code.Func
	*locals
	types *layouts
}

// widen extends a slot's value to 64 bits.
func (f *numeric) widen(s slot) {
	switch {
	case s.typ == code.F64:
		f.I64ReinterpretF64()
	case s.typ == code.F32:
		f.I32ReinterpretF32()
		f.I64ExtendI32U()
	case s.typ == code.I32 && s.signed:
		f.I64ExtendI32S()
	case s.typ == code.I32:
		f.I64ExtendI32U()
	}
}

// narrow converts 64 bits to a slot's value.
func (f *numeric) narrow(s slot) {
	switch s.typ {
	case code.F64:
		f.F64ReinterpretI64()
	case code.F32:
		f.I32WrapI64()
		f.F32ReinterpretI32()
	case code.I32:
		f.I32WrapI64()
	}
}
