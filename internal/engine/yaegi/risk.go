package yaegi

import "riffle/internal/core"

// risk says what can go wrong in a statement.
type risk int

const (
	safe  risk = iota
	risky      // it may panic in yaegi or in a native
	calls      // it may also run other functions of the user's
)

// riskOf is the risk of a statement itself, not of its blocks.
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
		return exprRisk(s.Cond)
	case *core.Return:
		return exprRisk(s.Xs...)
	}
	return safe
}

// placesRisk: storing in a map or behind a pointer may panic.
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
		return nativeRisk(f, x.Args)
	}
	return calls
}

func nativeRisk(f *core.NativeName, args []core.Expr) risk {
	if f.Path != core.RuntimePath {
		return calls
	}
	switch e := core.RuntimeNative(f.Name).Effects; {
	case e.Has(core.Calls):
		return calls
	case e.Has(core.Panics):
		return risky
	}
	return exprRisk(args...)
}
