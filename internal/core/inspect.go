package core

import "slices"

// Inspect calls stmt for every statement of a body, in order, and expr for every
// expression in them, the outer first. It doesn't enter closures.
func Inspect(body []Stmt, stmt func(Stmt), expr func(Expr)) {
	in := inspector{stmt, expr}
	in.body(body)
}

// Length is the number of statements and expressions of a function, or of the longest
// literal in it if that is longer.
func Length(f *Function) int {
	own, longest := 0, 0
	Inspect(f.Body, func(Stmt) { own++ }, func(x Expr) {
		own++
		if l, ok := x.(*FuncLit); ok {
			longest = max(longest, Length(l.Func))
		}
	})
	return max(own, longest)
}

// inspector implements Inspect. It allocates nothing, since compilers visit the same code
// again and again.
type inspector struct {
	onStmt func(Stmt)
	onExpr func(Expr)
}

func (in *inspector) body(body []Stmt) {
	for _, s := range body {
		in.stmt(s)
	}
}

func (in *inspector) stmt(s Stmt) {
	in.onStmt(s)
	switch s := s.(type) {
	case *Define:
		in.expr(s.X)
	case *Assign:
		in.list(s.L)
		in.list(s.R)
	case *Update:
		in.expr(s.L)
		in.expr(s.R)
	case *Do:
		in.expr(s.X)
	case *Return:
		in.list(s.Xs)
	case *If:
		in.expr(s.Cond)
		in.body(s.Then)
		in.body(s.Else)
	case *For:
		in.expr(s.Cond)
		if s.Post != nil {
			in.stmt(s.Post)
		}
		in.body(s.Body)
	case *Switch:
		in.expr(s.X)
		for _, c := range s.Cases {
			in.body(c)
		}
	case *Block:
		in.body(s.Body)
	}
}

func (in *inspector) list(xs []Expr) {
	for _, x := range xs {
		in.expr(x)
	}
}

func (in *inspector) expr(x Expr) {
	if x == nil {
		return
	}
	in.onExpr(x)
	switch x := x.(type) {
	case *Deref:
		in.expr(x.X)
	case *Field:
		in.expr(x.X)
	case *Index:
		in.expr(x.X)
		in.expr(x.I)
	case *SliceExpr:
		in.expr(x.X)
		in.expr(x.Lo)
		in.expr(x.Hi)
		in.expr(x.Max)
	case *Unary:
		in.expr(x.X)
	case *Binary:
		in.expr(x.X)
		in.expr(x.Y)
	case *Conv:
		in.expr(x.X)
	case *Addr:
		in.expr(x.X)
	case *Make:
		in.list(x.Args)
	case *Composite:
		in.list(x.Elems)
	case *Call:
		in.list(x.Args)
		in.expr(x.Fun)
	case *Method:
		in.expr(x.X)
	}
}

// Operands are the slots of a statement's own expressions, not those in its blocks;
// absent ones are nil.
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

// Shallow is a copy of an expression that shares its operands, so that its Parts can be
// changed; without operands it is the expression itself.
func Shallow(x Expr) Expr {
	switch x := x.(type) {
	case *Deref:
		return new(*x)
	case *Field:
		return new(*x)
	case *Index:
		return new(*x)
	case *SliceExpr:
		return new(*x)
	case *Unary:
		return new(*x)
	case *Binary:
		return new(*x)
	case *Conv:
		return new(*x)
	case *Addr:
		return new(*x)
	case *Make:
		return &Make{x.T, slices.Clone(x.Args)}
	case *Composite:
		return &Composite{x.T, x.Keys, slices.Clone(x.Elems)}
	case *Call:
		return &Call{x.Fun, slices.Clone(x.Args), x.Spread, x.T}
	case *Method:
		return new(*x)
	}
	return x
}
