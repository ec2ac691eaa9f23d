package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// Go orders the calls, receives and logical operators of a statement, and leaves open when
// the variables between them are read: n + next() may take n before the call or after it.
// Programs show it, so we do as the gc compiler does (cmd/compile/internal/walk, order.go).
// It evaluates operands in two steps. Some are evaluated early, from left to right, and
// their values copied:
//
//   - calls and receives, && and ||, literals of maps;
//   - len, cap, append and the other predeclared functions, slice expressions, type
//     assertions unless the value is a pointer, []byte(s) and []rune(s);
//   - what must have an address and has none: a value that is put into an interface and
//     isn't a word, a string or a slice; a key of a map that isn't hashed by value; an
//     operand of == that is a struct or an array.
//
// All else is evaluated afterwards, with all its checks: variables, fields, elements,
// arithmetic, comparisons, conversions and literals of structs, arrays and slices.

// order evaluates what is early in expressions, if something in them or, with later,
// behind them may have effects. Their values are used until end is called. want gives the
// types they are converted to, nil for their own.
func (l *funcLowerer) order(es []ast.Expr, want func(i int) types.Type, later bool) (end func()) {
	if !later && (!l.anyImpure(es) || len(es) == 1 && l.early(ast.Unparen(es[0]))) {
		return func() {}
	}
	o := &ordering{funcLowerer: l}
	for i, e := range es {
		var t types.Type
		if want != nil {
			t = want(i)
		}
		o.visit(e, t, later || l.anyImpure(es[i+1:]))
	}
	return o.end
}

// ordering is the early part of an evaluation.
type ordering struct {
	*funcLowerer
	taken []ast.Expr
}

func (o *ordering) end() {
	for _, e := range o.taken {
		delete(o.hoisted, e)
	}
}

// take evaluates an expression now.
func (o *ordering) take(e ast.Expr, t types.Type) {
	e = ast.Unparen(e)
	if o.stable(e) || o.hoisted[e] != nil {
		return
	}
	if o.hoisted == nil {
		o.hoisted = map[ast.Expr]core.Expr{}
	}
	x := core.Expr(nil)
	if c, ok := e.(*ast.CompositeLit); ok && c.Type == nil {
		x = o.composite(c, t)
	} else {
		x = o.expr(e)
	}
	o.hoisted[e] = o.spillUnlessTmp(x)
	o.taken = append(o.taken, e)
}

// visit takes what is early in an expression, which is converted to t; later says whether
// something behind it may have effects.
func (o *ordering) visit(e ast.Expr, t types.Type, later bool) {
	e = ast.Unparen(e)
	if o.hoisted[e] != nil || o.value(e) != nil || o.isNil(e) || !later && !o.impure(e) {
		return
	}
	if o.early(e) {
		o.take(e, t)
		return
	}
	o.parts(e, later)
	if later && o.boxedByAddress(e, t) && o.copied(e) {
		o.take(e, t)
	}
}

// all visits expressions, from left to right.
func (o *ordering) all(later bool, t func(i int) types.Type, es ...ast.Expr) {
	for i, e := range es {
		o.visit(e, t(i), later || o.anyImpure(es[i+1:]))
	}
}

func ownTypes(int) types.Type { return nil }

// parts visits the operands of an expression that isn't early itself.
func (o *ordering) parts(e ast.Expr, later bool) {
	switch x := e.(type) {
	case *ast.StarExpr:
		o.visit(x.X, nil, later)
	case *ast.UnaryExpr:
		o.visit(x.X, nil, later)
	case *ast.TypeAssertExpr:
		o.visit(x.X, nil, later)
	case *ast.SelectorExpr:
		if sel := o.info.Selections[x]; sel != nil && sel.Kind() != types.MethodExpr {
			o.visit(x.X, nil, later)
		}
	case *ast.BinaryExpr:
		o.operandsOf(x, later)
	case *ast.IndexExpr:
		if id := instIdent(x.X); id != nil {
			if _, ok := o.info.Instances[id]; ok {
				return
			}
		}
		o.indexed(x, later)
	case *ast.CallExpr:
		if tv := o.info.Types[x.Fun]; tv.IsType() {
			o.visit(x.Args[0], tv.Type, later)
			return
		}
		o.all(later, ownTypes, x.Args...) // a function of unsafe
	case *ast.CompositeLit:
		es, ts := o.elements(x)
		o.all(later, func(i int) types.Type { return ts[i] }, es...)
	}
}

func (o *ordering) operandsOf(x *ast.BinaryExpr, later bool) {
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		o.all(later, ownTypes, x.X, x.Y)
		return
	}
	if o.isNil(x.X) || o.isNil(x.Y) {
		o.all(later, ownTypes, x.X, x.Y)
		return
	}
	t := o.comparedType(x)
	o.all(later, func(int) types.Type { return t }, x.X, x.Y)
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		for _, e := range []ast.Expr{x.X, x.Y} {
			if later && o.copied(e) {
				o.take(e, nil)
			}
		}
	}
}

func (o *ordering) indexed(x *ast.IndexExpr, later bool) {
	m, ok := o.coreType(o.typeOf(x.X)).(*types.Map)
	if !ok {
		o.all(later, ownTypes, x.X, x.Index)
		return
	}
	o.all(later, func(i int) types.Type { return []types.Type{nil, m.Key()}[i] }, x.X, x.Index)
	o.key(x.Index, m, later)
}

// key takes a map's key that must have an address and has none.
func (o *ordering) key(e ast.Expr, m *types.Map, later bool) {
	made := o.copied(e) || castKey(m) || isInterface(m.Key()) && !types.Identical(o.st(m.Key()), o.typeOf(e))
	if later && !fastKey(m) && made && o.value(e) == nil && !o.isNil(e) {
		o.take(e, m.Key())
	}
}

// orderSlice is order for the operands of a slice expression: bounds that aren't
// variables are copied at once.
func (l *funcLowerer) orderSlice(es []ast.Expr) (end func()) {
	o := &ordering{funcLowerer: l}
	for i, e := range es {
		later := l.anyImpure(es[i+1:])
		o.visit(e, nil, later)
		if _, variable := ast.Unparen(e).(*ast.Ident); i > 0 && later && !variable {
			o.take(e, nil)
		}
	}
	return o.end
}

// orderCall is order for what is called and its arguments.
func (l *funcLowerer) orderCall(x *ast.CallExpr) (end func()) {
	fun := ast.Unparen(x.Fun)
	if len(x.Args) == 1 {
		if _, ok := l.typeOf(x.Args[0]).(*types.Tuple); ok {
			o := &ordering{funcLowerer: l}
			o.visit(fun, nil, true)
			vs, ts := l.multi(x.Args[0])
			l.tuple = &tuple{x.Args[0], vs, ts}
			return o.end
		}
	}
	es := append([]ast.Expr{fun}, x.Args...)
	if !l.anyImpure(es) {
		return func() {}
	}
	sig := l.coreType(l.typeOf(fun)).(*types.Signature)
	want := func(i int) types.Type {
		n := sig.Params().Len()
		switch {
		case i == 0:
			return nil
		case i < n || !sig.Variadic():
			return sig.Params().At(i - 1).Type()
		case x.Ellipsis.IsValid():
			return nil
		}
		return sig.Params().At(n - 1).Type().(*types.Slice).Elem()
	}
	return l.order(es, want, false)
}

// orderElements is order for the values in a literal of a struct, an array or a slice.
func (l *funcLowerer) orderElements(x *ast.CompositeLit) (end func()) {
	if !l.impure(x) {
		return func() {}
	}
	o := &ordering{funcLowerer: l}
	o.parts(x, false)
	return o.end
}

// orderEntry is order for a key and its value in a literal of a map.
func (l *funcLowerer) orderEntry(kv *ast.KeyValueExpr, m *types.Map) (end func()) {
	o := &ordering{funcLowerer: l}
	later := l.impure(kv.Value)
	o.visit(kv.Key, m.Key(), later)
	o.key(kv.Key, m, later)
	o.visit(kv.Value, m.Elem(), false)
	return o.end
}

// tuple are the results of a call that are the arguments of another.
type tuple struct {
	of ast.Expr
	vs []core.Expr
	ts []types.Type
}

// elements are the values in a literal of a struct, an array or a slice, and the types
// they are converted to.
func (o *ordering) elements(x *ast.CompositeLit) (es []ast.Expr, ts []types.Type) {
	u := o.coreType(deref(o.coreType(o.typeOf(x))))
	st, isStruct := u.(*types.Struct)
	for i, e := range x.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			e = kv.Value
		}
		t := elemType(u)
		switch {
		case isStruct && keyed:
			t = st.Field(fieldNamed(st, kv.Key.(*ast.Ident).Name)).Type()
		case isStruct:
			t = st.Field(i).Type()
		}
		es, ts = append(es, e), append(ts, t)
	}
	return es, ts
}

// early reports whether an expression is evaluated early in any place.
func (l *declLowerer) early(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.CallExpr:
		if l.info.Types[x.Fun].IsType() {
			_, slice := l.coreType(l.typeOf(x)).(*types.Slice)
			return slice && hasInfo(defaultType(l.typeOf(x.Args[0])), types.IsString)
		}
		return !l.isUnsafeCall(x)
	case *ast.UnaryExpr:
		return x.Op == token.ARROW
	case *ast.BinaryExpr:
		return x.Op == token.LAND || x.Op == token.LOR
	case *ast.SliceExpr:
		return true
	case *ast.TypeAssertExpr:
		return !pointerShaped(l.typeOf(x))
	case *ast.CompositeLit:
		_, m := l.coreType(deref(l.coreType(l.typeOf(x)))).(*types.Map)
		return m && len(x.Elts) > 0
	case *ast.IndexExpr: // the compiler lends the bytes to the string
		c, ok := ast.Unparen(x.Index).(*ast.CallExpr)
		_, m := l.coreType(l.typeOf(x.X)).(*types.Map)
		if !ok || !m || !l.info.Types[c.Fun].IsType() || !hasInfo(l.typeOf(c), types.IsString) {
			return false
		}
		_, bytes := l.coreType(l.typeOf(c.Args[0])).(*types.Slice)
		return bytes
	}
	return false
}

// isUnsafeCall reports a call of a function of package unsafe.
func (l *declLowerer) isUnsafeCall(x *ast.CallExpr) bool {
	s, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
	return ok && l.builtinOf(s) != ""
}

// pointerShaped reports whether an interface holds a value of type t itself, where others
// have their address in it.
func pointerShaped(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		return u.NumFields() == 1 && pointerShaped(u.Field(0).Type())
	case *types.Array:
		return u.Len() == 1 && pointerShaped(u.Elem())
	}
	return false
}

// boxedByAddress reports whether an expression is converted to an interface by a function
// that takes its address.
func (o *ordering) boxedByAddress(e ast.Expr, t types.Type) bool {
	if t == nil || !isInterface(o.st(t)) {
		return false
	}
	from := defaultType(o.typeOf(e))
	switch u := from.Underlying().(type) {
	case *types.Interface, *types.Slice, *types.Tuple:
		return false
	case *types.Basic:
		return u.Info()&types.IsString == 0 && (sizeof(u) == 1 || sizeof(u) > 8 || u.Kind() == types.UnsafePointer)
	case *types.Struct, *types.Array:
		switch sole := soleComponent(u).(type) {
		case *types.Slice:
			return false
		case *types.Basic:
			return sole.Info()&types.IsString == 0 && (hasPointers(u) || wordSize(from) == 0)
		}
		return hasPointers(u) || wordSize(from) == 0
	}
	return true
}

// soleComponent is what a struct of one field or an array of one element consists of.
func soleComponent(t types.Type) types.Type {
	switch u := t.(type) {
	case *types.Struct:
		if u.NumFields() == 1 {
			return soleComponent(u.Field(0).Type().Underlying())
		}
	case *types.Array:
		if u.Len() == 1 {
			return soleComponent(u.Elem().Underlying())
		}
	}
	return t
}

// wordSize is the size of a type that the conversion to an interface passes as a number:
// 2, 4 or 8 bytes, aligned so; 0 for others.
func wordSize(t types.Type) int64 {
	sizes := types.SizesFor("gc", "amd64")
	switch n := sizes.Sizeof(t); n {
	case 2, 4, 8:
		if sizes.Alignof(t) == n {
			return n
		}
	}
	return 0
}

func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// copied reports whether an expression must be copied to have an address.
func (o *ordering) copied(e ast.Expr) bool { return !o.addressable(e) || o.registered(e) }

// addressable reports whether an expression is a place in memory.
func (o *ordering) addressable(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := o.obj(x).(*types.Var)
		return ok
	case *ast.StarExpr:
		return true
	case *ast.SelectorExpr:
		sel := o.info.Selections[x]
		if sel == nil {
			_, ok := o.obj(x.Sel).(*types.Var)
			return ok
		}
		return sel.Kind() == types.FieldVal && (sel.Indirect() || o.addressable(x.X))
	case *ast.IndexExpr:
		switch o.coreType(o.typeOf(x.X)).(type) {
		case *types.Slice, *types.Pointer:
			return true
		case *types.Array:
			return o.addressable(x.X)
		}
	}
	return false
}
