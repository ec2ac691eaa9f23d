package core

// risk says what can go wrong in a statement.
type risk int

const (
	safe  risk = iota
	risky      // it may panic in the engine or in a native
	calls      // it may also run other functions of the user's
)

// riskOf is the risk of a statement itself, not of its blocks.
func riskOf(s Stmt) risk {
	switch s := s.(type) {
	case *Define:
		return exprRisk(s.X)
	case *Assign:
		return max(placesRisk(s.L), exprRisk(s.R...))
	case *Update:
		return max(placesRisk([]Expr{s.L}), exprRisk(s.R))
	case *Do:
		return exprRisk(s.X)
	case *If:
		return exprRisk(s.Cond)
	case *For:
		return exprRisk(s.Cond)
	case *Return:
		return exprRisk(s.Xs...)
	}
	return safe
}

// placesRisk: storing in a map or behind a pointer may panic.
func placesRisk(places []Expr) risk {
	r := safe
	for _, p := range places {
		if x, ok := p.(*Index); ok && x.X.Type().Kind == Map {
			return risky
		}
		r = max(r, oneRisk(p))
	}
	return r
}

func exprRisk(xs ...Expr) risk {
	r := safe
	for _, x := range xs {
		r = max(r, oneRisk(x))
	}
	return r
}

func oneRisk(x Expr) risk {
	switch x := x.(type) {
	case *Deref:
		if x.NonNil() {
			return safe
		}
		return risky
	case *Field:
		return oneRisk(x.X)
	case *Index:
		if x.Checked || x.X.Type().Kind == Map {
			return exprRisk(x.X, x.I)
		}
		return risky
	case *SliceExpr:
		if x.Checked {
			return oneRisk(x.X)
		}
		return risky
	case *Method:
		return risky
	case *Unary:
		return oneRisk(x.X)
	case *Binary:
		return exprRisk(x.X, x.Y)
	case *Conv:
		return oneRisk(x.X)
	case *Addr:
		return oneRisk(x.X)
	case *Composite:
		return exprRisk(x.Elems...)
	case *Call:
		return callRisk(x)
	}
	return safe
}

func callRisk(x *Call) risk {
	switch f := x.Fun.(type) {
	case *Builtin:
		if f.Op == Delete {
			return risky
		}
		return exprRisk(x.Args...)
	case *FuncName:
		if f.Kind == Factory {
			return exprRisk(x.Args...)
		}
	case *NativeName:
		return nativeRisk(f, x.Args)
	}
	return calls
}

func nativeRisk(f *NativeName, args []Expr) risk {
	if f.Path != RuntimePath {
		return calls
	}
	switch e := RuntimeNative(f.Name).Effects; {
	case e.Has(Calls):
		return calls
	case e.Has(Panics):
		return risky
	}
	return exprRisk(args...)
}
