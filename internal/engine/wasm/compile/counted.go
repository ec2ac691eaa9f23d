package compile

import (
	"go/constant"
	"go/token"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
)

// A counting loop without calls or inner loops takes its fuel for many rounds at once: it
// runs up to a limit a stretch away, and then checks whether it must poll.

// stretch is how far a counting loop goes without taking fuel.
const stretch = 2048

// counting is a loop of the form for ; i < n; i += step, or downwards, where neither n
// nor, in the body, i is assigned. One that follows far pointers polls more often, since
// it takes handles.
type counting struct {
	i    *core.Var
	n    core.Expr
	cond *core.Binary
	down bool
}

// countingLoop recognises such a loop.
func (f *function) countingLoop(s *core.For) (c counting, ok bool) {
	cond, is := s.Cond.(*core.Binary)
	tr := f.traitsOf(s)
	if !is || f.slow || !tr.innermost || tr.calls || tr.makes {
		return c, false
	}
	c.cond, c.n = cond, cond.Y
	if c.i, is = cond.X.(*core.Var); !is || c.i.T != core.Int || f.vars[c.i] == nil {
		return c, false
	}
	switch cond.Op {
	case token.LSS, token.LEQ:
	case token.GTR, token.GEQ:
		c.down = true
	default:
		return c, false
	}
	if up, small := step(s.Post, c.i); !small || up == c.down {
		return c, false
	}
	in := &invariants{f: f, changes: map[*core.Var]bool{}}
	times := 0
	for _, v := range tr.assigned {
		in.changes[v] = true
		if v == c.i {
			times++
		}
	}
	if times > 1 { // not only by the step
		return c, false
	}
	_, ok = in.stable(c.n)
	return c, ok
}

// step is the direction in which a statement changes i by a small constant.
func step(s core.Stmt, i *core.Var) (up, small bool) {
	var op token.Token
	var by core.Expr
	switch s := s.(type) {
	case *core.Update:
		if s.L != core.Expr(i) {
			return false, false
		}
		if s.Op == token.INC || s.Op == token.DEC {
			return s.Op == token.INC, true
		}
		op, by = s.Op, s.R
	case *core.Assign:
		b, ok := s.R[0].(*core.Binary)
		if !ok || len(s.L) != 1 || s.L[0] != core.Expr(i) || b.X != core.Expr(i) {
			return false, false
		}
		op, by = b.Op, b.Y
	}
	k, ok := by.(*core.Const)
	if !ok || op != token.ADD && op != token.SUB {
		return false, false
	}
	n, exact := constant.Int64Val(k.Value)
	return op == token.ADD, exact && n > 0 && n <= stretch/16
}

// setLimit computes where the loop stops to check its fuel: n, or a stretch away from i
// if that is nearer.
func (f *function) setLimit(c counting, limit, begin code.Local) {
	i := f.vars[c.i].locals[0]
	f.LocalGet(i)
	f.LocalSet(begin)
	f.LocalGet(i)
	f.I64Const(stretch)
	if c.down {
		f.I64Sub()
	} else {
		f.I64Add()
	}
	f.expr(c.n)
	n := f.popOne(code.I64)
	f.LocalGet(n)
	if c.down {
		f.LocalGet(i)
		f.LocalGet(n)
	} else {
		f.LocalGet(n)
		f.LocalGet(i)
	}
	f.I64Sub()
	f.I64Const(stretch)
	f.I64GtU()
	f.Select()
	f.LocalSet(limit)
}

// distance pushes how far the loop has come since it began a stretch, times a weight.
func (f *function) distance(c counting, begin code.Local, weight int) {
	i := f.vars[c.i].locals[0]
	if c.down {
		f.LocalGet(begin)
		f.LocalGet(i)
	} else {
		f.LocalGet(i)
		f.LocalGet(begin)
	}
	f.I64Sub()
	f.I32WrapI64()
	f.I32Const(int32(weight))
	f.I32Mul()
}

// countingRounds compiles the rounds of a counting loop, whose condition holds.
func (f *function) countingRounds(s *core.For, c counting, t target, cost func() int) {
	limit, begin := f.NewLocal(code.I64), f.NewLocal(code.I64)
	again := f.Loop()
	f.setLimit(c, limit, begin)
	top := f.Loop()
	f.round(s, s.Body, t)
	f.stmt(s.Post)
	f.LocalGet(f.vars[c.i].locals[0])
	f.LocalGet(limit)
	f.emit(c.cond.Op, slot{typ: code.I64, signed: true})
	f.If()
	f.Br(top)
	f.Else()
	f.facts = facts{}
	f.useRounds(c, begin, min(cost(), 64))
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.poll(f.live.head[s])
	f.End()
	f.loopCondition(s)
	f.If()
	f.Br(again)
	f.Else()
	f.Br(t.brk)
	f.End()
	f.End()
	f.End()
	f.End()
}

// useRounds takes the fuel of a stretch, and pushes what is left.
func (f *function) useRounds(c counting, begin code.Local, weight int) {
	used := f.temp(code.I32)
	f.distance(c, begin, weight)
	f.LocalSet(used)
	f.takeFuel(func() { f.LocalGet(used) })
}
