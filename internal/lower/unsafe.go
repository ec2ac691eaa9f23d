package lower

import (
	"go/ast"
	"go/constant"
	"go/types"

	"riffle/internal/core"
)

// Of package unsafe there is what needs no variable of type unsafe.Pointer. Sizes
// are known when a function is lowered, type arguments included: values are laid
// out as in compiled Go.

// unsafeBuiltin lowers a call of one of unsafe's functions, nil for others.
func (l *funcLowerer) unsafeBuiltin(name string, x *ast.CallExpr) core.Expr {
	switch name {
	case "Sizeof":
		return l.sizeVar(layout.Sizeof(l.typeOf(x.Args[0])))
	case "Alignof":
		return l.sizeVar(layout.Alignof(l.typeOf(x.Args[0])))
	case "Offsetof":
		return l.sizeVar(l.offset(ast.Unparen(x.Args[0]).(*ast.SelectorExpr)))
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

// reinterpretation lowers (*T)(unsafe.Pointer(p)), a pointer to the same memory as
// another type; nil for other conversions. Both types must be numbers or arrays of
// numbers, in which any bytes are a value, and T no larger than what p points to.
func (l *funcLowerer) reinterpretation(e ast.Expr, to types.Type) core.Expr {
	inner, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || l.typeOf(e) != types.Typ[types.UnsafePointer] || len(inner.Args) != 1 {
		return nil
	}
	from, isPointer := l.coreType(l.typeOf(inner.Args[0])).(*types.Pointer)
	target, toPointer := l.coreType(to).(*types.Pointer)
	if !isPointer || !toPointer || !l.numbers(from.Elem()) || !l.numbers(target.Elem()) {
		return nil
	}
	if layout.Sizeof(l.st(target.Elem())) > layout.Sizeof(l.st(from.Elem())) {
		l.fail(e, "a pointer to %s as a pointer to the larger %s", from.Elem(), target.Elem())
	}
	p := l.spillUnlessTmp(l.expr(inner.Args[0]))
	out := l.zero(to)
	l.rt("Reinterpret", l.addrOf(out), p)
	return out
}

// numbers reports whether a type is a number or an array of numbers.
func (l *declLowerer) numbers(t types.Type) bool {
	switch t := l.coreType(t).(type) {
	case *types.Basic:
		return t.Info()&types.IsNumeric != 0
	case *types.Array:
		return l.numbers(t.Elem())
	}
	return false
}

var layout = types.SizesFor("gc", "amd64")

// sizeVar is a size: a variable, since it is no constant to the user, who may
// divide by it.
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

// offset is that of a field, which embedded structs may hold.
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
