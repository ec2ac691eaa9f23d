package lower

import (
	"go/ast"
	"go/constant"
	"go/types"

	"riffle/internal/core"
)

// composite lowers a composite literal: its values first, in order, then the
// literal over operands.
func (l *funcLowerer) composite(x *ast.CompositeLit, t types.Type) core.Expr {
	t = l.st(t)
	if h := l.hoisted[x]; h != nil {
		return h
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return l.newWith(l.composite(x, p.Elem()))
	}
	if l.isRec(t) {
		return l.wrap(l.composite(x, t.Underlying()), t)
	}
	switch u := l.coreType(t).(type) {
	case *types.Struct:
		return l.structLit(x, t, u)
	case *types.Array:
		return l.arrayLit(x, t, u.Elem())
	case *types.Slice:
		return l.arrayLit(x, t, u.Elem())
	case *types.Map:
		return l.mapLit(x, t, u)
	}
	l.fail(x, "a literal of type %s", t)
	return nil
}

// literalValue lowers a value in a literal, whose type may be elided.
func (l *funcLowerer) literalValue(e ast.Expr, t types.Type) core.Expr {
	if c, ok := e.(*ast.CompositeLit); ok && c.Type == nil {
		return l.composite(c, t)
	}
	return l.exprTo(e, t)
}

// structLit lowers a struct literal. Functions that native code represents in another way
// are stored in a native struct afterwards.
func (l *funcLowerer) structLit(x *ast.CompositeLit, t types.Type, u *types.Struct) core.Expr {
	defer l.orderElements(x)()
	lit := &core.Composite{T: l.lt(t)}
	var later []int
	var held []core.Expr
	for i, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			i, e = fieldNamed(u, kv.Key.(*ast.Ident).Name), kv.Value
		}
		ft := u.Field(i).Type()
		v := l.literalValue(e, ft)
		if !l.stable(e) {
			v = l.spillUnlessConst(v)
		}
		if u.Field(i).Name() == "_" {
			continue
		}
		if native(t) && l.foreign(ft) {
			later = append(later, i)
			held = append(held, l.spillUnlessConst(v))
			continue
		}
		lit.Keys = append(lit.Keys, fieldName(u, i))
		lit.Elems = append(lit.Elems, v)
	}
	s := l.spill(lit)
	for n, i := range later {
		l.set(&core.Field{X: s, Name: u.Field(i).Name(), T: core.Foreign}, held[n])
	}
	return s
}

func fieldNamed(u *types.Struct, name string) int {
	for i := range u.NumFields() {
		if u.Field(i).Name() == name {
			return i
		}
	}
	return -1
}

func (l *funcLowerer) arrayLit(x *ast.CompositeLit, t, el types.Type) core.Expr {
	defer l.orderElements(x)()
	var vs []core.Expr
	var keys []int64
	keyed := false
	next, length := int64(0), int64(0)
	for _, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			keyed = true
			next, _ = constant.Int64Val(constant.ToInt(l.value(kv.Key)))
			e = kv.Value
		}
		v := l.literalValue(e, el)
		if !l.stable(e) {
			v = l.spillUnlessConst(v)
		}
		vs, keys = append(vs, v), append(keys, next)
		next++
		length = max(length, next)
	}
	lt := l.lt(t)
	if !keyed {
		return l.spill(&core.Composite{T: lt, Elems: vs})
	}
	a := l.tmp(lt, nil)
	if _, slice := l.coreType(t).(*types.Slice); slice {
		l.emit(&core.Assign{L: []core.Expr{a}, R: []core.Expr{&core.Make{T: lt, Args: []core.Expr{core.IntConst(length)}}}})
	}
	for i, v := range vs {
		l.emit(&core.Assign{L: []core.Expr{&core.Index{X: a, I: core.IntConst(keys[i]), T: l.lt(el), Checked: true}}, R: []core.Expr{v}})
	}
	return a
}

func (l *funcLowerer) mapLit(x *ast.CompositeLit, t types.Type, u *types.Map) core.Expr {
	m := l.spill(&core.Composite{T: l.lt(t)})
	// Compiled Go stores entries that are constants first, so one of the others with an
	// equal key replaces them.
	var others []*ast.KeyValueExpr
	for _, e := range x.Elts {
		if kv := e.(*ast.KeyValueExpr); l.fixed(kv.Key, u.Key()) && l.fixed(kv.Value, u.Elem()) {
			l.mapEntry(m, kv, u)
		} else {
			others = append(others, kv)
		}
	}
	for _, kv := range others {
		l.mapEntry(m, kv, u)
	}
	return m
}

// fixed reports whether an element of a literal, of type t, is a constant, nil, or a struct
// or an array of such elements; not if it must be converted to an interface.
func (l *funcLowerer) fixed(e ast.Expr, t types.Type) bool {
	tv := l.info.Types[e]
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	switch {
	case tv.IsNil():
		return true
	case types.IsInterface(l.st(t)):
		return false
	case !ok:
		return tv.Value != nil
	}
	var field func(i int, e ast.Expr) types.Type
	switch u := l.coreType(l.typeOf(e)).(type) {
	case *types.Array:
		field = func(int, ast.Expr) types.Type { return u.Elem() }
	case *types.Struct:
		field = func(i int, key ast.Expr) types.Type {
			if key != nil {
				i = fieldNamed(u, key.(*ast.Ident).Name)
			}
			return u.Field(i).Type()
		}
	default:
		return false
	}
	for i, e := range lit.Elts {
		var key ast.Expr
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			key, e = kv.Key, kv.Value
		}
		if !l.fixed(e, field(i, key)) {
			return false
		}
	}
	return true
}

// mapEntry adds an entry to a map, as an assignment does.
func (l *funcLowerer) mapEntry(m core.Expr, kv *ast.KeyValueExpr, u *types.Map) {
	defer l.orderEntry(kv, u)()
	v := l.literalValue(kv.Value, u.Elem())
	if faults(v) {
		v = l.spillUnlessConst(v)
	}
	k := l.spillUnlessConst(l.literalValue(kv.Key, u.Key()))
	l.emit(&core.Assign{L: []core.Expr{&core.Index{X: m, I: k, T: l.lt(u.Elem())}}, R: []core.Expr{v}})
}
