package inline

import "riffle/internal/core"

// sweep removes definitions that nothing uses any more: of the pass's own variables, and of
// closures that are called in line.
func (in *inliner) sweep(body []core.Stmt) []core.Stmt {
	for {
		uses := map[*core.Var]int{}
		core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
			if v, ok := x.(*core.Var); ok {
				uses[v]++
			}
		})
		removed := false
		body = core.Rewrite(body, func(s core.Stmt) []core.Stmt {
			d, ok := s.(*core.Define)
			if !ok || uses[d.Var] > 0 || !in.own[d.Var] && in.closures[d.Var] == nil || !pure(d.X) {
				return nil
			}
			removed = true
			return []core.Stmt{}
		})
		if !removed {
			return body
		}
	}
}

// pure reports whether an expression does nothing but have a value.
func pure(x core.Expr) bool {
	switch x := x.(type) {
	case nil, *core.Var, *core.Const, *core.Nil, *core.FuncName:
		return true
	case *core.Call:
		f, ok := x.Fun.(*core.FuncName)
		if !ok || f.Kind != core.Factory {
			return false
		}
		for _, a := range x.Args {
			if !pure(a) {
				return false
			}
		}
		return true
	}
	return false
}
