package compile

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// A loop's version for what is nil or far rarely runs, but would take as long to compile
// as the other. So it becomes a separate function, compiled when first called: its
// parameters are the variables that the loop uses, its results those that the loop
// assigns.

// maxAside bounds how many variables a loop set aside takes and returns.
const maxAside = 16

// aside is a loop set aside.
type aside struct {
	m     *machine.Machine
	store *engine.Store
	env   *Env
	texts map[string]uint32 // of the enclosing module, which keeps them
	keep  *machine.Module   // that module

	loop    *core.For
	src     *core.Function
	info    *machine.Function // of the enclosing function
	params  []*core.Var
	results []*core.Var  // that the loop assigns
	left    *core.Var    // whether it was left by a return, nil if it has none
	live    analysis.Set // after the loop, except results

	mu   sync.Mutex
	made *Compiled
	slot atomic.Uint32
}

// setAside is the loop as a function, nil for one that can't be.
func (f *function) setAside(s *core.For) *aside {
	if f.slow || f.self.guard != nil || !f.flow.Loop(s).Within {
		return nil
	}
	a := &aside{m: f.c.m, store: f.c.store, env: f.c.env, texts: f.c.texts, keep: f.c.mod, loop: s, info: f.self.info}
	outer, ok := f.around(f.flow.Loop(s))
	if !ok || len(outer) > maxAside {
		return nil
	}
	head := f.flow.Live.Head[s]
	var zero []core.Stmt
	for _, v := range outer {
		if at := f.vars[v].index; at >= 0 && !head.Has(at) {
			zero = append(zero, &core.Define{Var: v}) // it may hold a stale pointer
		} else {
			a.params = append(a.params, v)
		}
	}
	a.live = f.flow.Live.Past[s].Clone()
	changed := f.flow.Loop(s).Assigned
	for _, v := range outer {
		if slices.Contains(changed, v) {
			a.results = append(a.results, v)
			if at := f.vars[v].index; at >= 0 {
				a.live.Remove(at)
			}
		}
	}
	return a.function(f, zero)
}

// around are the variables that a loop mentions and doesn't declare; ok is false if one
// of them can't be passed to a function.
func (p *plan) around(tr *analysis.Loop) (vars []*core.Var, ok bool) {
	for _, v := range tr.Mentioned {
		switch {
		case p.vars[v] == nil && v.Kind == core.Global:
		case p.vars[v] == nil, p.vars[v].big, v.T == core.Iter, v.T == core.Defers:
			return nil, false
		default:
			vars = append(vars, v)
		}
	}
	return vars, true
}

// function makes the loop a function, which returns the variables that the loop assigns
// and, if it has a return, whether it was left by it, and what it returns. zero declares
// variables that have no value before the loop.
func (a *aside) function(f *function, zero []core.Stmt) *aside {
	t := &core.Type{Kind: core.Func}
	for _, v := range a.params {
		t.Params = append(t.Params, v.T)
	}
	var ends []core.Expr
	for _, v := range a.results {
		t.Results, ends = append(t.Results, v.T), append(ends, v)
	}
	body := []core.Stmt{&core.Mark{Pos: f.mark.Pos, Of: f.mark.Of}, a.loop}
	if f.flow.Loop(a.loop).Returns {
		a.left = &core.Var{Name: "left", Kind: core.Temp, T: core.Bool}
		returns := func(xs []core.Expr) core.Stmt {
			return &core.Return{Xs: slices.Concat(ends, []core.Expr{core.BoolConst(true)}, xs)}
		}
		body = core.Rewrite(body, func(s core.Stmt) []core.Stmt {
			if r, ok := s.(*core.Return); ok {
				return []core.Stmt{returns(r.Xs)}
			}
			return nil
		})
		t.Results = append(t.Results, core.Bool)
		ends = append(ends, core.BoolConst(false))
		for i, r := range f.src.Results {
			if f.c.layout(r).big {
				return nil
			}
			none := &core.Var{Name: fmt.Sprint("none", i), Kind: core.Temp, T: r}
			zero = append(zero, &core.Define{Var: none})
			t.Results, ends = append(t.Results, r), append(ends, none)
		}
	}
	if len(t.Results) > maxAside {
		return nil
	}
	body = append(slices.Concat(zero, body), &core.Return{Xs: ends})
	name := &core.FuncName{Name: "a loop", T: t}
	a.src = &core.Function{Symbol: name, Params: a.params, Results: t.Results, Body: body, From: f.src.From}
	name.Func = a.src
	return a
}

// callAside calls a loop that was set aside. The frame is written once, with the loop's
// arguments and what is live after it; that is also right while the host finds the
// function (rule 5).
func (f *function) callAside(a *aside) {
	weight := f.weight
	f.giveFuel()
	held := a.live.Clone()
	if breakAside {
		held = f.flow.Live.Empty()
	}
	for _, v := range a.params {
		if at := f.vars[v].index; at >= 0 {
			held.Add(at)
		}
	}
	f.hidden = true // a trace has the loop's own frame
	site, size := f.spill(held, a.find)
	f.hidden = false
	f.effect = open
	f.reach(size + maxClosure)
	f.LocalGet(tcLocal)
	f.above(size)
	f.I32Const(int32(site))
	f.Call(f.c.host(0, 1))
	f.I32WrapI64()
	slot := f.popOne(code.I32)
	f.LocalGet(tcLocal)
	f.above(size)
	for _, v := range a.params {
		f.push(f.vars[v].locals)
	}
	f.LocalGet(slot)
	f.CallIndirect(f.c.signature(a.src.Symbol.T, false))
	f.takeAside(a)
	f.takeFuelBack()
	f.weight = weight
}

// breakAside breaks rule 5 where a loop that was set aside is called, for a test.
var breakAside bool

// takeAside takes the results of the loop, and returns if the loop was left by a return.
func (f *function) takeAside(a *aside) {
	var values []code.Local
	if a.left != nil {
		for _, r := range slices.Backward(f.src.Results) {
			values = append(f.pop(f.c.layout(r).slots), values...)
		}
		left := f.popOne(code.I32)
		defer func() {
			f.LocalGet(left)
			f.Rarely()
			f.push(values)
			f.Return()
			f.End()
		}()
	}
	for _, v := range slices.Backward(a.results) {
		f.setLocals(f.vars[v].locals)
	}
}

// find is the host function that finds the loop's entry in the table. If it must be
// compiled first, that may wait for another compilation (rule 4).
func (a *aside) find(c *machine.Context, sp uint32, words []uint64) {
	slot := a.slot.Load()
	if slot == 0 {
		c.Sync(sp)
		slot = a.compile()
	}
	words[0] = uint64(slot)
}

func (a *aside) compile() uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.made != nil {
		return a.made.Slot
	}
	var err error
	a.env.alone(func() { err = a.load() })
	if err != nil {
		panic(&machine.Fault{Text: err.Error()})
	}
	a.slot.Store(a.made.Slot)
	return a.made.Slot
}

// load compiles the loop as a module of its own.
func (a *aside) load() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("compiling a loop of %s: %v", a.src.From, r)
		}
	}()
	c := newCompiler(a.m, a.store, a.env)
	c.texts = maps.Clone(a.texts) // the enclosing module keeps them, but not those of others
	c.mod.Keep(a.keep)
	name := a.src.Symbol
	k := &callee{name: name, t: name.T, info: a.info, aside: true, effect: open, fn: c.wasm.NewFunc("", c.signature(name.T, false))}
	c.callees[name] = k
	c.order = append(c.order, k)
	if err := c.compile(k, a.src); err != nil {
		return err
	}
	done := c.finish()
	if err := c.mod.Load(c.wasm); err != nil {
		return err
	}
	a.made = done[name]
	return nil
}

// asideOf is the loop, set aside, that code with two versions consists of; nil for other
// code.
func (f *function) asideOf(body []core.Stmt, loop bool) *aside {
	if !loop {
		return nil
	}
	return f.setAside(body[0].(*core.For))
}
