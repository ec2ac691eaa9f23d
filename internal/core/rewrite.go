package core

import "slices"

// Rewritten is a function with statements replaced: instead returns the replacement of a
// statement whose blocks are done, nil to leave it. The original function doesn't change,
// nor do the parts that it shares with the new one.
func Rewritten(f *Function, instead func(Stmt) []Stmt) *Function {
	body := Rewrite(f.Body, instead)
	if same(body, f.Body) {
		return f
	}
	g := *f
	g.Body = body
	return &g
}

// Rewrite is Rewritten for statements.
func Rewrite(body []Stmt, instead func(Stmt) []Stmt) []Stmt {
	var out []Stmt
	changed := false
	for i, s := range body {
		t := WithBlocks(s, func(b []Stmt) []Stmt { return Rewrite(b, instead) })
		ts := instead(t)
		if !changed && (t != s || ts != nil) {
			out, changed = slices.Clone(body[:i]), true
		}
		switch {
		case ts != nil:
			out = append(out, ts...)
		case changed:
			out = append(out, t)
		}
	}
	if !changed {
		return body
	}
	return out
}

// WithBlocks is a statement with its blocks replaced, including the body of a closure
// that it returns: the statement itself if none of them changes.
func WithBlocks(s Stmt, block func([]Stmt) []Stmt) Stmt {
	switch s := s.(type) {
	case *If:
		then, els := block(s.Then), block(s.Else)
		if !same(then, s.Then) || !same(els, s.Else) {
			return &If{Cond: s.Cond, Then: then, Else: els}
		}
	case *For:
		if body := block(s.Body); !same(body, s.Body) {
			return &For{Label: s.Label, Cond: s.Cond, Post: s.Post, Body: body}
		}
	case *Switch:
		cases, changed := make([][]Stmt, len(s.Cases)), false
		for i, c := range s.Cases {
			cases[i] = block(c)
			changed = changed || !same(cases[i], c)
		}
		if changed {
			return &Switch{Label: s.Label, X: s.X, Cases: cases}
		}
	case *Block:
		if body := block(s.Body); !same(body, s.Body) {
			return &Block{Label: s.Label, Body: body}
		}
	case *Return:
		return withLiteral(s, block)
	}
	return s
}

// withLiteral is WithBlocks for a factory's return.
func withLiteral(s *Return, block func([]Stmt) []Stmt) Stmt {
	if len(s.Xs) != 1 {
		return s
	}
	lit, ok := s.Xs[0].(*FuncLit)
	if !ok {
		return s
	}
	body := block(lit.Func.Body)
	if same(body, lit.Func.Body) {
		return s
	}
	f := *lit.Func
	f.Body = body
	return &Return{Xs: []Expr{&FuncLit{Func: &f}}}
}

// same reports whether two slices are the same.
func same(a, b []Stmt) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// AssignedVar is the variable that assigning a place changes, wholly or in part, nil for
// memory.
func AssignedVar(place Expr) *Var {
	switch x := place.(type) {
	case *Var:
		return x
	case *Field:
		if x.X.Type().Kind != Pointer {
			return AssignedVar(x.X)
		}
	case *Index:
		if x.X.Type().Kind == Array {
			return AssignedVar(x.X)
		}
	}
	return nil
}

// AssignedVars are the variables that statements change elsewhere than where they are defined.
func AssignedVars(body []Stmt) map[*Var]bool {
	vs := map[*Var]bool{}
	note := func(x Expr) {
		if v := AssignedVar(x); v != nil {
			vs[v] = true
		}
	}
	Inspect(body, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			for _, l := range s.L {
				note(l)
			}
		case *Update:
			note(s.L)
		}
	}, func(x Expr) {
		if a, ok := x.(*Addr); ok {
			note(a.X)
		}
	})
	return vs
}

// Literal is the closure that a factory returns, nil for other functions.
func Literal(factory *Function) *Function {
	for _, s := range factory.Body {
		if r, ok := s.(*Return); ok && len(r.Xs) == 1 {
			if lit, ok := r.Xs[0].(*FuncLit); ok {
				return lit.Func
			}
		}
	}
	return nil
}
