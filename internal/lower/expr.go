package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// typeOf is the type of an expression, after substitution.
func (l *declLowerer) typeOf(e ast.Expr) types.Type { return l.st(l.info.Types[e].Type) }

func (l *declLowerer) value(e ast.Expr) constant.Value { return l.info.Types[e].Value }

func (l *declLowerer) isNil(e ast.Expr) bool { return l.info.Types[e].IsNil() }

// exprTo lowers e, converted to t as an assignment converts.
func (l *funcLowerer) exprTo(e ast.Expr, t types.Type) core.Expr {
	t = l.st(t)
	if l.isNil(e) {
		return l.zero(t)
	}
	from := l.typeOf(e)
	if v := l.value(e); v != nil {
		switch {
		case isInterface(t):
			return l.asInterface(l.box(defaultType(from), l.constant(v, defaultType(from))), l.lt(t))
		case isUntyped(from):
			return l.constant(v, t)
		}
		return l.constant(v, from)
	}
	if isUntyped(from) { // a comparison or a shift
		x := l.expr(e)
		if isInterface(t) {
			return l.asInterface(l.box(types.Default(from), x), l.lt(t))
		}
		return x
	}
	return l.convert(l.expr(e), from, t)
}

// convert converts a lowered value as an assignment does: into an interface, or between a
// recursive type and its underlying type.
func (l *funcLowerer) convert(x core.Expr, from, to types.Type) core.Expr {
	from, to = l.st(from), l.st(to)
	if isInterface(to) {
		if !isInterface(from) {
			x = l.box(defaultType(from), x)
		}
		return l.asInterface(x, l.lt(to))
	}
	if _, ok := to.Underlying().(*types.Signature); ok && (native(to) && l.foreign(from) || native(from) && l.foreign(to)) {
		return l.convertByReflection(x, to) // its parameters may be interfaces
	}
	return l.rewrap(x, from, to)
}

// rewrap converts between a recursive named type and its underlying type.
func (l *funcLowerer) rewrap(x core.Expr, from, to types.Type) core.Expr {
	fr, tr := l.isRec(from), l.isRec(to)
	if !fr && !tr || l.lt(from) == l.lt(to) {
		return x
	}
	if fr {
		x = l.spill(l.unwrap(x, from))
	}
	if tr {
		x = l.wrap(x, to)
	}
	return x
}

// wrap makes a value of a recursive type of its underlying value.
func (l *funcLowerer) wrap(x core.Expr, t types.Type) core.Expr {
	if !l.isRec(t) {
		return x
	}
	lt := l.lt(t)
	return l.spillTo(lt, &core.Composite{T: lt, Keys: []string{"V"}, Elems: []core.Expr{x}})
}

// unwrap is the underlying value of a value of a recursive type.
func (l *funcLowerer) unwrap(x core.Expr, t types.Type) core.Expr {
	if !l.isRec(t) {
		return x
	}
	return &core.Field{X: l.spillUnlessTmp(x), Name: "V", T: l.under(t)}
}

// underlying lowers e as a value of its underlying type.
func (l *funcLowerer) underlying(e ast.Expr) core.Expr { return l.unwrap(l.expr(e), l.typeOf(e)) }

// impure reports whether evaluating e may have effects or be affected by those of its
// siblings: it has a call or a receive. The findings about the parts of e are kept, as
// they are needed next.
func (l *declLowerer) impure(e ast.Expr) bool {
	if known, ok := l.effects[e]; ok {
		return known
	}
	nodes, found := []ast.Node{nil}, []bool{false} // the enclosing ones, and whether something in them has effects
	leave := func() {
		last := len(nodes) - 1
		if x, ok := nodes[last].(ast.Expr); ok {
			l.effects[x] = found[last]
		}
		found[last-1] = found[last-1] || found[last]
		nodes, found = nodes[:last], found[:last]
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if n == nil {
			leave()
			return true
		}
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		nodes, found = append(nodes, n), append(found, l.acts(n))
		return true
	})
	return found[0]
}

// acts reports whether a node itself has effects, apart from its children.
func (l *declLowerer) acts(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return !l.info.Types[n.Fun].IsType() && !l.pureBuiltin(n)
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	}
	return false
}

func (l *declLowerer) pureBuiltin(n *ast.CallExpr) bool {
	for _, name := range []string{"len", "cap", "real", "imag", "min", "max"} {
		if isBuiltin(l.info, n.Fun, name) {
			return true
		}
	}
	return false
}

// stable reports whether evaluating e later gives the same.
func (l *declLowerer) stable(e ast.Expr) bool {
	if l.value(e) != nil || l.isNil(e) {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		v, ok := l.info.Uses[e].(*types.Var)
		if !ok {
			return true
		}
		return !l.vars.cell[v] && !l.vars.captured[v] && !isPackageVar(v)
	}
	return false
}

// list lowers expressions in order; want gives the types they are converted to, nil for
// their own.
func (l *funcLowerer) list(es []ast.Expr, want func(i int) types.Type) []core.Expr {
	defer l.order(es, want, false)()
	var out []core.Expr
	for i, e := range es {
		var t types.Type
		if want != nil {
			t = l.st(want(i))
		}
		if t == nil {
			t = l.ownType(e)
		}
		out = append(out, l.exprTo(e, t))
	}
	return out
}

// ownType is the type that e has by itself.
func (l *declLowerer) ownType(e ast.Expr) types.Type {
	if l.isNil(e) {
		return emptyInterface
	}
	return defaultType(l.typeOf(e))
}

var emptyInterface = types.NewInterfaceType(nil, nil)

// multi lowers an expression with several values.
func (l *funcLowerer) multi(e ast.Expr) ([]core.Expr, []types.Type) {
	if t := l.tuple; t != nil && t.of == e {
		l.tuple = nil
		return t.vs, t.ts
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		tup, ok := l.typeOf(x).(*types.Tuple)
		if !ok {
			return l.call(x), []types.Type{l.typeOf(x)}
		}
		var ts []types.Type
		for v := range tup.Variables() {
			ts = append(ts, v.Type())
		}
		return l.call(x), ts
	case *ast.IndexExpr:
		return l.mapCommaOK(x)
	case *ast.UnaryExpr:
		el := l.coreType(l.typeOf(x.X)).(*types.Chan).Elem()
		v, ok := l.recv(l.underlying(x.X), el, true)
		return []core.Expr{v, ok}, []types.Type{el, types.Typ[types.Bool]}
	case *ast.TypeAssertExpr:
		t := l.st(l.info.Types[x.Type].Type)
		v, ok := l.assertOK(l.expr(x.X), t)
		return []core.Expr{v, ok}, []types.Type{t, types.Typ[types.Bool]}
	}
	l.fail(e, "several values from %T", e)
	return nil, nil
}

func (l *funcLowerer) mapCommaOK(x *ast.IndexExpr) ([]core.Expr, []types.Type) {
	mt := l.coreType(l.typeOf(x.X)).(*types.Map)
	ab := l.mapOperands(x.X, x.Index)
	v, ok := l.zero(mt.Elem()), l.zero(types.Typ[types.Bool])
	l.emit(&core.Assign{L: []core.Expr{v, ok}, R: []core.Expr{&core.Index{X: ab[0], I: ab[1], T: l.lt(mt.Elem())}}})
	return []core.Expr{v, ok}, []types.Type{mt.Elem(), types.Typ[types.Bool]}
}

// mapOperands are a map and a key of it, each evaluated once.
func (l *funcLowerer) mapOperands(m, key ast.Expr) []core.Expr {
	t := l.typeOf(m)
	ab := l.list([]ast.Expr{m, key}, func(i int) types.Type {
		if i == 1 {
			return l.coreType(t).(*types.Map).Key()
		}
		return nil
	})
	ab[0] = l.unwrap(ab[0], t)
	return ab
}

// recv receives from a channel; with commaOK it returns whether a value came.
func (l *funcLowerer) recv(ch core.Expr, el types.Type, commaOK bool) (v, ok core.Expr) {
	v = l.zero(el)
	if !commaOK {
		l.rt("Recv", ch, l.addrOf(v), &core.Nil{T: core.Empty})
		return v, nil
	}
	ok = l.zero(types.Typ[types.Bool])
	l.rt("Recv", ch, l.addrOf(v), l.addrOf(ok))
	return v, ok
}

func (l *cellLowerer) addrOf(x core.Expr) core.Expr {
	return &core.Addr{X: x, T: l.intern(core.PointerTo(x.Type()))}
}

// expr lowers an expression to an operand.
func (l *funcLowerer) expr(e ast.Expr) core.Expr {
	if v := l.value(e); v != nil {
		return l.constant(v, defaultType(l.typeOf(e)))
	}
	if x := l.hoisted[e]; x != nil {
		return x
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return l.expr(x.X)
	case *ast.Ident:
		return l.ident(x)
	case *ast.FuncLit:
		return l.funcLit(x)
	case *ast.CallExpr:
		r := l.call(x)
		if len(r) != 1 {
			l.fail(e, "a call with %d values here", len(r))
		}
		return r[0]
	case *ast.StarExpr:
		return &core.Deref{X: l.pointer(x.X)}
	case *ast.UnaryExpr:
		return l.unary(x)
	case *ast.BinaryExpr:
		return l.binary(x)
	case *ast.SelectorExpr:
		return l.selector(x)
	case *ast.IndexExpr:
		return l.index(x)
	case *ast.IndexListExpr:
		if id := instIdent(x.X); id != nil {
			return l.funcValue(id, l.info.Uses[id].(*types.Func))
		}
	case *ast.SliceExpr:
		return l.slice(x)
	case *ast.TypeAssertExpr:
		return l.assert(x)
	case *ast.CompositeLit:
		return l.composite(x, l.typeOf(x))
	}
	l.fail(e, "the expression %T", e)
	return nil
}

func (l *funcLowerer) ident(x *ast.Ident) core.Expr {
	switch o := l.obj(x).(type) {
	case *types.Var:
		return l.variable(o)
	case *types.Nil:
		return &core.Nil{T: core.Empty}
	case *types.Func:
		return l.funcValue(x, o)
	}
	l.fail(x, "the name %s here", x.Name)
	return nil
}

func (l *declLowerer) obj(id *ast.Ident) types.Object {
	if o := l.info.Uses[id]; o != nil {
		return o
	}
	return l.info.Defs[id]
}

// pointer lowers a pointer operand to a variable.
func (l *funcLowerer) pointer(e ast.Expr) core.Expr {
	x := l.underlying(e)
	if _, ok := x.(*core.Var); ok {
		return x
	}
	return l.spill(x)
}

func (l *funcLowerer) unary(x *ast.UnaryExpr) core.Expr {
	switch x.Op {
	case token.AND:
		return l.address(x.X)
	case token.ARROW:
		el := l.coreType(l.typeOf(x.X)).(*types.Chan).Elem()
		v, _ := l.recv(l.underlying(x.X), el, false)
		return v
	case token.ADD:
		return l.expr(x.X)
	}
	v := l.expr(x.X)
	return &core.Unary{Op: x.Op, X: v, T: v.Type()}
}

func instIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

func (l *funcLowerer) index(x *ast.IndexExpr) core.Expr {
	if id := instIdent(x.X); id != nil {
		if _, ok := l.info.Instances[id]; ok {
			return l.funcValue(id, l.info.Uses[id].(*types.Func))
		}
	}
	t := l.typeOf(x.X)
	switch u := l.coreType(t).(type) {
	case *types.Map:
		ab := l.mapOperands(x.X, x.Index)
		return l.spill(&core.Index{X: ab[0], I: ab[1], T: l.lt(u.Elem())})
	case *types.Basic:
		ab := l.list([]ast.Expr{x.X, x.Index}, nil)
		return l.spill(l.element(l.atom(ab[0]), l.intIndex(ab[1]), x.X, x.Index, core.Byte))
	}
	ab := l.list([]ast.Expr{x.X, x.Index}, nil)
	base := l.indexable(l.unwrap(ab[0], t), t)
	return l.element(base, l.intIndex(ab[1]), x.X, x.Index, l.lt(elemType(l.coreType(t))))
}

// indexable dereferences a pointer to an array, and spills a non-addressable operand.
func (l *funcLowerer) indexable(x core.Expr, t types.Type) core.Expr {
	if _, ok := l.coreType(t).(*types.Pointer); ok {
		return &core.Deref{X: l.atom(x)}
	}
	switch x.(type) {
	case *core.Var, *core.Field, *core.Deref, *core.Index:
		return x
	}
	return l.spill(x)
}

func elemType(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Pointer:
		return elemType(t.Elem().Underlying())
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	case *types.Chan:
		return t.Elem()
	case *types.Basic:
		return types.Typ[types.Byte]
	}
	return nil
}

// intIndex is an index as an int.
func (l *Lowerer) intIndex(x core.Expr) core.Expr {
	if c, ok := x.(*core.Const); ok {
		return &core.Const{Value: constant.ToInt(c.Value), T: core.Int}
	}
	if x.Type().String() == "int" {
		return x
	}
	return &core.Conv{T: core.Int, X: x}
}

// atom is x as a variable.
func (l *funcLowerer) atom(x core.Expr) core.Expr {
	if _, ok := x.(*core.Var); ok {
		return x
	}
	return l.spill(x)
}

func (l *funcLowerer) slice(x *ast.SliceExpr) core.Expr {
	es := []ast.Expr{x.X}
	for _, i := range []ast.Expr{x.Low, x.High, x.Max} {
		if i != nil {
			es = append(es, i)
		}
	}
	defer l.orderSlice(es)()
	vs := l.list(es, nil)
	next := 1
	part := func(i ast.Expr) core.Expr {
		if i == nil {
			return nil
		}
		next++
		v := l.intIndex(vs[next-1])
		if isConst(v) {
			return v
		}
		return l.atom(v)
	}
	t := l.typeOf(x.X)
	base := l.unwrap(vs[0], t)
	switch l.coreType(t).(type) {
	case *types.Pointer:
		base = &core.Deref{X: l.atom(base)}
	case *types.Basic:
		base = l.atom(base)
	}
	s := &core.SliceExpr{X: base, Lo: part(x.Low), Hi: part(x.High), Max: part(x.Max), T: l.under(l.typeOf(x))}
	l.checkSlice(s, x)
	return l.wrap(l.spill(s), l.typeOf(x))
}

// address is &e.
func (l *funcLowerer) address(e ast.Expr) core.Expr {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.CompositeLit:
		return l.newWith(l.composite(x, l.typeOf(x)))
	case *ast.Ident:
		o := l.info.Uses[x].(*types.Var)
		if d, ok := l.variable(o).(*core.Deref); ok {
			return d.X
		}
		return l.addrOf(l.variable(o))
	case *ast.StarExpr:
		p := l.spillUnlessTmp(l.underlying(x.X))
		l.emit(&core.If{Cond: isNilExpr(p), Then: l.nilPanic()})
		return p
	}
	defer l.order([]ast.Expr{e}, nil, false)()
	v := l.place(e)
	if v.Type() == core.Foreign {
		return l.foreignAddress(e, v)
	}
	return l.spill(l.addrOf(v))
}

func isNilExpr(x core.Expr) core.Expr {
	return &core.Binary{Op: token.EQL, X: x, Y: &core.Nil{T: x.Type()}, T: core.Bool}
}

func (l *Lowerer) nilPanic() []core.Stmt {
	return []core.Stmt{&core.Do{X: &core.Call{Fun: core.Rt("NilDereference")}}}
}

// newWith is a pointer to a new variable with value x.
func (l *funcLowerer) newWith(x core.Expr) core.Expr {
	pt := l.intern(core.PointerTo(x.Type()))
	x = l.unlessZero(x, pt.Elem)
	p := l.tmp(pt, &core.New{T: pt})
	if x != nil {
		l.emit(&core.Assign{L: []core.Expr{&core.Deref{X: p}}, R: []core.Expr{x}})
	}
	return p
}

// place lowers an addressable expression and evaluates its operands.
func (l *funcLowerer) place(e ast.Expr) core.Expr { return l.placeFor(e, false) }

// placeFor lowers a place; simple promises that nothing evaluated between here and its
// use can change its operands.
func (l *funcLowerer) placeFor(e ast.Expr, simple bool) core.Expr {
	if p := l.nativeInterface(ast.Unparen(e)); p != nil {
		return p
	}
	if l.value(e) != nil { // the receiver of a library's method
		return l.spill(l.expr(e))
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		return l.variable(l.obj(x).(*types.Var))
	case *ast.StarExpr:
		return &core.Deref{X: l.spillUnlessTmp(l.operand(func() core.Expr { return l.underlying(x.X) }))}
	case *ast.SelectorExpr:
		sel := l.info.Selections[x]
		if sel == nil {
			return l.selector(x)
		}
		bt := l.typeOf(x.X)
		var base core.Expr
		if isPointer(bt) {
			base = l.operand(func() core.Expr { return l.underlying(x.X) })
			if !simple || !l.stable(x.X) {
				base = l.spillUnlessTmp(base)
			}
		} else {
			base = l.placeFor(x.X, simple)
		}
		f, _ := l.path(base, bt, l.fieldIndex(sel, bt))
		return f
	case *ast.IndexExpr:
		return l.indexPlace(x, simple)
	}
	return l.spill(l.expr(e)) // a value that has no address of its own
}

func (l *funcLowerer) indexPlace(x *ast.IndexExpr, simple bool) core.Expr {
	t := l.typeOf(x.X)
	keep := func(v core.Expr, e ast.Expr) core.Expr {
		if simple && l.stable(e) || isConst(v) {
			return v
		}
		return l.spillUnlessTmp(v)
	}
	index := func() core.Expr {
		return keep(l.operand(func() core.Expr { return l.intIndex(l.expr(x.Index)) }), x.Index)
	}
	switch u := l.coreType(t).(type) {
	case *types.Array:
		base := l.placeFor(x.X, simple)
		return l.element(base, index(), x.X, x.Index, l.lt(u.Elem()))
	case *types.Pointer:
		base := &core.Deref{X: l.spillUnlessTmp(l.operand(func() core.Expr { return l.underlying(x.X) }))}
		return l.element(base, index(), x.X, x.Index, l.lt(elemType(u)))
	case *types.Map:
		base := l.spillUnlessTmp(l.operand(func() core.Expr { return l.underlying(x.X) }))
		k := l.operand(func() core.Expr { return l.exprTo(x.Index, u.Key()) })
		return &core.Index{X: base, I: l.spillUnlessConst(k), T: l.lt(u.Elem())}
	}
	base := keep(l.operand(func() core.Expr { return l.underlying(x.X) }), x.X)
	return l.element(base, index(), x.X, x.Index, l.lt(elemType(l.coreType(t))))
}
