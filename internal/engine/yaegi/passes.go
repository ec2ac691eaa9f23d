package yaegi

import (
	"slices"
	"strconv"

	"riffle/internal/core"
)

// What yaegi gets wrong, and what it doesn't report, is dealt with here and nowhere else:
// before a function becomes text for yaegi, it goes through these passes over its normal
// form.

// prepared is a function as yaegi gets it, except for its sites.
func (in *instance) prepared(f *core.Function) *core.Function {
	vars := &temps{}
	f = shallow(f, vars)
	f = rewritten(f, (&zeros{temps: vars, store: in.store}).call)
	return rewritten(f, (&speller{vars}).stmt)
}

// temps are the variables that passes add to a function.
type temps struct{ n int }

func (t *temps) tmp(of *core.Type) *core.Var {
	t.n++
	return &core.Var{Name: "z" + strconv.Itoa(t.n), Kind: core.Temp, T: of}
}

// rewritten is a function with statements replaced: instead returns the replacement of a
// statement whose blocks are done, nil to leave it. The original function doesn't change,
// nor do the parts that it shares with the new one.
func rewritten(f *core.Function, instead func(core.Stmt) []core.Stmt) *core.Function {
	body := rewrite(f.Body, instead)
	if same(body, f.Body) {
		return f
	}
	g := *f
	g.Body = body
	return &g
}

func rewrite(body []core.Stmt, instead func(core.Stmt) []core.Stmt) []core.Stmt {
	var out []core.Stmt
	changed := false
	for i, s := range body {
		t := withBlocks(s, func(b []core.Stmt) []core.Stmt { return rewrite(b, instead) })
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

// withBlocks is a statement with its blocks replaced, including the body of a closure
// that it returns: the statement itself if none of them changes.
func withBlocks(s core.Stmt, block func([]core.Stmt) []core.Stmt) core.Stmt {
	switch s := s.(type) {
	case *core.If:
		then, els := block(s.Then), block(s.Else)
		if !same(then, s.Then) || !same(els, s.Else) {
			return &core.If{Cond: s.Cond, Then: then, Else: els}
		}
	case *core.For:
		if body := block(s.Body); !same(body, s.Body) {
			return &core.For{Label: s.Label, Cond: s.Cond, Post: s.Post, Body: body}
		}
	case *core.Switch:
		cases, changed := make([][]core.Stmt, len(s.Cases)), false
		for i, c := range s.Cases {
			cases[i] = block(c)
			changed = changed || !same(cases[i], c)
		}
		if changed {
			return &core.Switch{Label: s.Label, X: s.X, Cases: cases}
		}
	case *core.Block:
		if body := block(s.Body); !same(body, s.Body) {
			return &core.Block{Label: s.Label, Body: body}
		}
	case *core.Return:
		return withLiteral(s, block)
	}
	return s
}

// withLiteral is withBlocks for a factory's return.
func withLiteral(s *core.Return, block func([]core.Stmt) []core.Stmt) core.Stmt {
	if len(s.Xs) != 1 {
		return s
	}
	lit, ok := s.Xs[0].(*core.FuncLit)
	if !ok {
		return s
	}
	body := block(lit.Func.Body)
	if same(body, lit.Func.Body) {
		return s
	}
	f := *lit.Func
	f.Body = body
	return &core.Return{Xs: []core.Expr{&core.FuncLit{Func: &f}}}
}

// same reports whether two slices are the same.
func same(a, b []core.Stmt) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
