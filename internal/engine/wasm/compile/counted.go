package compile

import (
	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// A counting loop without calls or inner loops takes its fuel for many rounds at once: it
// runs up to a limit a stretch away, and then checks whether it must poll. One that follows
// far pointers polls more often, since it takes handles.

// stretch is how far a counting loop goes without taking fuel.
const stretch = 2048

// setLimit computes where the loop stops to check its fuel: n, or a stretch away from i
// if that is nearer.
func (f *function) setLimit(c analysis.Counting, limit, begin code.Local) {
	i := f.vars[c.I].locals[0]
	f.LocalGet(i)
	f.LocalSet(begin)
	f.LocalGet(i)
	f.I64Const(stretch)
	if c.Down {
		f.I64Sub()
	} else {
		f.I64Add()
	}
	f.expr(c.N)
	n := f.popOne(code.I64)
	f.LocalGet(n)
	if c.Down {
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
func (f *function) distance(c analysis.Counting, begin code.Local, weight int) {
	i := f.vars[c.I].locals[0]
	if c.Down {
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
func (f *function) countingRounds(s *core.For, c analysis.Counting, t target, cost func() int) {
	limit, begin := f.NewLocal(code.I64), f.NewLocal(code.I64)
	again := f.Loop()
	f.setLimit(c, limit, begin)
	top := f.Loop()
	f.round(s, s.Body, t)
	f.stmt(s.Post)
	f.LocalGet(f.vars[c.I].locals[0])
	f.LocalGet(limit)
	f.emit(c.Cond.Op, slot{typ: code.I64, signed: true})
	f.If()
	f.Br(top)
	f.Else()
	f.facts.clear()
	f.useRounds(c, begin, min(cost(), 64))
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.poll(f.flow.Live.Head[s])
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
func (f *function) useRounds(c analysis.Counting, begin code.Local, weight int) {
	used := f.temp(code.I32)
	f.distance(c, begin, weight)
	f.LocalSet(used)
	f.takeFuel(func() { f.LocalGet(used) })
}
