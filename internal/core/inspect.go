package core

// Inspect calls stmt for every statement of a body, in order, and expr for every
// expression in them, the outer first. It doesn't enter closures.
func Inspect(body []Stmt, stmt func(Stmt), expr func(Expr)) {
	var visit func(x Expr)
	visit = func(x Expr) {
		if x == nil {
			return
		}
		expr(x)
		for _, p := range Parts(x) {
			visit(*p)
		}
	}
	for _, s := range body {
		stmt(s)
		for _, x := range Operands(s) {
			visit(*x)
		}
		switch s := s.(type) {
		case *If:
			Inspect(s.Then, stmt, expr)
			Inspect(s.Else, stmt, expr)
		case *For:
			if s.Post != nil {
				Inspect([]Stmt{s.Post}, stmt, expr)
			}
			Inspect(s.Body, stmt, expr)
		case *Switch:
			for _, c := range s.Cases {
				Inspect(c, stmt, expr)
			}
		case *Block:
			Inspect(s.Body, stmt, expr)
		}
	}
}

// Operands are the slots of a statement's own expressions, not of those in its
// blocks; absent ones are nil.
func Operands(s Stmt) []*Expr {
	switch s := s.(type) {
	case *Define:
		return []*Expr{&s.X}
	case *Assign:
		return append(each(s.L), each(s.R)...)
	case *Update:
		return []*Expr{&s.L, &s.R}
	case *Do:
		return []*Expr{&s.X}
	case *If:
		return []*Expr{&s.Cond}
	case *For:
		return []*Expr{&s.Cond}
	case *Switch:
		return []*Expr{&s.X}
	case *Return:
		return each(s.Xs)
	}
	return nil
}

// Parts are the slots of an expression's operands.
func Parts(x Expr) []*Expr {
	switch x := x.(type) {
	case *Deref:
		return []*Expr{&x.X}
	case *Field:
		return []*Expr{&x.X}
	case *Index:
		return []*Expr{&x.X, &x.I}
	case *SliceExpr:
		return []*Expr{&x.X, &x.Lo, &x.Hi, &x.Max}
	case *Unary:
		return []*Expr{&x.X}
	case *Binary:
		return []*Expr{&x.X, &x.Y}
	case *Conv:
		return []*Expr{&x.X}
	case *Addr:
		return []*Expr{&x.X}
	case *Make:
		return each(x.Args)
	case *Composite:
		return each(x.Elems)
	case *Call:
		return append(each(x.Args), &x.Fun)
	case *Method:
		return []*Expr{&x.X}
	}
	return nil
}

func each(xs []Expr) []*Expr {
	out := make([]*Expr, len(xs))
	for i := range xs {
		out[i] = &xs[i]
	}
	return out
}
