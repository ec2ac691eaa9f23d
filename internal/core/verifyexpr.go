package core

import (
	"go/constant"
	"go/token"
	"slices"
)

// basicKind describes a basic type, for its constants and operators.
type basicKind struct {
	kind     constant.Kind
	bits     int
	unsigned bool
}

func (k basicKind) known() bool { return k.kind != constant.Unknown }

// basicKinds are the basic types. int, uint and uintptr have 64 bits.
var basicKinds = map[string]basicKind{
	"bool": {kind: constant.Bool}, "string": {kind: constant.String},
	"int": {constant.Int, 64, false}, "int8": {constant.Int, 8, false}, "int16": {constant.Int, 16, false},
	"int32": {constant.Int, 32, false}, "int64": {constant.Int, 64, false},
	"uint": {constant.Int, 64, true}, "uint8": {constant.Int, 8, true}, "uint16": {constant.Int, 16, true},
	"uint32": {constant.Int, 32, true}, "uint64": {constant.Int, 64, true}, "uintptr": {constant.Int, 64, true},
	"float32": {kind: constant.Float, bits: 32}, "float64": {kind: constant.Float, bits: 64},
	"complex64": {kind: constant.Complex, bits: 64}, "complex128": {kind: constant.Complex, bits: 128},
}

// represents reports whether a constant has a value of the type.
func (k basicKind) represents(v constant.Value) bool {
	if v.Kind() != k.kind {
		return false
	}
	switch k.kind {
	case constant.Int:
		return k.holds(v)
	case constant.Float:
		return k.exact(v)
	case constant.Complex:
		half := basicKind{constant.Float, k.bits / 2, false}
		return half.exact(constant.ToFloat(constant.Real(v))) && half.exact(constant.ToFloat(constant.Imag(v)))
	}
	return true
}

// holds reports whether an integer has enough bits.
func (k basicKind) holds(v constant.Value) bool {
	switch {
	case k.unsigned:
		return constant.Sign(v) >= 0 && constant.BitLen(v) <= k.bits
	case constant.Sign(v) < 0:
		v = constant.UnaryOp(token.XOR, v, 0)
	}
	return constant.BitLen(v) < k.bits
}

// exact reports whether a float has no more digits than its type.
func (k basicKind) exact(v constant.Value) bool {
	if k.bits == 32 {
		f, exact := constant.Float32Val(v)
		return exact && f-f == 0
	}
	f, exact := constant.Float64Val(v)
	return exact && f-f == 0
}

func isKind(t *Type, kinds ...constant.Kind) bool {
	return t != nil && (t.Kind == Native || t.Kind == Basic && slices.Contains(kinds, basicKinds[t.Name].kind))
}

// right checks the right side of an assignment or declaration: an operand, or an
// expression that must stand alone.
func (c *check) right(x Expr) {
	switch x := x.(type) {
	case *Call:
		c.call(x)
	case *New:
		c.typ(x.T)
		if x.T.Kind != Pointer {
			c.fail("a new %s", x.T)
		}
	case *Make:
		c.makeExpr(x)
	case *Composite:
		c.composite(x)
	case *SliceExpr:
		c.sliceExpr(x)
	case *Index:
		c.index(x)
	default:
		c.operand(x)
	}
}

// operand checks an expression that may appear anywhere: its only effect is that
// it may panic.
func (c *check) operand(x Expr) {
	switch x := x.(type) {
	case *Var:
		c.variable(x)
	case *Const:
		c.constant(x)
	case *Nil:
		c.typ(x.T)
		if !x.T.Nilable() && x.T.Kind != Native {
			c.fail("a nil %s", x.T)
		}
	case *FuncName:
		c.funcName(x)
	case *NativeName:
		c.nativeName(x)
	case *Deref:
		c.operand(x.X)
		if t := x.X.Type(); t == nil || t.Kind != Pointer {
			c.fail("%s is no pointer", Text(x.X))
		}
	case *Field:
		c.field(x)
	case *Index:
		c.index(x)
		if x.X.Type().Kind == Map {
			c.fail("the map read %s is an operand", Text(x))
		}
	case *Unary:
		c.unary(x)
	case *Binary:
		c.binary(x)
	case *Conv:
		c.operand(x.X)
		c.typ(x.T)
	case *Addr:
		c.addr(x)
	case *Call:
		if !pure(x) {
			c.fail("the call %s is an operand", Text(x))
		}
		c.call(x)
	default:
		c.fail("the operand %T", x)
	}
}

// pure reports whether a call can be an operand: of a factory, or a length.
func pure(x *Call) bool {
	switch f := x.Fun.(type) {
	case *FuncName:
		return f.Kind == Factory
	case *Builtin:
		return f.Op == Len || f.Op == Cap
	}
	return false
}

func (c *check) variable(v *Var) {
	switch {
	case v.Kind == Global:
		if c.v.globals[v.Name] != v {
			c.fail("the global variable %s is not declared", v.Name)
		}
	case !c.fn.visible[v]:
		c.fail("the variable %s is not declared here", v.Name)
	}
}

func (c *check) constant(x *Const) {
	c.typ(x.T)
	switch {
	case x.T.Kind == Native && x.Value.Kind() != constant.Unknown:
	case x.T.Kind != Basic || !basicKinds[x.T.Name].represents(x.Value):
		c.fail("the constant %s is no %s", x.Value, x.T)
	}
}

func (c *check) funcName(f *FuncName) {
	switch {
	case c.v.funcs[f.Name] == nil:
		c.v.funcs[f.Name] = f
	case c.v.funcs[f.Name] != f:
		c.fail("there are two functions %s", f.Name)
	}
	if f.Kind == Main {
		c.fail("%s, which runs the cell, is used", f.Name)
	}
	c.called = append(c.called, f)
}

func (c *check) nativeName(x *NativeName) {
	switch {
	case !c.imports[x.Path]:
		c.fail("%s is not imported, for %s", x.Path, x.Name)
	case x.Path == RuntimePath:
		c.fail("rt.%s is not called", x.Name)
	case x.Path == TypesPath:
		if x.T != Desc {
			c.fail("ty.%s is a %s", x.Name, x.T)
		}
	case c.v.Native != nil && !c.v.Native(x.Path, x.Name):
		c.fail("there is no native %s.%s", x.Path, x.Name)
	}
	c.typ(x.T)
}

func (c *check) field(x *Field) {
	c.operand(x.X)
	switch t := x.X.Type(); {
	case t == nil:
		c.fail("a field of %s, which has no type", Text(x.X))
	case t.Kind == Native:
	case t.Kind != Struct:
		c.fail("%s is a %s, not a struct", Text(x.X), t)
	default:
		for _, f := range t.Fields {
			if f.Name == x.Name {
				if f.Type != x.T {
					c.fail("the field %s is a %s, not a %s", Text(x), f.Type, x.T)
				}
				return
			}
		}
		c.fail("%s has no field %s", t, x.Name)
	}
}

func (c *check) index(x *Index) {
	c.operand(x.X)
	c.operand(x.I)
	c.typ(x.T)
	t := x.X.Type()
	if t == nil {
		c.fail("an element of %s, which has no type", Text(x.X))
		return
	}
	key, elem := Int, t.Elem
	switch t.Kind {
	case Slice, Array:
	case Map:
		key = t.Key
	case Native:
		return
	default:
		if t != String {
			c.fail("%s is a %s, which has no elements", Text(x.X), t)
			return
		}
		elem = Byte
	}
	if !c.is(key, x.I) {
		c.fail("the index %s is a %s, not a %s", Text(x.I), x.I.Type(), key)
	}
	if elem != x.T {
		c.fail("the element %s is a %s, not a %s", Text(x), elem, x.T)
	}
}

func (c *check) sliceExpr(x *SliceExpr) {
	c.operand(x.X)
	c.typ(x.T)
	for _, i := range []Expr{x.Lo, x.Hi, x.Max} {
		if i == nil {
			continue
		}
		c.operand(i)
		if i.Type() != Int {
			c.fail("the bound %s is a %s", Text(i), i.Type())
		}
	}
	switch t := x.X.Type(); t.Kind {
	case Array:
		c.place(x.X)
	case Slice, Native:
	default:
		if t != String {
			c.fail("a slice of %s, a %s", Text(x.X), t)
		}
	}
}

func (c *check) unary(x *Unary) {
	c.operand(x.X)
	ok := false
	switch x.Op {
	case token.SUB:
		ok = isKind(x.T, constant.Int, constant.Float, constant.Complex)
	case token.XOR:
		ok = isKind(x.T, constant.Int)
	case token.NOT:
		ok = isKind(x.T, constant.Bool)
	}
	if !ok || x.X.Type() != x.T {
		c.fail("%s of a %s gives a %s", Text(x), x.X.Type(), x.T)
	}
}

// operandKinds are the kinds of basic types that an operator accepts.
var operandKinds = map[token.Token][]constant.Kind{
	token.ADD: {constant.Int, constant.Float, constant.Complex, constant.String},
	token.SUB: {constant.Int, constant.Float, constant.Complex},
	token.MUL: {constant.Int, constant.Float, constant.Complex},
	token.QUO: {constant.Int, constant.Float},
	token.REM: {constant.Int}, token.AND: {constant.Int}, token.OR: {constant.Int}, token.XOR: {constant.Int},
	token.AND_NOT: {constant.Int}, token.SHL: {constant.Int}, token.SHR: {constant.Int},
	token.LAND: {constant.Bool}, token.LOR: {constant.Bool},
	token.EQL: {constant.Bool, constant.Int, constant.Float, constant.Complex, constant.String},
	token.NEQ: {constant.Bool, constant.Int, constant.Float, constant.Complex, constant.String},
	token.LSS: {constant.Int, constant.Float, constant.String}, token.LEQ: {constant.Int, constant.Float, constant.String},
	token.GTR: {constant.Int, constant.Float, constant.String}, token.GEQ: {constant.Int, constant.Float, constant.String},
}

func (c *check) binary(x *Binary) {
	c.operand(x.X)
	c.operand(x.Y)
	tx, ty := x.X.Type(), x.Y.Type()
	ok := false
	switch x.Op {
	case token.SHL, token.SHR:
		ok = x.T == tx && isKind(tx, operandKinds[x.Op]...) && isCount(x.Y)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		_, null := x.Y.(*Nil)
		nils := null && (x.Op == token.EQL || x.Op == token.NEQ)
		ok = x.T == Bool && fits(tx, ty) && (nils || isKind(tx, operandKinds[x.Op]...))
	default:
		ok = x.T == tx && x.T == ty && isKind(tx, operandKinds[x.Op]...)
	}
	if !ok {
		c.fail("%s of a %s and a %s gives a %s", Text(x), tx, ty, x.T)
	}
}

// isCount reports whether an expression can be a shift count: a uint or a non-negative
// constant.
func isCount(x Expr) bool {
	if k, ok := x.(*Const); ok {
		return k.Value.Kind() == constant.Int && constant.Sign(k.Value) >= 0
	}
	return x.Type() == Uint
}

func (c *check) addr(x *Addr) {
	c.place(x.X)
	if x.T == nil || x.T.Kind != Pointer || x.T.Elem != x.X.Type() {
		c.fail("the address %s is a %s", Text(x), x.T)
	}
}

// place checks what can be assigned or has an address.
func (c *check) place(x Expr) {
	switch x := x.(type) {
	case *Var, *Deref:
		c.operand(x)
	case *Field:
		c.field(x)
		if _, ok := x.X.(*Deref); !ok {
			c.place(x.X)
		}
	case *Index:
		c.index(x)
		if t := x.X.Type(); t != nil && t.Kind == Array {
			c.place(x.X)
		}
	default:
		c.fail("%s is no place", Text(x))
	}
}

func (c *check) makeExpr(x *Make) {
	c.typ(x.T)
	for _, a := range x.Args {
		c.operand(a)
		if a.Type() != Int {
			c.fail("the size %s is a %s", Text(a), a.Type())
		}
	}
	n := len(x.Args)
	switch {
	case x.T.Kind == Slice && (n == 1 || n == 2), x.T.Kind == Map && n == 0, x.T.Kind == Chan && n <= 1, x.T.Kind == Native:
	default:
		c.fail("%s with %d sizes", Text(x), n)
	}
}

func (c *check) composite(x *Composite) {
	c.typ(x.T)
	for _, e := range x.Elems {
		c.operand(e)
	}
	switch {
	case x.T.Kind == Native:
	case x.T.Kind == Struct:
		if len(x.Keys) != len(x.Elems) {
			c.fail("%d fields, %d values", len(x.Keys), len(x.Elems))
			return
		}
		for i, k := range x.Keys {
			c.element(x, k, x.Elems[i])
		}
	case len(x.Keys) > 0 || x.T.Kind == Map && len(x.Elems) > 0 || x.T.Kind == Array && int64(len(x.Elems)) > x.T.Len:
		c.fail("%s with %d elements", x.T, len(x.Elems))
	case x.T.Kind == Slice, x.T.Kind == Array, x.T.Kind == Map:
		for _, e := range x.Elems {
			c.assignable(x.T.Elem, e)
		}
	default:
		c.fail("a literal of type %s", x.T)
	}
}

func (c *check) element(x *Composite, key string, e Expr) {
	for _, f := range x.T.Fields {
		if f.Name == key {
			c.assignable(f.Type, e)
			return
		}
	}
	c.fail("%s has no field %s", x.T, key)
}

// assignable checks that an expression is a value of the type.
func (c *check) assignable(t *Type, x Expr) {
	if !c.is(t, x) {
		c.fail("%s is a %s, not a %s", Text(x), x.Type(), t)
	}
}

func (c *check) is(t *Type, x Expr) bool {
	if t == Foreign { // written by natives only
		return false
	}
	return fits(t, x.Type())
}

// fits reports whether a value of one type can be used as another: the same, an
// interface, or a native package's type with the same data; and a bidirectional channel
// as either direction.
func fits(to, from *Type) bool {
	switch {
	case to == nil || from == nil:
		return false
	case to == from, to == Empty && from != Foreign, to.String() == from.String():
		return true
	case to.Kind == Native && from.Kind != Basic, from.Kind == Native && to.Kind != Basic:
		return true
	}
	return to.Kind == Chan && from.Kind == Chan && from.Dir == Both && to.Elem == from.Elem
}

// ---- calls ----

// call checks a call in a place where calls are allowed.
func (c *check) call(x *Call) {
	for _, a := range x.Args {
		if !nilAddress(a) {
			c.operand(a)
		}
	}
	if _, append := x.Fun.(*Builtin); x.Spread && !append {
		c.fail("%s spreads its arguments", Text(x))
	}
	switch f := x.Fun.(type) {
	case *Builtin:
		c.builtin(x, f.Op)
		return
	case *FuncName:
		c.funcName(f)
	case *NativeName:
		if f.Path == RuntimePath {
			c.runtime(x, "rt."+f.Name, RuntimeNative(f.Name))
			return
		}
		c.nativeName(f)
	case *Method:
		c.operand(f.X)
		if n := RuntimeMethod(f.X.Type(), f.Name); n != nil || f.T == nil {
			c.runtime(x, f.Name, n)
			return
		}
	default:
		c.operand(f)
	}
	c.arguments(x)
	c.onlyResult(x)
}

// arguments checks the arguments of a function with a type.
func (c *check) arguments(x *Call) {
	t := x.Fun.Type()
	if t != nil && t.Kind == Native { // a function type known only to Go
		return
	}
	if t == nil || t.Kind != Func {
		c.fail("%s is called, but is a %s", Text(x.Fun), t)
		return
	}
	n := len(t.Params)
	if len(x.Args) != n && !(t.Variadic && len(x.Args) >= n-1) {
		c.fail("%d arguments in %s, for %d parameters", len(x.Args), Text(x), n)
		return
	}
	for i, a := range x.Args {
		want := t.Params[min(i, n-1)]
		if t.Variadic && i >= n-1 {
			want = want.Elem
		}
		c.assignable(want, a)
	}
}

// results are the types of a call's results.
func (c *check) results(x *Call) []*Type {
	if n, ok := x.Fun.(*NativeName); ok && n.Path == RuntimePath {
		if f := RuntimeNative(n.Name); f != nil {
			return f.Results
		}
		return nil
	}
	if t := x.Fun.Type(); t != nil {
		return t.Results
	}
	return nil
}

// onlyResult checks the type that a call says it has.
func (c *check) onlyResult(x *Call) {
	if x.T == nil {
		return
	}
	t := x.Fun.Type()
	if t.Kind != Native && (len(t.Results) != 1 || !fits(x.T, t.Results[0])) {
		c.fail("%s is no %s", Text(x), x.T)
	}
}

func (c *check) builtin(x *Call, op BuiltinOp) {
	if len(x.Args) == 0 {
		c.fail("%s of nothing", op)
		return
	}
	t := x.Args[0].Type()
	rest := x.Args[1:]
	switch op {
	case Len, Cap:
		if len(rest) > 0 || x.T != Int {
			c.fail("%s of %d values gives a %s", op, len(x.Args), x.T)
		}
	case Delete:
		if t.Kind != Native && (t.Kind != Map || len(rest) != 1 || !c.is(t.Key, rest[0])) {
			c.fail("%s deletes from a %s", Text(x), t)
		}
	case Append:
		c.appended(x, t, rest)
	}
}

func (c *check) appended(x *Call, t *Type, rest []Expr) {
	if t.Kind == Native {
		return
	}
	if t.Kind != Slice || x.T != t || x.Spread && len(rest) != 1 {
		c.fail("%s appends to a %s", Text(x), t)
		return
	}
	for _, e := range rest {
		if x.Spread {
			c.assignable(t, e)
		} else {
			c.assignable(t.Elem, e)
		}
	}
}

// runtime checks a call of a run-time native against the table.
func (c *check) runtime(x *Call, name string, n *NativeFunc) {
	if n == nil {
		c.fail("there is no native %s", name)
		return
	}
	more := len(x.Args) - len(n.Params)
	if more < 0 || more > 0 && (len(n.Rest) == 0 || more%len(n.Rest) != 0) {
		c.fail("%d operands in %s", len(x.Args), Text(x))
		return
	}
	for i, a := range x.Args {
		o := Operand{}
		if i < len(n.Params) {
			o = n.Params[i]
		} else {
			o = n.Rest[(i-len(n.Params))%len(n.Rest)]
		}
		if !c.accepts(o, a) {
			c.fail("%s takes no %s, a %s", name, Text(a), a.Type())
		}
	}
	if x.T != nil && (len(n.Results) != 1 || !fits(x.T, n.Results[0])) {
		c.fail("%s is no %s", Text(x), x.T)
	}
}

// nilAddress reports whether an operand is the nil that means no address.
func nilAddress(a Expr) bool {
	n, ok := a.(*Nil)
	return ok && n.T == Empty
}

func (c *check) accepts(o Operand, a Expr) bool {
	t := a.Type()
	if t == nil {
		return false
	}
	switch o.Kind {
	case Exact:
		return fits(o.T, t)
	case Address:
		return t.Kind == Pointer || nilAddress(a)
	case FuncValue:
		return t.Kind == Func || t.Kind == Native
	case ChanValue:
		return t.Kind == Chan || t.Kind == Native
	case MapValue:
		return t.Kind == Map || t.Kind == Native
	}
	return true
}
