package lower

import (
	"go/ast"
	"go/constant"
	"go/types"

	"riffle/internal/core"
)

// show lowers the cell's last expression and passes its values, boxed with their static
// types, to the session: rt.Show(v…). A final error is passed separately, since a nil one
// isn't shown.
func (l *funcLowerer) show(u *Unit, s *ast.ExprStmt) {
	vs, ts := l.shown(u, s)
	if len(vs) == 0 {
		return
	}
	if u.Keep != nil && len(vs) == 1 {
		l.emit(&core.Assign{L: []core.Expr{l.global(u.Keep)}, R: []core.Expr{vs[0]}})
	}
	var boxed []core.Expr
	for i := range vs {
		x := vs[i]
		if !isInterface(ts[i]) {
			x = l.box(ts[i], x)
		}
		boxed = append(boxed, l.spillTyped(core.Empty, x))
	}
	name := "Show"
	if n := len(ts); (n > 1 || l.isCall(s.X)) && types.Identical(ts[n-1], types.Universe.Lookup("error").Type()) {
		name = "ShowError"
	}
	l.rt(name, boxed...)
}

// isCall reports whether an expression calls a function. A call's nil error isn't worth
// showing; a variable's is.
func (l *funcLowerer) isCall(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && !l.info.Types[c.Fun].IsType()
}

// shown are the values to show, nil for a call without results.
func (l *funcLowerer) shown(u *Unit, s *ast.ExprStmt) ([]core.Expr, []types.Type) {
	if u.ShowArgs {
		x := ast.Unparen(s.X).(*ast.CallExpr)
		return l.operands(x)
	}
	if c, ok := ast.Unparen(s.X).(*ast.CallExpr); ok {
		if l.info.Types[c].IsVoid() {
			l.call(c)
			return nil, nil
		}
		if _, ok := l.typeOf(c).(*types.Tuple); ok {
			return l.multi(c)
		}
	}
	t := l.ownType(s.X)
	if v := l.value(s.X); v != nil && t == types.Typ[types.Int] && !representable(constant.ToInt(v), types.Typ[types.Int]) {
		// a constant beyond int: shown exactly, as go/constant has it
		lit := l.rtValue(core.Empty, "Literal", core.StringConst(v.ExactString()))
		return []core.Expr{lit}, []types.Type{emptyInterface}
	}
	return []core.Expr{l.spillTyped(l.lt(t), l.exprTo(s.X, t))}, []types.Type{t}
}
