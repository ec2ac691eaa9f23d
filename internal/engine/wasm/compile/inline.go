package compile

import (
	"go/token"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
)

// A closure whose code is known, and which only computes with numbers and captured
// variables, is inlined. It can't panic, it calls nothing, and none of its pointers
// outlives a statement, so it needs no frame, and no trace would show it.

// maxInlined is the maximum size of what is inlined, in expressions.
const maxInlined = 40

// inlinable reports whether a function's body can be inlined.
func (c *compiler) inlinable(g *core.Function) bool {
	if len(g.Results) > 1 {
		return false
	}
	for _, t := range g.Results {
		if !c.isNumber(t) {
			return false
		}
	}
	for _, p := range g.Params {
		if !c.isNumber(p.T) {
			return false
		}
	}
	n := 0
	core.Inspect(g.Body, func(core.Stmt) { n++ }, func(core.Expr) { n++ })
	if n > maxInlined || !c.plainBody(g.Body) {
		return false
	}
	return true
}

// isNumber reports whether values of a type are one number in a local.
func (c *compiler) isNumber(t *core.Type) bool {
	l := c.layout(t)
	return !l.big && len(l.slots) == 1 && l.slots[0].class == number
}

func (c *compiler) plainBody(body []core.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *core.Mark, *core.Return, *core.Update:
		case *core.Define:
			if !c.isNumber(s.Var.T) {
				return false
			}
		case *core.Assign:
			if len(s.L) > 1 {
				return false
			}
		case *core.Block:
			if !c.plainBody(s.Body) {
				return false
			}
		case *core.If:
			if !c.plainBody(s.Then) || !c.plainBody(s.Else) {
				return false
			}
		default:
			return false
		}
		for _, x := range core.Operands(s) {
			if *x != nil && !c.plainExpr(*x) {
				return false
			}
		}
		if u, ok := s.(*core.Update); ok && divides(u.Op) {
			return false
		}
	}
	return true
}

// plainExpr reports whether an expression is a number computed from numbers.
func (c *compiler) plainExpr(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Const:
	case *core.Var:
		if x.Kind == core.Global {
			return false
		}
	case *core.Deref:
		v, ok := x.X.(*core.Var)
		return ok && v.Cell && c.isNumber(x.Type())
	case *core.Unary:
		return c.plainExpr(x.X) && c.isNumber(x.T)
	case *core.Binary:
		return !divides(x.Op) && c.plainExpr(x.X) && c.plainExpr(x.Y)
	case *core.Conv:
		return c.plainExpr(x.X) && c.isNumber(x.T)
	default:
		return false
	}
	return c.isNumber(x.Type())
}

// divides reports whether an operation is one whose operands are checked.
func divides(op token.Token) bool {
	return op == token.QUO || op == token.REM || op == token.SHL || op == token.SHR
}

// inline inlines a call of a closure, and pushes its result; ok is false if that can't be
// done.
func (f *function) inline(cl *closure, x *core.Call) (ok bool) {
	if f.self.closure == cl || !f.c.inlinable(cl.lit) {
		return false
	}
	obj := f.operand(x.Fun)
	var args []code.Local
	for i, a := range x.Args {
		f.exprAs(a, cl.t.Params[i])
		args = append(args, f.pop(f.c.layout(cl.t.Params[i]).slots)...)
	}
	for i, p := range cl.lit.Params {
		f.LocalGet(args[i])
		f.LocalSet(f.inlined(p))
	}
	f.loadCapturedOf(obj, cl, f.wordsUsed(cl))
	src, pos, known, exit := f.src, f.mark, f.facts, f.exit
	f.src, f.facts = cl.lit, facts{}
	core.Inspect(cl.lit.Body, func(s core.Stmt) {
		if d, ok := s.(*core.Define); ok {
			f.inlined(d.Var)
		}
	}, func(core.Expr) {})
	var results []code.Type
	for _, t := range cl.t.Results {
		results = append(results, f.c.layout(t).types()...)
	}
	f.exit = f.Block(results...)
	f.versions(cl.lit.Body, false, func() { f.stmts(cl.lit.Body) })
	if len(results) > 0 {
		f.Unreachable() // it has returned
	}
	f.End()
	f.src, f.mark, f.facts, f.exit = src, pos, known, exit
	f.facts.forgetMemory()
	return true
}

// wordsUsed are the captured words that a closure's body uses, each of one slot.
func (f *function) wordsUsed(cl *closure) (words []word) {
	used := mentioned(cl.lit.Body)
	at := 0
	for _, v := range cl.captured {
		if used[v] {
			words = append(words, word{cl.slots[at], f.inlined(v)})
		}
		at += len(f.c.layout(v.T).slots)
	}
	return words
}

// inlined is the local of a variable of one slot, which isn't part of the frame.
func (f *function) inlined(v *core.Var) code.Local {
	if f.vars[v] == nil {
		l := f.c.layout(v.T)
		f.vars[v] = &variable{Var: v, layout: l, index: -1, locals: []code.Local{f.NewLocal(l.slots[0].typ)}}
	}
	return f.vars[v].locals[0]
}
