package lower

import (
	"go/ast"
	"go/constant"
	"go/types"

	"riffle/internal/core"
	"riffle/internal/typename"
)

// An unsafe.Pointer is lowered to a pointer to a byte. Sizes are known when a function is
// lowered, type arguments included: values are laid out as in compiled Go, except
// interfaces, which have the normal form's own layout.

// unsafeBuiltin lowers a call of one of unsafe's functions, nil for others.
func (l *funcLowerer) unsafeBuiltin(name string, x *ast.CallExpr) core.Expr {
	switch name {
	case "Sizeof":
		return l.sizeVar(layout.Sizeof(l.typeOf(x.Args[0])))
	case "Alignof":
		return l.sizeVar(layout.Alignof(l.typeOf(x.Args[0])))
	case "Offsetof":
		return l.sizeVar(l.offset(ast.Unparen(x.Args[0]).(*ast.SelectorExpr)))
	case "Add":
		vs, _ := l.operands(x)
		return l.rtValue(l.intern(core.PointerTo(core.Byte)), "PointerAfter", l.sized(vs)...)
	case "SliceData", "Slice":
		vs, _ := l.operands(x)
		out := l.zero(l.info.Types[x].Type)
		l.rt(name, append([]core.Expr{l.addrOf(out)}, l.sized(vs)...)...)
		return out
	case "StringData":
		vs, _ := l.operands(x)
		return l.rtValue(l.intern(core.PointerTo(core.Byte)), name, vs...)
	case "String":
		vs := l.list(x.Args, func(i int) types.Type {
			return [...]types.Type{types.NewPointer(types.Typ[types.Byte]), l.ownType(x.Args[1])}[i]
		})
		return l.rtValue(core.String, "StringAt", l.sized(vs)...)
	}
	return nil
}

// isUnsafe reports whether a type is unsafe.Pointer, or has it as its underlying type.
func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// unsafeConversion lowers a conversion to unsafe.Pointer or from it. A pointer stays what
// it is, with another type.
func (l *funcLowerer) unsafeConversion(e ast.Expr, from, to types.Type) core.Expr {
	inner, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && isPointer(l.coreType(to)) && l.isConversion(inner) && isPointer(l.coreType(l.typeOf(inner.Args[0]))) {
		e = inner.Args[0] // of two conversions one is enough
		from = l.typeOf(e)
	}
	p := l.spillUnlessTmp(l.exprTo(e, from))
	switch {
	case l.lt(from) == l.lt(to):
		return p
	case hasInfo(l.coreType(from), types.IsInteger):
		return l.rtValue(l.lt(to), "PointerAt", p)
	case hasInfo(l.coreType(to), types.IsInteger):
		return l.rtValue(l.lt(to), "AddressOf", p)
	}
	out := l.zero(to)
	l.rt("Reinterpret", l.addrOf(out), p)
	return out
}

// foreignAddress is the address of an interface in the library's memory: code of a cell
// couldn't read it, but that of package slices only compares such addresses.
func (l *funcLowerer) foreignAddress(e ast.Expr, v core.Expr) core.Expr {
	if x, ok := e.(*ast.IndexExpr); ok {
		if id, ok := x.X.(*ast.Ident); ok && l.obj(id).Pkg().Path() != UserPath {
			out := l.zero(types.NewPointer(l.typeOf(x)))
			l.rt("Reinterpret", l.addrOf(out), l.addrOf(v))
			return out
		}
	}
	what := typename.Go(l.typeOf(e))
	if _, ok := e.(*ast.IndexExpr); ok {
		l.fail(e, "a pointer to an element of type %s, which only the library's memory holds; copy %s to a variable and take its address, or keep the index", what, types.ExprString(e))
	}
	l.fail(e, "the address of the library's %s; copy it to a variable and take its address", types.ExprString(e))
	return nil
}

// isConversion reports whether a call is T(x).
func (l *declLowerer) isConversion(x *ast.CallExpr) bool { return l.info.Types[x.Fun].IsType() }

var layout = types.SizesFor("gc", "amd64")

// sizeVar is a size, in a variable since it isn't a constant to the user, who may divide
// by it.
func (l *funcLowerer) sizeVar(n int64) core.Expr {
	t := types.Typ[types.Uintptr]
	return l.spillTo(l.lt(t), l.constant(constant.MakeInt64(n), t))
}

// sized are a pointer and a length, the latter an int; of a slice alone it is
// the slice.
func (l *funcLowerer) sized(vs []core.Expr) []core.Expr {
	vs[0] = l.spillUnlessTmp(vs[0])
	if len(vs) > 1 {
		vs[1] = l.spillUnlessTmp(l.intIndex(vs[1]))
	}
	return vs
}

// offset is the offset of a field, perhaps one in an embedded struct.
func (l *declLowerer) offset(x *ast.SelectorExpr) (n int64) {
	t := deref(l.typeOf(x.X))
	_, path, _ := types.LookupFieldOrMethod(t, true, l.info.Selections[x].Obj().Pkg(), x.Sel.Name)
	for _, i := range path {
		s := l.coreType(t).(*types.Struct)
		var fields []*types.Var
		for f := range s.Fields() {
			fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), l.st(f.Type()), f.Embedded()))
		}
		n += layout.Offsetsof(fields)[i]
		t = fields[i].Type()
	}
	return n
}
