package compile

import (
	"go/constant"
	"go/token"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
)

type op = func(*code.Func)

// forInts are an operator's instructions for 32 and 64 bits, signed and unsigned.
type forInts struct{ s32, u32, s64, u64 op }

var intOps = map[token.Token]forInts{
	token.ADD: {(*code.Func).I32Add, (*code.Func).I32Add, (*code.Func).I64Add, (*code.Func).I64Add},
	token.SUB: {(*code.Func).I32Sub, (*code.Func).I32Sub, (*code.Func).I64Sub, (*code.Func).I64Sub},
	token.MUL: {(*code.Func).I32Mul, (*code.Func).I32Mul, (*code.Func).I64Mul, (*code.Func).I64Mul},
	token.QUO: {(*code.Func).I32DivS, (*code.Func).I32DivU, (*code.Func).I64DivS, (*code.Func).I64DivU},
	token.REM: {(*code.Func).I32RemS, (*code.Func).I32RemU, (*code.Func).I64RemS, (*code.Func).I64RemU},
	token.AND: {(*code.Func).I32And, (*code.Func).I32And, (*code.Func).I64And, (*code.Func).I64And},
	token.OR:  {(*code.Func).I32Or, (*code.Func).I32Or, (*code.Func).I64Or, (*code.Func).I64Or},
	token.XOR: {(*code.Func).I32Xor, (*code.Func).I32Xor, (*code.Func).I64Xor, (*code.Func).I64Xor},
	token.SHL: {(*code.Func).I32Shl, (*code.Func).I32Shl, (*code.Func).I64Shl, (*code.Func).I64Shl},
	token.SHR: {(*code.Func).I32ShrS, (*code.Func).I32ShrU, (*code.Func).I64ShrS, (*code.Func).I64ShrU},
	token.EQL: {(*code.Func).I32Eq, (*code.Func).I32Eq, (*code.Func).I64Eq, (*code.Func).I64Eq},
	token.NEQ: {(*code.Func).I32Ne, (*code.Func).I32Ne, (*code.Func).I64Ne, (*code.Func).I64Ne},
	token.LSS: {(*code.Func).I32LtS, (*code.Func).I32LtU, (*code.Func).I64LtS, (*code.Func).I64LtU},
	token.GTR: {(*code.Func).I32GtS, (*code.Func).I32GtU, (*code.Func).I64GtS, (*code.Func).I64GtU},
	token.LEQ: {(*code.Func).I32LeS, (*code.Func).I32LeU, (*code.Func).I64LeS, (*code.Func).I64LeU},
	token.GEQ: {(*code.Func).I32GeS, (*code.Func).I32GeU, (*code.Func).I64GeS, (*code.Func).I64GeU},
}

// floatOps are an operator's instructions for 32 and 64 bits.
var floatOps = map[token.Token][2]op{
	token.ADD: {(*code.Func).F32Add, (*code.Func).F64Add},
	token.SUB: {(*code.Func).F32Sub, (*code.Func).F64Sub},
	token.MUL: {(*code.Func).F32Mul, (*code.Func).F64Mul},
	token.QUO: {(*code.Func).F32Div, (*code.Func).F64Div},
	token.EQL: {(*code.Func).F32Eq, (*code.Func).F64Eq},
	token.NEQ: {(*code.Func).F32Ne, (*code.Func).F64Ne},
	token.LSS: {(*code.Func).F32Lt, (*code.Func).F64Lt},
	token.GTR: {(*code.Func).F32Gt, (*code.Func).F64Gt},
	token.LEQ: {(*code.Func).F32Le, (*code.Func).F64Le},
	token.GEQ: {(*code.Func).F32Ge, (*code.Func).F64Ge},
}

// emit is the instruction of an operator for numbers like s.
func (f *numeric) emit(o token.Token, s slot) {
	switch i, fl := intOps[o], floatOps[o]; {
	case s.typ == code.F32:
		fl[0](f.Func)
	case s.typ == code.F64:
		fl[1](f.Func)
	case s.typ == code.I64 && s.signed:
		i.s64(f.Func)
	case s.typ == code.I64:
		i.u64(f.Func)
	case s.signed:
		i.s32(f.Func)
	default:
		i.u32(f.Func)
	}
}

func (f *function) binary(x *core.Binary) {
	f.binaryOf(x, func() { f.expr(x.X) }, func() { f.expr(x.Y) })
}

// binaryOf pushes the result of an operator whose operands are pushed by functions.
func (f *function) binaryOf(x *core.Binary, left, right func()) {
	switch x.Op {
	case token.LAND:
		left()
		f.If(code.I32)
		f.facts.guarded(right)
		f.Else()
		f.I32Const(0)
		f.End()
		return
	case token.LOR:
		left()
		f.If(code.I32)
		f.I32Const(1)
		f.Else()
		f.facts.guarded(right)
		f.End()
		return
	}
	t := x.X.Type()
	if _, null := x.Y.(*core.Nil); null {
		f.compareNil(x)
		return
	}
	switch kind := f.c.Kind(t); {
	case kind == reflect.String:
		f.stringOp(x, left, right)
	case kind == reflect.Complex64 || kind == reflect.Complex128:
		f.complexOp(x, left, right)
	case len(f.c.layout(t).slots) != 1:
		refuse("the operator %s of %s", x.Op, t)
	default:
		f.arithmetic(x, left, right)
	}
}

// simple reports whether an operand has at most n parts and is computed from local
// numbers by operations that can't fail.
func (p *plan) simple(x core.Expr, n int) bool {
	parts := 0
	var visit func(core.Expr) bool
	visit = func(x core.Expr) bool {
		parts++
		switch x := x.(type) {
		case *core.Const:
			return x.T.BasicKind() != constant.String
		case *core.Var:
			v := p.vars[x]
			return v != nil && !v.big && len(v.slots) == 1
		case *core.Unary:
			return visit(x.X)
		case *core.Binary:
			switch x.Op {
			case token.QUO, token.REM, token.SHL, token.SHR, token.LAND, token.LOR:
				return false
			}
			return visit(x.X) && visit(x.Y)
		}
		return false
	}
	return visit(x) && parts <= n
}

// guarded pushes an operand that isn't always evaluated: facts learned in it don't hold
// afterwards.
func (fs *facts) guarded(push func()) {
	before := fs.save()
	push()
	before.meet(fs.known)
	fs.known = before
}

// compareNil compares the first word of a value with nil.
func (f *function) compareNil(x *core.Binary) {
	l := f.c.layout(x.X.Type())
	f.expr(x.X)
	for range len(l.slots) - 1 {
		f.Drop()
	}
	if l.slots[0].typ == code.I64 {
		f.I64Eqz()
	} else {
		f.I32Eqz()
	}
	if x.Op == token.NEQ {
		f.I32Eqz()
	}
}

func (f *numeric) arithmetic(x *core.Binary, left, right func()) {
	s := f.types.layout(x.X.Type()).slots[0]
	left()
	switch {
	case x.Op == token.SHL || x.Op == token.SHR:
		f.shift(x, s, right)
		return
	case x.Op == token.AND_NOT:
		right()
		if s.typ == code.I64 {
			f.I64Const(-1)
			f.I64Xor()
		} else {
			f.I32Const(-1)
			f.I32Xor()
		}
		f.emit(token.AND, s)
		return
	}
	if x.Op == token.QUO || x.Op == token.REM {
		if d, ok := constantDivisor(x.Y, s); ok {
			f.divideByConstant(x.Op, s, d)
			return
		}
	}
	right()
	if (x.Op == token.QUO || x.Op == token.REM) && s.signed && (s.typ == code.I32 || s.typ == code.I64) && s.size >= 4 && mayBeMinusOne(x.Y) {
		f.divide(x.Op, s)
		return
	}
	f.emit(x.Op, s)
	switch x.Op {
	case token.ADD, token.SUB, token.MUL, token.QUO:
		f.normalize(s)
	}
}

func mayBeMinusOne(x core.Expr) bool {
	k, ok := x.(*core.Const)
	return !ok || constant.Sign(k.Value) < 0
}

// divide divides what is on the stack. The smallest integer by -1, which traps in
// WebAssembly, is itself.
func (f *numeric) divide(o token.Token, s slot) {
	y := f.popOne(s.typ)
	x := f.popOne(s.typ)
	f.LocalGet(y)
	f.number(s, constant.MakeInt64(-1))
	f.emit(token.EQL, s)
	f.If(s.typ)
	if o == token.QUO {
		f.negate(s, x)
	} else {
		f.Zero(s.typ)
	}
	f.Else()
	f.LocalGet(x)
	f.LocalGet(y)
	f.emit(o, s)
	f.End()
}

// shift shifts what is on the stack. WebAssembly takes counts modulo the width.
func (f *numeric) shift(x *core.Binary, s slot, count func()) {
	if k, ok := x.Y.(*core.Const); ok {
		f.shiftBy(x.Op, s, k)
		return
	}
	count()
	if f.types.layout(x.Y.Type()).slots[0].typ == code.I32 {
		f.I64ExtendI32U()
	}
	y := f.popOne(code.I64)
	limit := func(beyond func()) { // beyond, for a count of the width or more
		beyond()
		f.LocalGet(y)
		f.I64Const(s.bits())
		f.I64LtU()
		f.Select()
	}
	by := func() {
		if s.typ == code.I32 {
			f.I32WrapI64()
		}
	}
	if x.Op == token.SHR && s.signed { // then the sign remains
		f.LocalGet(y)
		limit(func() { f.I64Const(s.bits() - 1) })
		by()
		f.emit(x.Op, s)
		return
	}
	f.LocalGet(y)
	by()
	f.emit(x.Op, s)
	f.normalize(s)
	limit(func() { f.Zero(s.typ) })
}

func (f *numeric) shiftBy(o token.Token, s slot, k *core.Const) {
	n, exact := constant.Int64Val(constant.ToInt(k.Value))
	if !exact || n >= s.bits() {
		if o == token.SHL || !s.signed {
			f.Drop()
			f.Zero(s.typ)
			return
		}
		n = s.bits() - 1
	}
	f.number(s, constant.MakeInt64(n))
	f.emit(o, s)
	f.normalize(s)
}

// complexOp computes with complex numbers as Go does; division is a native.
func (f *numeric) complexOp(x *core.Binary, left, right func()) {
	l := f.types.layout(x.X.Type())
	s := l.slots[0]
	left()
	a := f.pop(l.slots)
	right()
	b := f.pop(l.slots)
	term := func(x, y code.Local, o token.Token) {
		f.LocalGet(x)
		f.LocalGet(y)
		f.emit(o, s)
	}
	switch x.Op {
	case token.ADD, token.SUB:
		term(a[0], b[0], x.Op)
		term(a[1], b[1], x.Op)
	case token.MUL:
		f.complexProduct(s, a, b)
	case token.EQL:
		term(a[0], b[0], token.EQL)
		term(a[1], b[1], token.EQL)
		f.I32And()
	case token.NEQ:
		term(a[0], b[0], token.NEQ)
		term(a[1], b[1], token.NEQ)
		f.I32Or()
	default:
		refuse("the operator %s of complex numbers", x.Op)
	}
}

// complexProduct multiplies as Go does, always with 64-bit parts.
func (f *numeric) complexProduct(s slot, a, b []code.Local) {
	wide := slot{typ: code.F64, size: 8, signed: true}
	part := func(x code.Local) {
		f.LocalGet(x)
		f.convertNumber(s, wide)
	}
	sum := func(u, v, x, y code.Local, o token.Token) {
		part(u)
		part(v)
		f.F64Mul()
		part(x)
		part(y)
		f.F64Mul()
		f.emit(o, wide)
		f.convertNumber(wide, s)
	}
	sum(a[0], b[0], a[1], b[1], token.SUB)
	sum(a[0], b[1], a[1], b[0], token.ADD)
}
