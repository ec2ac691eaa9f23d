package compile

import (
	"fmt"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
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

// ---- frames and host calls ----

// info is a function in traces.
func (c *compiler) info(name *core.FuncName) *machine.Function {
	if c.infos[name] == nil {
		c.infos[name] = &machine.Function{Name: name.Name, From: name.Func.From}
	}
	return c.infos[name]
}

// quick calls a host function that ignores the frames. args pushes n values of 64 bits; r
// results remain.
func (f *function) quick(n, r int, args func(), h machine.HostFunc) {
	f.quickAt(n, r, args, f.site(nil, h))
}

// quickMark is quick for a host function that is the same wherever it has this name.
func (f *function) quickMark(name string, n, r int, args func(), h machine.HostFunc) {
	f.quickAt(n, r, args, f.siteOf(name, h))
}

func (f *function) quickAt(n, r int, args func(), site uint32) {
	f.quickBy(f.c.host(n, r), args, site)
}

// quickBy is quickAt by an imported function.
func (f *function) quickBy(host *code.Func, args func(), site uint32) {
	f.writeBack()
	f.effect = max(f.effect, brief)
	f.weight++
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(site))
	if args != nil {
		args()
	}
	f.Call(host)
	f.refuel()
}

// full calls a host function with the frame written. args pushes n values of 64 bits; r
// results remain. It returns the frame's size.
func (f *function) full(live analysis.Set, n, r int, args func(), h machine.HostFunc) uint32 {
	f.effect = open
	f.weight++
	f.writeBack()
	site, size := f.spill(live, h)
	f.LocalGet(tcLocal)
	f.above(size)
	f.I32Const(int32(site))
	if args != nil {
		args()
	}
	f.Call(f.c.host(n, r))
	f.readAgain()
	f.facts.forgetMemory()
	return size
}

// host is the import of n arguments and r results.
func (c *compiler) host(n, r int) *code.Func {
	if n > machine.MaxArguments || r > machine.MaxResults {
		refuse("a host call of %d words and %d results", n, r)
	}
	h := c.hosts[[2]int{n, r}]
	if h == nil {
		s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}}
		for range n {
			s.Params = append(s.Params, code.I64)
		}
		for range r {
			s.Results = append(s.Results, code.I64)
		}
		h = c.wasm.Import(machine.HostModule, machine.HostName(n, r), s)
		c.hosts[[2]int{n, r}] = h
	}
	return h
}

// widen extends a slot's value to 64 bits.
func (f *numeric) widen(s slot) {
	switch {
	case s.typ == code.F64:
		f.I64ReinterpretF64()
	case s.typ == code.F32:
		f.I32ReinterpretF32()
		f.I64ExtendI32U()
	case s.typ == code.I32 && s.signed:
		f.I64ExtendI32S()
	case s.typ == code.I32:
		f.I64ExtendI32U()
	}
}

// narrow converts 64 bits to a slot's value.
func (f *numeric) narrow(s slot) {
	switch s.typ {
	case code.F64:
		f.F64ReinterpretI64()
	case code.F32:
		f.I32WrapI64()
		f.F32ReinterpretI32()
	case code.I32:
		f.I32WrapI64()
	}
}

// ---- fuel and depth ----

// burn uses up fuel, and polls when there is none left, where the collector and
// interrupts get their chance (rule 6).
func (f *function) burn(n int, live analysis.Set) {
	f.useFuel(n)
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.poll(live)
	f.End()
}

// poll polls, and gets new fuel.
func (f *function) poll(live analysis.Set) {
	f.full(live, 0, 1, nil, machine.Poll)
	f.weight--
	if f.fueled {
		f.I32WrapI64()
		f.LocalSet(f.fuelIn)
	} else {
		f.Drop()
	}
}

// maxUnchecked is how much of the shadow stack functions that don't check the depth may
// need, with their callees that don't either; machine.Slack has room for it.
const maxUnchecked = machine.Slack - 128

// maxClosure is the same for what is called through the table, whose needs the caller
// doesn't know.
const maxClosure = 256

// enter checks, in a function that may call itself, whether there is room for its frame,
// and takes fuel, with one comparison for both.
func (f *function) enter() {
	f.effect = open
	room := f.temp(code.I32)
	f.LocalGet(tcLocal)
	f.I32Load(machine.LimitAt)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.self.need))
	f.I32Add()
	f.I32Sub()
	f.LocalTee(room)
	f.useFuel(1)
	f.I32Or()
	f.I32Const(0)
	f.I32LtS()
	f.If()
	f.LocalGet(room)
	f.I32Const(0)
	f.I32LtS()
	f.Rarely()
	f.deeper()
	f.End()
	f.poll(f.flow.Live.Entry)
	f.End()
}

// checkDepth is the first half of enter.
func (f *function) checkDepth() {
	f.effect = open
	f.LocalGet(spLocal)
	f.I32Const(int32(f.self.need))
	f.I32Add()
	f.LocalGet(tcLocal)
	f.I32Load(machine.LimitAt)
	f.I32GtU()
	f.Rarely()
	f.deeper()
	f.End()
}

// deeper runs the function once more, on a new segment, and returns its results.
func (f *function) deeper() {
	sig := f.Signature
	if 8*len(sig.Params) > machine.Slack/2 {
		refuse("so many parameters")
	}
	fn := f.c.entered(f.self)
	for i, t := range sig.Params[2:] {
		f.LocalGet(spLocal)
		f.LocalGet(code.Local(i + 2))
		f.widen(slot{typ: t})
		f.I64Store(8 * uint32(i))
	}
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.c.mod.Site(machine.Site{Pos: f.mark.Pos, Host: machine.Deeper(fn, f.self.need)})))
	f.Call(f.c.host(0, 0))
	for i, t := range sig.Results {
		f.LocalGet(spLocal)
		f.I64Load(8 * uint32(i))
		f.narrow(slot{typ: t})
	}
	f.Return()
}

// entered is the function for Deeper.
func (c *compiler) entered(k *callee) *machine.Func {
	if k.slot == 0 {
		k.slot = c.mod.Slot()
		c.wasm.Element(k.slot, k.fn)
	}
	return c.goFunc(k)
}

// goFunc describes a compiled function to the machine.
func (c *compiler) goFunc(k *callee) *machine.Func {
	s := k.fn.Signature
	return &machine.Func{
		Instead: c.instead(k), Asks: c.asks(k.name),
		Module: c.mod, Slot: k.slot, Entry: c.entry(k.t, s), Self: k.closure != nil,
		In: uint32(len(s.Params) - 2), Out: uint32(len(s.Results)),
		Type: c.store.Type(k.t), Params: c.goValues(k.t.Params), Results: c.goValues(k.t.Results),
	}
}

// goValues is how the machine makes Go values of the types.
func (c *compiler) goValues(ts []*core.Type) (vs []machine.Value) {
	for _, t := range ts {
		vs = append(vs, c.layout(t).value())
	}
	return vs
}

// value is how the machine makes a Go value of slots.
func (l *layout) value() machine.Value {
	v := machine.Value{Type: l.typ}
	if l.big {
		v.Parts = []machine.Part{{Size: 8, Word: machine.Offset, Boxed: l.typ}}
		return v
	}
	for _, s := range l.slots {
		v.Parts = append(v.Parts, machine.Part{At: s.off, Size: s.size, Word: s.word(), Text: s.text})
	}
	return v
}

// entry is the table index of the entry function for a signature, see machine.EntryType:
// it takes words, calls a function and leaves words.
func (c *compiler) entry(t *core.Type, s code.Signature) uint32 {
	key := s.Key()
	var params []slot
	if len(s.Params) > 2+c.slots(t.Params) { // its object
		params = append(params, slot{typ: code.I32, size: 4})
	}
	for _, p := range t.Params {
		params = append(params, c.layout(p).slots...)
	}
	for _, p := range params {
		key += fmt.Sprintf("%d%t", p.size, p.signed)
	}
	if slot, ok := c.entries[key]; ok {
		return slot
	}
	f := newHelper(c, c.wasm.NewFunc("", machine.EntryType))
	const tc, at, target = 0, 1, 2
	f.LocalGet(tc)
	f.LocalGet(at)
	f.I32Const(int32(8 * max(len(params), len(s.Results))))
	f.I32Add()
	for i, p := range params {
		f.LocalGet(at)
		f.I64Load(8 * uint32(i))
		f.narrow(p)
		if p.class == number { // the machine extends with zeros
			f.normalize(p)
		}
	}
	f.LocalGet(target)
	f.CallIndirect(s)
	results := make([]code.Local, len(s.Results))
	for i := len(results) - 1; i >= 0; i-- {
		results[i] = f.NewLocal(s.Results[i])
		f.LocalSet(results[i])
	}
	for i, t := range s.Results {
		f.LocalGet(at)
		f.LocalGet(results[i])
		f.widen(slot{typ: t})
		f.I64Store(8 * uint32(i))
	}
	slot := c.mod.Slot()
	c.wasm.Element(slot, f.Func)
	c.entries[key] = slot
	return slot
}

// slots is the number of slots of values of some types.
func (c *compiler) slots(ts []*core.Type) (n int) {
	for _, t := range ts {
		n += len(c.layout(t).slots)
	}
	return n
}
