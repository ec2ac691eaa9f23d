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
		k := &closure{name: factory, body: core.Literal(factory.Func), captured: factory.Func.Params}
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
