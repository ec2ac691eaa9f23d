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
		body = filter(body, func(s core.Stmt) bool {
			d, ok := s.(*core.Define)
			if !ok || uses[d.Var] > 0 || !in.own[d.Var] && in.closures[d.Var] == nil || !pure(d.X) {
				return true
			}
			removed = true
			return false
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

// filter keeps some of the simple statements of a body and of the blocks in it.
func filter(body []core.Stmt, keep func(core.Stmt) bool) (out []core.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *core.If:
			out = append(out, &core.If{Cond: s.Cond, Then: filter(s.Then, keep), Else: filter(s.Else, keep)})
		case *core.For:
			g := *s
			g.Body = filter(s.Body, keep)
			out = append(out, &g)
		case *core.Switch:
			g := &core.Switch{Label: s.Label, X: s.X}
			for _, c := range s.Cases {
				g.Cases = append(g.Cases, filter(c, keep))
			}
			out = append(out, g)
		case *core.Block:
			out = append(out, &core.Block{Label: s.Label, Body: filter(s.Body, keep)})
		default:
			if keep(s) {
				out = append(out, s)
			}
		}
	}
	return out
}
