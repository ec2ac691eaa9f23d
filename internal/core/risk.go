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
		if x, ok := p.(*Index); ok && x.X.Type() != nil && x.X.Type().Kind == Map {
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
		return derefRisk(x)
	case *Field:
		if x.X.Type() != nil && x.X.Type().Kind == Pointer {
			return risky
		}
		return oneRisk(x.X)
	case *Index:
		if x.Checked || x.X.Type() != nil && x.X.Type().Kind == Map {
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

// derefRisk: a cell, made by lowering, is never nil; it is a variable whose
// name begins with v, rc, res, code or done.
func derefRisk(x *Deref) risk {
	v, ok := x.X.(*Var)
	if !ok || v.Name == "" || v.Name[0] == 't' {
		return risky
	}
	return safe
}

func callRisk(x *Call) risk {
	switch f := x.Fun.(type) {
	case *Builtin:
		if f.Name == "len" || f.Name == "cap" || f.Name == "append" {
			return exprRisk(x.Args...)
		}
		return risky
	case *FuncName:
		if len(f.Name) > 1 && f.Name[:2] == "mk" {
			return exprRisk(x.Args...) // a factory
		}
		return calls
	case *NativeName:
		if f.Path == RuntimePath && quiet[f.Name] {
			return safe
		}
		return calls
	}
	return calls
}

// quiet are the run-time natives that neither panic nor call.
var quiet = map[string]bool{
	"Box": true, "Is": true, "As": true, "Implements": true, "Enter": true, "Withhold": true, "Complex": true, "Real": true, "Imag": true,
	"Min": true, "Max": true, "DecodeRune": true, "RuneString": true, "FromNative": true, "Show": true, "ShowError": true,
	"Method": true, "Interface": true, "RangeMap": true, "Unbox": true, "ToNative": true, "File": true,
}
