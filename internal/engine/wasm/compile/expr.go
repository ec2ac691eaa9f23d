package compile

import (
	"go/constant"
	"go/token"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
)

// expr pushes the slots of an operand, or of another right side of an assignment.
func (f *function) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		f.load(f.place(x))
	case *core.Deref, *core.Field:
		f.read(x)
	case *core.Index:
		if f.flow.IsMap(x.X) {
			f.mapRead(x, false)
			return
		}
		f.read(x)
	case *core.Const:
		f.constant(x)
	case *core.Nil:
		f.zero(f.c.layout(x.T))
	case *core.FuncName:
		f.funcValue(x)
	case *core.NativeName:
		f.nativeValue(x)
	case *core.Unary:
		f.unary(x)
	case *core.Binary:
		f.binary(x)
	case *core.Conv:
		f.convert(x)
	case *core.Addr:
		f.addr(x)
	case *core.New:
		f.newObject(x)
	case *core.Make:
		f.makeExpr(x)
	case *core.Composite:
		f.composite(x)
	case *core.SliceExpr:
		f.sliceExpr(x)
	case *core.Call: // one that is pure
		f.call(x, nil)
	default:
		refuse("an expression %T", x)
	}
}

// read pushes a place's value, from locals if some have it already.
func (f *function) read(x core.Expr) {
	if ls, ok := f.facts.sliceIn(x); ok {
		f.push(ls)
		return
	}
	f.load(f.place(x))
}

// exprAs pushes an operand as a value of type t, which may be an interface.
func (f *function) exprAs(x core.Expr, t *core.Type) {
	if _, null := x.(*core.Nil); null {
		f.zero(f.c.layout(t))
		return
	}
	if x.Type() != t && f.c.Kind(t) == reflect.Interface && f.c.changesInterface(x, t) {
		f.toInterface(x, t)
		return
	}
	f.expr(x)
}

// zero pushes the zero of a type that isn't big.
func (f *function) zero(l *layout) {
	if l.big {
		f.allocate(l)
		return
	}
	for _, s := range l.slots {
		f.Zero(s.typ)
	}
}

func (f *function) constant(x *core.Const) {
	l := f.c.layout(x.T)
	switch v := x.Value; v.Kind() {
	case constant.Bool:
		n := int32(0)
		if constant.BoolVal(v) {
			n = 1
		}
		f.I32Const(n)
	case constant.String:
		f.text(constant.StringVal(v))
	default:
		if len(l.slots) == 2 {
			f.number(l.slots[0], constant.Real(v))
			f.number(l.slots[1], constant.Imag(v))
			return
		}
		f.number(l.slots[0], v)
	}
}

// text pushes a string constant, which the module keeps.
func (f *function) text(s string) {
	if s == "" {
		f.I32Const(0)
		f.I64Const(0)
		return
	}
	off, ok := f.c.texts[s]
	if !ok {
		off = f.c.constant([]byte(s + "\x00"))
		f.c.texts[s] = off
	}
	f.I32Const(int32(off))
	f.I64Const(int64(len(s)))
}

func (f *numeric) number(s slot, v constant.Value) {
	switch s.typ {
	case code.F64:
		x, _ := constant.Float64Val(constant.ToFloat(v))
		f.F64Const(x)
	case code.F32:
		x, _ := constant.Float32Val(constant.ToFloat(v))
		f.F32Const(x)
	case code.I64:
		f.I64Const(integer(v))
	default:
		f.I32Const(int32(integer(v)))
	}
}

// integer is the bits of an integer constant.
func integer(v constant.Value) int64 {
	v = constant.ToInt(v)
	if n, ok := constant.Int64Val(v); ok {
		return n
	}
	n, _ := constant.Uint64Val(v)
	return int64(n)
}

func (f *function) unary(x *core.Unary) {
	l := f.c.layout(x.T)
	f.expr(x.X)
	switch x.Op {
	case token.NOT:
		f.I32Eqz()
	case token.XOR:
		if l.slots[0].typ == code.I64 {
			f.I64Const(-1)
			f.I64Xor()
		} else {
			f.I32Const(-1)
			f.I32Xor()
			f.normalize(l.slots[0])
		}
	case token.SUB:
		parts := f.pop(l.slots)
		for i, s := range l.slots {
			f.negate(s, parts[i])
		}
	default:
		refuse("the operator %s", x.Op)
	}
}

func (f *numeric) negate(s slot, x code.Local) {
	switch s.typ {
	case code.F64:
		f.LocalGet(x)
		f.F64Neg()
	case code.F32:
		f.LocalGet(x)
		f.F32Neg()
	case code.I64:
		f.I64Const(0)
		f.LocalGet(x)
		f.I64Sub()
	default:
		f.I32Const(0)
		f.LocalGet(x)
		f.I32Sub()
		f.normalize(s)
	}
}

// normalize extends an integer of less than 32 bits, whose other bits are arbitrary.
func (f *numeric) normalize(s slot) {
	switch {
	case s.typ != code.I32 || s.size == 4:
	case s.signed && s.size == 1:
		f.I32Extend8S()
	case s.signed:
		f.I32Extend16S()
	default:
		f.I32Const(1<<(8*int32(s.size)) - 1)
		f.I32And()
	}
}
