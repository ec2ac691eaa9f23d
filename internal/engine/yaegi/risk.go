package yaegi

import (
	"go/token"
	"slices"

	"riffle/internal/core"
)

// risk says what can go wrong in a statement.
type risk int

const (
	safe  risk = iota
	risky      // it may panic in yaegi or in a native
	calls      // it may also run other functions of the user's
)

// riskOf is the risk of a statement itself, not of its blocks; safe for no statement.
func riskOf(s core.Stmt) risk {
	switch s := s.(type) {
	case *core.Define:
		return exprRisk(s.X)
	case *core.Assign:
		return max(placesRisk(s.L), exprRisk(s.R...))
	case *core.Update:
		return max(placesRisk([]core.Expr{s.L}), exprRisk(s.R))
	case *core.Do:
		return exprRisk(s.X)
	case *core.If:
		return exprRisk(s.Cond)
	case *core.For:
		return max(exprRisk(s.Cond), riskOf(s.Post))
	case *core.Return:
		return exprRisk(s.Xs...)
	}
	return safe
}

// walks reports whether a loop is for ; p != nil; p = p.next, with a p that nothing
// else in it changes.
func walks(f *core.For) bool {
	cond, ok := f.Cond.(*core.Binary)
	if !ok || cond.Op != token.NEQ {
		return false
	}
	p, ok := cond.X.(*core.Var)
	_, null := cond.Y.(*core.Nil)
	if !ok || !null || p.Kind == core.Global {
		return false
	}
	step, ok := f.Post.(*core.Assign)
	if !ok || step.L[0] != core.Expr(p) {
		return false
	}
	next, ok := step.R[0].(*core.Field)
	if !ok {
		return false
	}
	at, ok := next.X.(*core.Deref)
	return ok && at.X == core.Expr(p) && !changes(f.Body, p)
}

// changes reports whether statements assign a variable or take its address.
func changes(body []core.Stmt, v *core.Var) bool {
	found := false
	core.Inspect(body, func(s core.Stmt) {
		if a, ok := s.(*core.Assign); ok && slices.Contains(a.L, core.Expr(v)) {
			found = true
		}
	}, func(x core.Expr) {
		if a, ok := x.(*core.Addr); ok && a.X == core.Expr(v) {
			found = true
		}
	})
	return found
}

// placesRisk is the risk of assigning to places: storing in a map or through a pointer
// may panic.
func placesRisk(places []core.Expr) risk {
	r := safe
	for _, p := range places {
		if x, ok := p.(*core.Index); ok && x.X.Type().Kind == core.Map {
			return risky
		}
		r = max(r, oneRisk(p))
	}
	return r
}

func exprRisk(xs ...core.Expr) risk {
	r := safe
	for _, x := range xs {
		r = max(r, oneRisk(x))
	}
	return r
}

func oneRisk(x core.Expr) risk {
	switch x := x.(type) {
	case *core.Deref:
		if x.NonNil() {
			return safe
		}
		return risky
	case *core.Field:
		return oneRisk(x.X)
	case *core.Index:
		if x.Checked || x.X.Type().Kind == core.Map {
			return exprRisk(x.X, x.I)
		}
		return risky
	case *core.SliceExpr:
		if x.Checked {
			return oneRisk(x.X)
		}
		return risky
	case *core.Method:
		return risky
	case *core.Unary:
		return oneRisk(x.X)
	case *core.Binary:
		return exprRisk(x.X, x.Y)
	case *core.Conv:
		return oneRisk(x.X)
	case *core.Addr:
		return oneRisk(x.X)
	case *core.Composite:
		return exprRisk(x.Elems...)
	case *core.Call:
		return callRisk(x)
	}
	return safe
}

func callRisk(x *core.Call) risk {
	switch f := x.Fun.(type) {
	case *core.Builtin:
		if f.Op == core.Delete {
			return risky
		}
		return exprRisk(x.Args...)
	case *core.FuncName:
		if f.Kind == core.Factory {
			return exprRisk(x.Args...)
		}
	case *core.NativeName:
		if f.Path == core.RuntimePath {
			return nativeRisk(core.RuntimeNative(f.Name), x.Args)
		}
	case *core.Method:
		if n := core.RuntimeMethod(f.X.Type(), f.Name); n != nil {
			return nativeRisk(n, x.Args)
		}
	}
	return calls
}

func nativeRisk(n *core.NativeFunc, args []core.Expr) risk {
	switch {
	case n.Effects.Has(core.Calls):
		return calls
	case n.Effects.Has(core.Panics):
		return risky
	}
	return exprRisk(args...)
}
