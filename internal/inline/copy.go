package inline

import (
	"fmt"
	"go/constant"
	"go/token"

	"riffle/internal/core"
)

// copier copies a body, with names of its own for variables and labels.
type copier struct {
	in       *inliner
	n        int                     // its number
	as       map[*core.Var]core.Expr // what stands for the body's variables
	assigned map[*core.Var]bool      // of the body's
	of       *core.Inlined
	left     bool // somewhere else than at its end
}

// label is where a return goes that isn't at the end.
func (c *copier) label() string { return fmt.Sprint("inlined", c.n) }

// variable is the copy of a variable that the body declares, or of a parameter.
func (c *copier) variable(v *core.Var) *core.Var {
	if w, ok := c.as[v].(*core.Var); ok {
		return w
	}
	w := c.in.newVar(v.Name, v.T, v.Cell)
	c.in.assigned[w] = c.assigned[v]
	c.as[v] = w
	return w
}

// stands reports whether an argument can stand for a parameter itself: it is a variable that
// nothing changes meanwhile, or a constant.
func (c *copier) stands(x core.Expr, p *core.Var, body []core.Stmt) bool {
	if c.assigned[p] || x.Type() == nil || x.Type().String() != p.T.String() {
		return false
	}
	switch x := x.(type) {
	case *core.Var:
		return x.Kind != core.Global && (!p.Cell || x.Cell)
	case *core.FuncName:
		return x.Kind == core.Declared
	case *core.Const:
		return x.Value.Kind() == constant.Int && (constant.Sign(x.Value) > 0 || !divides(body, p)) && !measured(body, p)
	}
	return false
}

// divides reports whether a body divides or shifts by a parameter.
func divides(body []core.Stmt, p *core.Var) bool {
	found := false
	core.Inspect(body, func(s core.Stmt) {
		if u, ok := s.(*core.Update); ok && u.R == core.Expr(p) {
			found = found || byZero(u.Op)
		}
	}, func(x core.Expr) {
		if b, ok := x.(*core.Binary); ok && byZero(b.Op) {
			core.Inspect([]core.Stmt{&core.Do{X: b.Y}}, func(core.Stmt) {}, func(y core.Expr) { found = found || y == core.Expr(p) })
		}
	})
	return found
}

func byZero(op token.Token) bool {
	return op == token.QUO || op == token.REM || op == token.SHL || op == token.SHR
}

// measured reports whether a body makes an array as long as a parameter or converts it,
// where a constant would mean something else or be refused.
func measured(body []core.Stmt, p *core.Var) bool {
	found := false
	core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.Conv:
			found = found || x.X == core.Expr(p)
		case *core.Make:
			for _, a := range x.Args {
				found = found || a == core.Expr(p)
			}
		}
	})
	return found
}

// results says how the body's returns give their values to the statement s: before declares
// variables, end makes statements of what is returned, and after comes behind the body.
func (c *copier) results(f *core.Function, s core.Stmt) (before []core.Stmt, end func(xs []core.Expr) []core.Stmt, after []core.Stmt) {
	ends := returns(f.Body)
	c.left = ends > 1 || ends == 1 && !endsWithReturn(f.Body)
	assign := func(ls []core.Expr) func([]core.Expr) []core.Stmt {
		return func(xs []core.Expr) (out []core.Stmt) {
			for i, l := range ls {
				out = append(out, &core.Assign{L: []core.Expr{l}, R: []core.Expr{xs[i]}})
			}
			return out
		}
	}
	switch s := s.(type) {
	case *core.Define:
		if !c.left && ends == 1 {
			return nil, func(xs []core.Expr) []core.Stmt { return []core.Stmt{&core.Define{Var: s.Var, X: xs[0]}} }, nil
		}
		c.in.assigned[s.Var] = true
		return []core.Stmt{&core.Define{Var: s.Var}}, assign([]core.Expr{s.Var}), nil
	case *core.Assign:
		if v, ok := s.L[0].(*core.Var); ok && len(s.L) == 1 && v.T.String() == f.Results[0].String() {
			return nil, assign([]core.Expr{v}), nil
		}
		var rs []core.Expr
		for i, t := range f.Results {
			r := c.in.newVar("r", t, false)
			c.in.assigned[r] = true
			before = append(before, &core.Define{Var: r})
			rs = append(rs, r)
			after = append(after, &core.Assign{L: []core.Expr{s.L[i]}, R: []core.Expr{r}})
		}
		return before, assign(rs), after
	}
	return nil, func([]core.Expr) []core.Stmt { return nil }, nil
}

// returns is the number of a body's returns.
func returns(body []core.Stmt) (n int) {
	core.Inspect(body, func(s core.Stmt) {
		if _, ok := s.(*core.Return); ok {
			n++
		}
	}, func(core.Expr) {})
	return n
}

func endsWithReturn(body []core.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	_, ok := body[len(body)-1].(*core.Return)
	return ok
}

// body is the copy of the whole body.
func (c *copier) body(f *core.Function, end func([]core.Expr) []core.Stmt) []core.Stmt {
	out := []core.Stmt{&core.Mark{Of: c.of}}
	for i, s := range f.Body {
		if r, ok := s.(*core.Return); ok && i == len(f.Body)-1 {
			out = append(out, end(c.exprs(r.Xs))...)
			continue
		}
		out = append(out, c.stmt(s, end)...)
	}
	return out
}

func (c *copier) stmts(body []core.Stmt, end func([]core.Expr) []core.Stmt) (out []core.Stmt) {
	for _, s := range body {
		out = append(out, c.stmt(s, end)...)
	}
	return out
}

func (c *copier) stmt(s core.Stmt, end func([]core.Expr) []core.Stmt) []core.Stmt {
	one := func(s core.Stmt) []core.Stmt { return []core.Stmt{s} }
	switch s := s.(type) {
	case *core.Mark:
		return one(&core.Mark{Pos: s.Pos, Of: c.of})
	case *core.Define:
		x := c.expr(s.X)
		return one(&core.Define{Var: c.variable(s.Var), X: x})
	case *core.Assign:
		return one(&core.Assign{L: c.exprs(s.L), R: c.exprs(s.R)})
	case *core.Update:
		return one(&core.Update{L: c.expr(s.L), Op: s.Op, R: c.expr(s.R)})
	case *core.Do:
		return one(&core.Do{X: c.expr(s.X)})
	case *core.If:
		return one(&core.If{Cond: c.expr(s.Cond), Then: c.stmts(s.Then, end), Else: c.stmts(s.Else, end)})
	case *core.For:
		g := &core.For{Label: c.renamed(s.Label), Cond: c.expr(s.Cond)}
		if s.Post != nil {
			g.Post = c.stmt(s.Post, end)[0]
		}
		g.Body = c.stmts(s.Body, end)
		return one(g)
	case *core.Switch:
		g := &core.Switch{Label: c.renamed(s.Label), X: c.expr(s.X)}
		for _, b := range s.Cases {
			g.Cases = append(g.Cases, c.stmts(b, end))
		}
		return one(g)
	case *core.Block:
		return one(&core.Block{Label: c.renamed(s.Label), Body: c.stmts(s.Body, end)})
	case *core.Branch:
		return one(&core.Branch{Tok: s.Tok, Label: c.renamed(s.Label)})
	case *core.Return:
		return append(end(c.exprs(s.Xs)), &core.Branch{Tok: token.BREAK, Label: c.label()})
	}
	panic(fmt.Sprintf("a statement %T is inlined", s))
}

func (c *copier) renamed(label string) string {
	if label == "" {
		return ""
	}
	return fmt.Sprintf("%s_%d", label, c.n)
}

func (c *copier) exprs(xs []core.Expr) (out []core.Expr) {
	for _, x := range xs {
		out = append(out, c.expr(x))
	}
	return out
}

// expr is the copy of an expression: the same where it mentions none of the body's variables.
func (c *copier) expr(x core.Expr) core.Expr {
	switch y := x.(type) {
	case nil:
		return nil
	case *core.Var:
		if y.Kind == core.Global {
			return x
		}
		if e, ok := c.as[y]; ok {
			return e
		}
		return c.variable(y)
	}
	parts := core.Parts(x)
	if len(parts) == 0 {
		return x
	}
	cp := core.Shallow(x)
	for i, p := range core.Parts(cp) {
		if *parts[i] != nil {
			*p = c.expr(*parts[i])
		}
	}
	return cp
}
