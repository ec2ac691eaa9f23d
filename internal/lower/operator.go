package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"unicode/utf8"

	"riffle/internal/core"
	"riffle/internal/typename"
)

// constant is a constant of type t.
func (l *declLowerer) constant(v constant.Value, t types.Type) core.Expr {
	t = l.st(t)
	lt := l.lt(t)
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		l.fail(nil, "a constant of type %s", t)
	}
	switch i := b.Info(); {
	case i&types.IsBoolean != 0:
		return &core.Const{Value: v, T: lt}
	case i&types.IsString != 0:
		return &core.Const{Value: constant.MakeString(stringConst(v)), T: lt}
	case i&types.IsInteger != 0:
		return &core.Const{Value: constant.ToInt(v), T: lt}
	case i&types.IsFloat != 0:
		return &core.Const{Value: rounded(v, b.Kind() == types.Float32), T: lt}
	case i&types.IsComplex != 0:
		v, single := constant.ToComplex(v), b.Kind() == types.Complex64
		re, im := rounded(constant.Real(v), single), rounded(constant.Imag(v), single)
		return &core.Const{Value: constant.BinaryOp(re, token.ADD, constant.MakeImag(im)), T: lt}
	}
	l.fail(nil, "the constant %s", v)
	return nil
}

func stringConst(v constant.Value) string {
	if v.Kind() != constant.Int {
		return constant.StringVal(v)
	}
	n, ok := constant.Int64Val(v)
	if !ok || n < 0 || n > 0x10ffff {
		n = 0xfffd
	}
	return string(rune(n))
}

// rounded is the float nearest to v.
func rounded(v constant.Value, single bool) constant.Value {
	v = constant.ToFloat(v)
	if single {
		f, _ := constant.Float32Val(v)
		return constant.MakeFloat64(float64(f))
	}
	f, _ := constant.Float64Val(v)
	return constant.MakeFloat64(f)
}

func (l *funcLowerer) binary(x *ast.BinaryExpr) core.Expr {
	switch x.Op {
	case token.LAND, token.LOR:
		return l.logical(x)
	case token.SHL, token.SHR:
		return l.shift(x)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return l.comparison(x)
	}
	t := defaultType(l.typeOf(x))
	ab := l.list([]ast.Expr{x.X, x.Y}, func(int) types.Type { return t })
	if mask := l.remainderMask(x); mask != nil {
		return &core.Binary{Op: token.AND, X: ab[0], Y: &core.Const{Value: mask, T: l.lt(t)}, T: l.lt(t)}
	}
	return l.arithmetic(x.Op, ab[0], ab[1], t)
}

// remainderMask has the bits of x % 2^k if x can't be negative; nil for other operations.
func (l *declLowerer) remainderMask(x *ast.BinaryExpr) constant.Value {
	d := l.value(x.Y)
	if d == nil || x.Op != token.REM || !l.nonNegative(x.X) {
		return nil
	}
	d = constant.ToInt(d)
	mask := constant.BinaryOp(d, token.SUB, constant.MakeInt64(1))
	if constant.Sign(d) <= 0 || constant.Sign(constant.BinaryOp(d, token.AND, mask)) != 0 {
		return nil
	}
	return mask
}

// arithmetic is a op b, both of type t.
func (l *funcLowerer) arithmetic(op token.Token, a, b core.Expr, t types.Type) core.Expr {
	lt := l.lt(t)
	switch {
	case op == token.QUO && hasInfo(t, types.IsComplex):
		c := l.intern(&core.Type{Kind: core.Basic, Name: "complex128"})
		q := l.rtValue(c, "Quo", &core.Conv{T: c, X: a}, &core.Conv{T: c, X: b})
		return l.spillTo(lt, &core.Conv{T: lt, X: q})
	case op == token.QUO && hasInfo(t, types.IsInteger) || op == token.REM:
		if c, ok := b.(*core.Const); !ok || constant.Sign(c.Value) == 0 {
			if faults(a) {
				a = l.spill(a) // it panics first
			}
			b = l.spillUnlessTmp(b)
			l.emit(&core.If{Cond: &core.Binary{Op: token.EQL, X: b, Y: &core.Const{Value: constant.MakeInt64(0), T: lt}, T: core.Bool},
				Then: []core.Stmt{&core.Do{X: &core.Call{Fun: core.Rt("DivideByZero")}}}})
		}
	}
	return &core.Binary{Op: op, X: a, Y: b, T: lt}
}

// logical evaluates the right side only if needed.
func (l *funcLowerer) logical(x *ast.BinaryExpr) core.Expr {
	a := l.expr(x.X)
	var b core.Expr
	pre := l.collect(func() { b = l.expr(x.Y) })
	if len(pre) == 0 {
		return &core.Binary{Op: x.Op, X: a, Y: b, T: a.Type()}
	}
	r := l.spill(a)
	cond := r
	if x.Op == token.LOR {
		cond = &core.Unary{Op: token.NOT, X: r, T: r.Type()}
	}
	l.emit(&core.If{Cond: cond, Then: append(pre, &core.Assign{L: []core.Expr{r}, R: []core.Expr{b}})})
	return r
}

func (l *funcLowerer) shift(x *ast.BinaryExpr) core.Expr {
	defer l.order([]ast.Expr{x.X, x.Y}, nil, false)()
	t := defaultType(l.typeOf(x))
	var a core.Expr
	if v := l.value(x.X); v != nil {
		a = l.spill(l.constant(v, t))
	} else {
		a = l.expr(x.X)
	}
	return &core.Binary{Op: x.Op, X: a, Y: l.shiftCount(x.Y), T: l.lt(t)}
}

// shiftCount is a shift's right operand as a uint; a negative one panics.
func (l *funcLowerer) shiftCount(e ast.Expr) core.Expr {
	if v := l.value(e); v != nil {
		n := &core.Const{Value: constant.ToInt(v), T: core.Int}
		if !representable(n.Value, types.Typ[types.Int]) {
			n.T = core.Uint
		}
		return n
	}
	t := l.typeOf(e)
	n := l.expr(e)
	if !hasInfo(t, types.IsUnsigned) {
		n = l.spillUnlessTmp(n)
		l.emit(&core.If{Cond: &core.Binary{Op: token.LSS, X: n, Y: &core.Const{Value: constant.MakeInt64(0), T: n.Type()}, T: core.Bool},
			Then: []core.Stmt{&core.Do{X: &core.Call{Fun: core.Rt("NegativeShift")}}}})
	}
	return &core.Conv{T: core.Uint, X: n}
}

func (l *funcLowerer) comparison(x *ast.BinaryExpr) core.Expr {
	if l.isNil(x.X) || l.isNil(x.Y) {
		return l.compareNil(x)
	}
	t := l.comparedType(x)
	ab := l.list([]ast.Expr{x.X, x.Y}, func(int) types.Type { return t })
	return l.compare(x.Op, ab[0], ab[1], t)
}

// comparedType is the type in which both operands are compared.
func (l *declLowerer) comparedType(x *ast.BinaryExpr) types.Type {
	tx, ty := l.typeOf(x.X), l.typeOf(x.Y)
	switch {
	case isInterface(tx) && types.Identical(tx, ty):
		return tx
	case isInterface(tx) || isInterface(ty):
		return emptyInterface
	case isUntyped(tx) && isUntyped(ty):
		return l.widerUntyped(tx, ty)
	case isUntyped(tx):
		return ty
	}
	return tx
}

func (l *Lowerer) widerUntyped(a, b types.Type) types.Type {
	if b.(*types.Basic).Kind() > a.(*types.Basic).Kind() {
		a = b
	}
	return defaultType(a)
}

// compare is a op b, both of type t: operators compare only basic types.
func (l *funcLowerer) compare(op token.Token, a, b core.Expr, t types.Type) core.Expr {
	if _, ok := t.Underlying().(*types.Basic); ok && !isUnsafe(t) {
		return &core.Binary{Op: op, X: a, Y: b, T: core.Bool}
	}
	name := "Equal"
	if _, ok := t.Underlying().(*types.Chan); ok {
		name = "SameChan"
	}
	r := l.rtValue(core.Bool, name, a, b)
	if op == token.NEQ {
		return &core.Unary{Op: token.NOT, X: r, T: core.Bool}
	}
	return r
}

func (l *funcLowerer) compareNil(x *ast.BinaryExpr) core.Expr {
	o := x.X
	if l.isNil(o) {
		o = x.Y
	}
	if l.isNil(o) {
		return core.BoolConst(x.Op == token.EQL)
	}
	v := l.atom(l.underlying(o))
	return &core.Binary{Op: x.Op, X: v, Y: &core.Nil{T: v.Type()}, T: core.Bool}
}

// conversion is T(e).
func (l *funcLowerer) conversion(e ast.Expr, to types.Type) core.Expr {
	from := defaultType(l.typeOf(e))
	if isInterface(to) || l.isNil(e) {
		return l.exprTo(e, to)
	}
	if v := l.value(e); v != nil {
		if x := l.constConversion(v, from, to); x != nil {
			return x
		}
	}
	if isUnsafe(from) || isUnsafe(l.st(to)) {
		return l.unsafeConversion(e, from, to)
	}
	l.checkLayout(e, from, l.st(to))
	x := l.exprTo(e, from)
	lf, lto := l.lt(from), l.lt(to)
	if lf == lto {
		return x
	}
	if l.isRec(from) || l.isRec(to) {
		return l.rewrap(x, from, to)
	}
	s := l.convertValue(x, from, to)
	if v := l.value(e); v != nil && v.Kind() == constant.String {
		return l.filled(s, constant.StringVal(v), to)
	}
	return s
}

// filled gives a slice that is made of a constant text no more room than that needs, as gc
// does: what is appended to it twice is not in the same place.
func (l *funcLowerer) filled(s core.Expr, text string, to types.Type) core.Expr {
	t, ok := l.st(to).Underlying().(*types.Slice)
	if !ok {
		return s
	}
	n := len(text)
	if b, ok := t.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Int32 {
		n = utf8.RuneCountInString(text)
	}
	return l.spill(&core.SliceExpr{X: s, Hi: core.IntConst(int64(n)), Max: core.IntConst(int64(n)), T: l.lt(to)})
}

// checkLayout refuses conversions between a struct of the library's and a type of the
// user's that differ in memory, since the struct has fields that only the library knows:
// of pointers, whatever the fields, and of values, if their types have no name here.
func (l *funcLowerer) checkLayout(e ast.Expr, from, to types.Type) {
	f, t := from, to
	p, pointer := from.Underlying().(*types.Pointer)
	if q, ok := to.Underlying().(*types.Pointer); ok && pointer {
		f, t = p.Elem(), q.Elem()
	}
	st, ok := f.Underlying().(*types.Struct)
	if !ok || ofLibrary(f) == ofLibrary(t) || l.lt(f) == l.lt(t) {
		return
	}
	for field := range st.Fields() {
		if !field.Exported() && (pointer || l.lt(field.Type()) == core.Empty && !isInterface(field.Type())) {
			l.fail(e, "the conversion of a %s to %s, since the library's type has fields of its own; a struct with a field of the library's type does as well", typename.Go(from), typename.Go(to))
		}
	}
}

func (l *funcLowerer) convertValue(x core.Expr, from, to types.Type) core.Expr {
	lto := l.lt(to)
	switch from.Underlying().(type) {
	case *types.Struct:
		return l.convertByReflection(x, to)
	case *types.Slice:
		switch to.Underlying().(type) {
		case *types.Array, *types.Pointer:
			return l.convertByReflection(x, to)
		}
	case *types.Signature:
		if lto.Kind == core.Func {
			return l.spillTo(lto, x)
		}
		return l.convertByReflection(x, to)
	case *types.Pointer, *types.Map, *types.Chan:
		return l.convertByReflection(x, to)
	case *types.Basic:
		if hasInfo(to, types.IsString) && hasInfo(from, types.IsInteger) {
			i64 := l.intern(&core.Type{Kind: core.Basic, Name: "int64"})
			s := l.rtValue(core.String, "RuneString", &core.Conv{T: i64, X: x})
			return l.spillTo(lto, &core.Conv{T: lto, X: s})
		}
		if isConst(x) {
			x = l.spill(x)
		}
	}
	return l.spillTo(lto, &core.Conv{T: lto, X: x})
}

func (l *funcLowerer) convertByReflection(x core.Expr, to types.Type) core.Expr {
	z := l.zero(to)
	l.rt("Convert", l.addrOf(z), x)
	return z
}

// constConversion folds the conversion of a constant where it stays one.
func (l *declLowerer) constConversion(v constant.Value, from, to types.Type) core.Expr {
	b, ok := l.st(to).Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsString|types.IsNumeric|types.IsBoolean) == 0 {
		return nil
	}
	switch {
	case b.Info()&types.IsString != 0 && v.Kind() != constant.String && v.Kind() != constant.Int:
		return nil
	case b.Info()&types.IsNumeric != 0 && v.Kind() == constant.String:
		return nil
	case b.Info()&types.IsInteger != 0:
		// T(300) with a type parameter T wraps at run time
		w := constant.ToInt(v)
		if w.Kind() != constant.Int || !representable(w, b) {
			return nil
		}
		v = w
	}
	return l.constant(v, to)
}

func representable(v constant.Value, b *types.Basic) bool {
	bits := types.SizesFor("gc", "amd64").Sizeof(b) * 8
	if b.Info()&types.IsUnsigned != 0 {
		return constant.Sign(v) >= 0 && constant.BitLen(v) <= int(bits)
	}
	if constant.Sign(v) < 0 {
		v = constant.BinaryOp(constant.UnaryOp(token.SUB, v, 0), token.SUB, constant.MakeInt64(1))
	}
	return constant.BitLen(v) < int(bits)
}
