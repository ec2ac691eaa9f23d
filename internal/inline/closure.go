package inline

import "riffle/internal/core"

// closure is what a variable holds: the literal of a factory, with what it captures, or a
// function.
type closure struct {
	name     *core.FuncName // of the factory, or of the function
	body     *core.Function
	captured []*core.Var
	values   []core.Expr // that it captures: variables that never change, and constants
}

// remember notes what a new variable holds, if that is a closure and the variable never
// changes. It returns statements that keep what the closure captures, if those variables may
// change later.
func (in *inliner) remember(d *core.Define) (out []core.Stmt) {
	if in.assigned[d.Var] {
		return nil
	}
	switch x := d.X.(type) {
	case *core.Var:
		if k := in.closures[x]; k != nil {
			in.closures[d.Var] = k
		}
	case *core.FuncName:
		if x.Kind == core.Declared && x.Func != nil {
			in.closures[d.Var] = &closure{name: x, body: x.Func}
		}
	case *core.Call:
		factory, ok := x.Fun.(*core.FuncName)
		if !ok || factory.Kind != core.Factory || factory.Func == nil {
			return nil
		}
		k := &closure{name: factory, body: literal(factory.Func), captured: factory.Func.Params}
		if k.body == nil {
			return nil
		}
		for i, a := range x.Args {
			p := factory.Func.Params[i]
			if v, ok := a.(*core.Var); ok && v.Kind != core.Global && !in.assigned[v] && v.T.String() == p.T.String() {
				k.values = append(k.values, v)
				continue
			}
			v := in.newVar(p.Name, p.T, false)
			out = append(out, &core.Define{Var: v, X: a})
			k.values = append(k.values, v)
		}
		in.closures[d.Var] = k
	}
	return out
}

// literal is the closure that a factory returns.
func literal(factory *core.Function) *core.Function {
	for _, s := range factory.Body {
		if r, ok := s.(*core.Return); ok {
			if lit, ok := r.Xs[0].(*core.FuncLit); ok {
				return lit.Func
			}
		}
	}
	return nil
}

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
