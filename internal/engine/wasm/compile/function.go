package compile

import (
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// function is a function being compiled. The instructions are code.Func's.
type function struct {
	*code.Func
	*locals
	*plan // where its variables are
	numeric
	addresses
	frame
	fuel
	c      *compiler
	src    *core.Function
	flow   *analysis.Function // what is true of src
	self   *callee
	effect effect

	ctls []target

	facts     *facts
	variables map[*core.Var]unsafe.Pointer // of the library's, for which temporaries stand, see shuffleVariable
	choices   map[*core.Var]choice         // where the tests of switches branch to, by the clause's number
	residents []resident
	slow      bool // this is the version for what is nil or far
}

// newFunction is the emitter of a function.
func newFunction(c *compiler, k *callee, src *core.Function) *function {
	f := newHelper(c, k.fn)
	f.src, f.self = src, k
	f.slow, f.plan, f.choices = k.aside, newPlan(c.layouts, f.locals, k.pad), map[*core.Var]choice{}
	f.frame.plan, f.info = f.plan, k.info
	f.flow = analysis.New(analysis.Input{Source: src, Types: c, Place: f.placeOf, Quick: c.asksFace})
	f.facts = newFacts(f.flow)
	return f
}

// newHelper is for code that isn't a function's of the user's: no expressions, no facts.
func newHelper(c *compiler, fn *code.Func) *function {
	ls := newLocals(fn)
	n, p := numeric{fn, ls, c.layouts}, newPlan(c.layouts, ls, 0)
	return &function{
		Func: fn, locals: ls, plan: p, numeric: n, addresses: addresses{fn, ls}, fuel: fuel{Func: fn, locals: ls},
		frame: frame{numeric: n, plan: p, mod: c.mod, infoOf: c.info, marks: map[purpose]uint32{}},
		c:     c, facts: newFacts(nil),
	}
}

// planVariables decides where the function's variables are. It returns the big parameters,
// which are copied.
func (f *function) planVariables() (copies []*variable) {
	first := code.Local(2)
	if f.self.closure != nil {
		first++
	}
	copies = f.addParams(f.src.Params, first, f.self.slow != nil)
	for _, v := range copies {
		f.house(v)
	}
	if cl := f.self.closure; cl != nil {
		f.addCaptured(cl, f.src.Body)
	}
	f.addDefined(f.src.Body)
	if g := f.self.guard; g != nil {
		f.reserveGuard(g)
		f.reach(8 + f.raw)
	}
	return copies
}

// findLive finds which variables are live where, once they are made.
func (f *function) findLive() {
	var always []*core.Var
	if g := f.self.guard; g != nil {
		always = g.vars()
	}
	f.flow.FindLive(f.numbered(), always)
}

// generate compiles the function.
func (f *function) generate() {
	copies := f.planVariables()
	f.findLive()
	var other code.Label
	if f.self.slow != nil {
		recv := f.vars[f.src.Params[0]]
		other = f.fromData(recv.layout)
		f.setLocals(recv.locals)
	}
	both := f.self.checks && f.self.cyclic && len(copies) == 0 && f.self.closure == nil
	switch {
	case both:
		f.enter()
	case f.self.checks:
		f.checkDepth()
	}
	f.loadCaptured()
	for _, v := range copies {
		from := v.locals[0]
		f.makeHome(v)
		f.copyBig(f.home(v), from)
	}
	if f.self.cyclic && !both { // a poll comes after the copies of arguments
		f.burn(1, f.flow.Live.Entry)
	}
	f.versionedBody()
	if len(f.src.Results) > 0 {
		f.Unreachable()
	}
	if f.self.slow != nil {
		f.orSlowly(other)
	}
}
