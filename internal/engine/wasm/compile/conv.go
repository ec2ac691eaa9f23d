package compile

import (
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// convert pushes T(x): of numbers, between strings and slices of bytes or runes, and
// between types of the same data.
func (f *function) convert(x *core.Conv) {
	from, to := f.c.Kind(x.X.Type()), f.c.Kind(x.T)
	if _, null := x.X.(*core.Nil); null {
		f.zero(f.c.layout(x.T))
		return
	}
	switch {
	case to == reflect.Interface:
		f.exprAs(x.X, x.T)
	case isNumber(from) && isNumber(to):
		f.expr(x.X)
		a, b := f.c.layout(x.X.Type()), f.c.layout(x.T)
		if len(a.slots) == 2 {
			f.convertComplex(a, b)
			return
		}
		f.convertNumber(a.slots[0], b.slots[0])
	case isNumber(from) && to == reflect.String:
		f.runeString(x.X)
	case from == reflect.String && to == reflect.Slice, from == reflect.Slice && to == reflect.String:
		f.convertText(x)
	case from == to:
		f.expr(x.X)
	default:
		refuse("a conversion of %s to %s", x.X.Type(), x.T)
	}
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Complex128 }

func (f *numeric) convertComplex(a, b *layout) {
	parts := f.pop(a.slots)
	for i, p := range parts {
		f.LocalGet(p)
		f.convertNumber(a.slots[i], b.slots[i])
	}
}

// convertNumber converts a number on the stack.
func (f *numeric) convertNumber(a, b slot) {
	switch {
	case isFloat(a) && isFloat(b):
		switch {
		case a.typ == code.F32 && b.typ == code.F64:
			f.F64PromoteF32()
		case a.typ == code.F64 && b.typ == code.F32:
			f.F32DemoteF64()
		}
	case isFloat(a):
		if a.typ == code.F32 {
			f.F64PromoteF32()
		}
		f.truncate(b)
	case isFloat(b):
		f.toFloat(a, b)
	case a.typ == code.I32 && b.typ == code.I64:
		if a.signed {
			f.I64ExtendI32S()
		} else {
			f.I64ExtendI32U()
		}
	default:
		if a.typ == code.I64 && b.typ == code.I32 {
			f.I32WrapI64()
		}
		if b.size < a.size || b.size == a.size && b.signed != a.signed || a.signed && !b.signed {
			f.normalize(b)
		}
	}
}

func isFloat(s slot) bool { return s.typ == code.F32 || s.typ == code.F64 }

func (f *numeric) toFloat(a, b slot) {
	ops := map[[2]bool][2]op{ // by width and sign: to 32 bits and to 64
		{false, false}: {(*code.Func).F32ConvertI32U, (*code.Func).F64ConvertI32U},
		{false, true}:  {(*code.Func).F32ConvertI32S, (*code.Func).F64ConvertI32S},
		{true, false}:  {(*code.Func).F32ConvertI64U, (*code.Func).F64ConvertI64U},
		{true, true}:   {(*code.Func).F32ConvertI64S, (*code.Func).F64ConvertI64S},
	}[[2]bool{a.typ == code.I64, a.signed}]
	if b.typ == code.F32 {
		ops[0](f.Func)
	} else {
		ops[1](f.Func)
	}
}

// convertText converts between a string and a slice, by the host.
func (f *function) convertText(x *core.Conv) {
	t := f.c.layout(x.T)
	from := f.c.layout(x.X.Type())
	if t.typ.Kind() == reflect.String {
		f.expr(x.X)
		ls := f.pop(from.slots)
		h := textOfBytes
		if from.typ.Elem().Kind() == reflect.Int32 {
			h = textOfRunes
		}
		f.quick(2, 2, func() { f.LocalGet(ls[0]); f.I64ExtendI32U(); f.LocalGet(ls[1]) }, h)
		f.narrowAll(t.slots)
		return
	}
	f.expr(x.X)
	ls := f.pop(from.slots)
	h := bytesOfText
	if t.typ.Elem().Kind() == reflect.Int32 {
		h = runesOfText
	}
	f.quick(2, 3, func() { f.LocalGet(ls[0]); f.I64ExtendI32U(); f.LocalGet(ls[1]) }, h)
	f.narrowAll(t.slots)
}

// narrowAll converts words on the stack to slots.
func (f *numeric) narrowAll(ss []slot) {
	ls := make([]code.Local, len(ss))
	for i := len(ss) - 1; i >= 0; i-- {
		ls[i] = f.popOne(code.I64)
	}
	for i, s := range ss {
		f.LocalGet(ls[i])
		f.narrow(s)
	}
}

// runeString pushes string(x) of an integer.
func (f *function) runeString(x core.Expr) {
	f.expr(x)
	f.widen(f.c.layout(x.Type()).slots[0])
	n := f.popOne(code.I64)
	f.quick(1, 2, func() { f.LocalGet(n) }, textOfRune)
	f.narrowAll(f.c.layout(core.String).slots)
}

// textOfRune is string(x).
func textOfRune(c *machine.Context, _ uint32, a []uint64) {
	a[0], a[1] = giveNewText(c, rt.RuneString(int64(a[0])))
}

func textOfBytes(c *machine.Context, _ uint32, a []uint64) {
	a[0], a[1] = giveNewText(c, string(sliceAt[byte](c, a[0], a[1])))
}

func textOfRunes(c *machine.Context, _ uint32, a []uint64) {
	a[0], a[1] = giveNewText(c, string(sliceAt[rune](c, a[0], a[1])))
}

func bytesOfText(c *machine.Context, _ uint32, a []uint64) {
	giveSlice(c, a, []byte(c.String(a[0], a[1])))
}

func runesOfText(c *machine.Context, _ uint32, a []uint64) {
	giveSlice(c, a, []rune(c.String(a[0], a[1])))
}
