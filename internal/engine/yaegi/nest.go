package yaegi

import (
	"go/token"

	"riffle/internal/core"
)

// Yaegi's parser gives up on statements that are nested too deeply, such as the tests of
// a long switch, or a long chain of else and if. Such a chain is cut: what is too deep in
// it moves after its first statement, and runs if a flag was set where it used to be.

// deepest is how deep statements may be nested in each other. The parser allows 1000
// scopes; a statement has up to three.
const deepest = 300

// shallow is a function without chains that are too deep.
func shallow(f *core.Function, vars *temps) *core.Function {
	if depthOf(f.Body) <= deepest {
		return f
	}
	g := *f
	g.Body = (&cutter{vars}).block(f.Body, 0, nil)
	return &g
}

func depthOf(body []core.Stmt) int {
	deepest := 0
	for _, s := range body {
		core.WithBlocks(s, func(b []core.Stmt) []core.Stmt {
			deepest = max(deepest, 1+depthOf(b))
			return b
		})
	}
	return deepest
}

// cutter cuts chains.
type cutter struct{ *temps }

// chain is a statement, and those in it after which it ends.
type chain struct {
	declared map[*core.Var]bool // in it, before what comes next
	shared   []*core.Var        // with what has moved
	cuts     []cut
}

// cut is what has moved.
type cut struct {
	flag *core.Var
	body []core.Stmt
}

// block cuts the chains in statements at a depth. The last of them continues a chain,
// unless that is nil.
func (c *cutter) block(body []core.Stmt, depth int, on *chain) []core.Stmt {
	var out []core.Stmt
	for i, s := range body {
		if on == nil || i < len(body)-1 {
			out = append(out, c.chain(s, depth)...)
		} else {
			out = append(out, c.stmt(s, depth, on))
		}
		if d, ok := s.(*core.Define); ok && on != nil {
			on.declared[d.Var] = true
		}
	}
	return out
}

// chain is a statement, followed by what was too deep in it.
func (c *cutter) chain(s core.Stmt, depth int) []core.Stmt {
	on := &chain{declared: map[*core.Var]bool{}}
	out := []core.Stmt{c.stmt(s, depth, on)}
	for len(on.cuts) > 0 {
		next := on.cuts[0]
		on.cuts = on.cuts[1:]
		on.shared = append(on.shared, next.flag)
		out = append(out, &core.If{Cond: next.flag, Then: c.block(next.body, depth+1, on)})
	}
	return on.declare(out)
}

// declare declares in front what the parts of a chain share.
func (on *chain) declare(parts []core.Stmt) []core.Stmt {
	if len(on.shared) == 0 {
		return parts
	}
	var out []core.Stmt
	shared := map[*core.Var]bool{}
	for _, v := range on.shared {
		out = append(out, &core.Define{Var: v})
		shared[v] = true
	}
	return append(out, core.Rewrite(parts, func(s core.Stmt) []core.Stmt {
		d, ok := s.(*core.Define)
		switch {
		case !ok || !shared[d.Var]:
			return nil
		case d.X == nil:
			return []core.Stmt{}
		}
		return []core.Stmt{&core.Assign{L: []core.Expr{d.Var}, R: []core.Expr{d.X}}}
	})...)
}

func (c *cutter) stmt(s core.Stmt, depth int, on *chain) core.Stmt {
	switch s := s.(type) {
	case *core.If:
		then := c.block(s.Then, depth+1, on)
		if depth >= deepest && depthOf(s.Else) > 0 && !jumps(s.Else) {
			return &core.If{Cond: s.Cond, Then: then, Else: on.cut(s.Else, c.tmp(core.Bool))}
		}
		return &core.If{Cond: s.Cond, Then: then, Else: c.block(s.Else, depth+1, on)}
	case *core.Block:
		return &core.Block{Label: s.Label, Body: c.block(s.Body, depth+1, on)}
	}
	return core.WithBlocks(s, func(b []core.Stmt) []core.Stmt { return c.block(b, depth+1, nil) })
}

// cut moves statements, and returns what replaces them.
func (on *chain) cut(body []core.Stmt, flag *core.Var) []core.Stmt {
	on.cuts = append(on.cuts, cut{flag, body})
	core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
		if v, ok := x.(*core.Var); ok && on.declared[v] {
			on.shared = append(on.shared, v)
			delete(on.declared, v)
		}
	})
	return []core.Stmt{&core.Assign{L: []core.Expr{flag}, R: []core.Expr{core.BoolConst(true)}}}
}

// jumps reports whether statements may jump to a label, which may be in the chain.
func jumps(body []core.Stmt) bool {
	found := false
	core.Inspect(body, func(s core.Stmt) {
		b, ok := s.(*core.Branch)
		found = found || ok && b.Tok == token.GOTO
	}, func(core.Expr) {})
	return found
}
