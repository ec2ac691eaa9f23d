package compile

import (
	"fmt"
	"slices"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// function is a function being compiled. The instructions are code.Func's.
type function struct {
	*code.Func
	c      *compiler
	src    *core.Function
	flow   *analysis.Function // what is true of src
	self   *callee
	effect effect
	mark   core.Mark // the place
	hidden bool      // its frame doesn't appear in traces

	tc, sp   code.Local
	object   code.Local // a closure's
	captured []word     // that it uses
	vars     map[*core.Var]*variable
	order    []*variable          // that have pointers in locals
	homes    []home               // of big variables on the heap
	framed   map[*core.New]uint32 // where in raw what New makes is, if it is in the frame
	raw      uint32               // bytes of the frame for big variables
	most     uint32               // the largest frame so far, with what is above it

	marks map[purpose]uint32 // sites that are reused
	ctls  []target
	free  map[code.Type][]code.Local
	used  []code.Local

	fuel      code.Local // has the fuel in a loop without calls, if fueled
	fueled    bool
	weight    int          // of the host calls so far, for fuel
	roots     []code.Local // offsets that the frame has besides those of variables
	facts     *facts
	variables map[*core.Var]unsafe.Pointer // of the library's, for which temporaries stand, see shuffleVariable
	choices   map[*core.Var]choice         // where the tests of switches branch to, by the clause's number
	residents []resident
	slow      bool // this is the version for what is nil or far
}

// variable is a variable of the function's.
type variable struct {
	*core.Var
	*layout
	locals []code.Local
	index  int // among those with pointers, -1 for others
	// A big variable's memory: in the frame at off, or at the offset in a local.
	inFrame bool
	off     uint32
	at      code.Local
}

// home is where a big variable outside the frame is.
type home struct {
	at code.Local
	l  *layout
}

// purpose is the purpose of a host call at a place.
type purpose struct {
	at   core.Mark
	name string
}

func newFunction(c *compiler, k *callee, src *core.Function) *function {
	f := newHelper(c, k.fn)
	f.src, f.self = src, k
	f.slow, f.raw = k.aside, k.pad
	f.vars, f.marks = map[*core.Var]*variable{}, map[purpose]uint32{}
	f.choices, f.framed = map[*core.Var]choice{}, map[*core.New]uint32{}
	f.flow = analysis.New(analysis.Input{Source: src, Types: c, Place: f.placeOf, Quick: f.asksFace})
	f.facts = newFacts(f.flow)
	return f
}

// newHelper is for code that isn't a function's of the user's: no expressions, no facts.
func newHelper(c *compiler, fn *code.Func) *function {
	return &function{Func: fn, c: c, tc: 0, sp: 1, free: map[code.Type][]code.Local{}, facts: newFacts(nil)}
}

// generate compiles the function.
func (f *function) generate() {
	copies := f.parameters()
	for _, v := range copies {
		f.house(v)
	}
	if cl := f.self.closure; cl != nil {
		f.capture(cl)
	}
	f.reserve()
	if g := f.self.guard; g != nil {
		f.reserveGuard(g)
	}
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

// parameters makes variables of the function's first locals, except for a receiver that
// comes in a box. It returns the big ones, which are copied.
func (f *function) parameters() (big []*variable) {
	next := code.Local(2)
	if f.self.closure != nil {
		next++
	}
	for i, p := range f.src.Params {
		v := &variable{Var: p, layout: f.c.layout(p.T), index: -1}
		f.vars[p] = v
		if i == 0 && f.self.slow != nil {
			v.locals, next = f.newLocals(v.slots), entryArgs
		} else {
			for range v.slots {
				v.locals = append(v.locals, next)
				next++
			}
		}
		if v.big {
			big = append(big, v)
		} else {
			f.enlist(v)
		}
	}
	return big
}

func (f *function) newLocals(ss []slot) (ls []code.Local) {
	for _, s := range ss {
		ls = append(ls, f.NewLocal(s.typ))
	}
	return ls
}

// enlist gives a variable whose locals hold pointers its number.
func (f *function) enlist(v *variable) {
	for _, s := range v.slots {
		if s.rooted() {
			v.index = len(f.order)
			f.order = append(f.order, v)
			return
		}
	}
}

// reserve makes the function's variables, and room in the frame for big ones.
func (f *function) reserve() {
	core.Inspect(f.src.Body, func(s core.Stmt) {
		if d, ok := s.(*core.Define); ok && f.vars[d.Var] == nil {
			f.declare(d.Var, f.c.layout(d.Var.T))
		}
	}, func(x core.Expr) {
		if x, ok := x.(*core.New); ok {
			f.reserveNew(x)
		}
	})
}

func (f *function) declare(d *core.Var, l *layout) {
	v := &variable{Var: d, layout: l, index: -1}
	f.vars[d] = v
	if v.big {
		f.house(v)
		return
	}
	v.locals = f.newLocals(v.slots)
	f.enlist(v)
}

// Big variables of up to maxInFrame bytes without pointers are in the frame, as long as
// all of them together have at most maxRaw bytes.
const (
	maxInFrame = 2 << 10
	maxRaw     = 4 << 10
)

// house gives a big variable its place in memory: in the frame, or in an object of this
// activation.
func (f *function) house(v *variable) {
	size := (v.size() + 7) &^ 7
	if !v.scanned && size <= maxInFrame && f.raw-f.self.pad+size <= maxRaw {
		v.inFrame, v.off = true, f.raw
		f.raw += size
		return
	}
	v.at = f.NewLocal(code.I32)
	f.homes = append(f.homes, home{v.at, v.layout})
}

// ---- temporaries ----

// temp is a local that is free again after the statement.
func (f *function) temp(t code.Type) code.Local {
	l, ok := code.Local(0), false
	if n := len(f.free[t]); n > 0 {
		l, f.free[t], ok = f.free[t][n-1], f.free[t][:n-1], true
	}
	if !ok {
		l = f.NewLocal(t)
	}
	f.used = append(f.used, l)
	return l
}

// release frees the temporaries beyond the first n.
func (f *function) release(n int) {
	for _, l := range f.used[n:] {
		t := f.TypeOf(l)
		f.free[t] = append(f.free[t], l)
	}
	f.used = f.used[:n]
}

// pop pops slots into temporaries.
func (f *function) pop(ss []slot) []code.Local {
	ls := make([]code.Local, len(ss))
	for i := len(ss) - 1; i >= 0; i-- {
		ls[i] = f.temp(ss[i].typ)
		f.LocalSet(ls[i])
	}
	return ls
}

func (f *function) push(ls []code.Local) {
	for _, l := range ls {
		f.LocalGet(l)
	}
}

func (f *function) popOne(t code.Type) code.Local {
	l := f.temp(t)
	f.LocalSet(l)
	return l
}

// ---- frames and host calls ----

// site adds a site of the module at the current place.
func (f *function) site(words []machine.Word, h machine.HostFunc) uint32 {
	in, callers := f.traced()
	return f.c.mod.Site(machine.Site{Pos: f.mark.Pos, In: in, Callers: callers, Raw: f.raw, Words: words, Host: h})
}

// traced is the function that the current place is in, and the calls around it that are
// inlined; nil if it doesn't appear in traces.
func (f *function) traced() (in *machine.Function, callers []machine.Frame) {
	if f.hidden {
		return nil, nil
	}
	var frames []machine.Frame
	pos := f.mark.Pos
	for of := f.mark.Of; of != nil; of = of.Of {
		frames = append(frames, machine.Frame{Pos: pos, In: f.c.info(of.Name)})
		pos = of.Pos
	}
	if f.self.info != nil {
		frames = append(frames, machine.Frame{Pos: pos, In: f.self.info})
	}
	if len(frames) == 0 {
		return nil, nil
	}
	return frames[0].In, frames[1:]
}

// info is a function in traces.
func (c *compiler) info(name *core.FuncName) *machine.Function {
	if c.infos[name] == nil {
		c.infos[name] = &machine.Function{Name: name.Name, From: name.Func.From}
	}
	return c.infos[name]
}

// frameSize is what Module.Site computes.
func (f *function) frameSize(words []machine.Word) uint32 {
	return 8 + f.raw + 8*uint32(len(words))
}

// spill writes the frame: the number of the site, and the pointers of live
// variables (rule 5). Then the site's host function, or another function, is called. It
// returns the site's number and the frame's size.
func (f *function) spill(live analysis.Set, h machine.HostFunc) (site, size uint32) {
	var words []machine.Word
	var values []func()
	for _, v := range f.order {
		if !live.Has(v.index) || breakSpill {
			continue
		}
		for i, s := range v.slots {
			if s.rooted() {
				words = append(words, s.word())
				values = append(values, func() { f.LocalGet(v.locals[i]); f.widen(s) })
			}
		}
	}
	root := func(l code.Local) {
		words = append(words, machine.Offset)
		values = append(values, func() { f.LocalGet(l); f.I64ExtendI32U() })
	}
	for _, h := range f.homes {
		root(h.at)
	}
	for _, l := range f.roots {
		root(l)
	}
	site, size = f.site(words, h), f.frameSize(words)
	f.reach(size)
	for i, v := range slices.Backward(values) { // the last first, see touch
		f.LocalGet(f.sp)
		v()
		f.I64Store(8 + f.raw + 8*uint32(i))
	}
	f.LocalGet(f.sp)
	f.I64Const(int64(site))
	f.I64Store(0)
	return site, size
}

// above pushes the offset of the frame's end.
func (f *function) above(size uint32) {
	f.LocalGet(f.sp)
	f.I32Const(int32(size))
	f.I32Add()
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

// siteOf is the site of such a host function.
func (f *function) siteOf(name string, h machine.HostFunc) uint32 {
	m := purpose{f.mark, name}
	site, ok := f.marks[m]
	if !ok {
		site = f.site(nil, h)
		f.marks[m] = site
	}
	return site
}

func (f *function) quickAt(n, r int, args func(), site uint32) {
	f.quickBy(f.c.host(n, r), args, site)
}

// quickBy is quickAt by an imported function.
func (f *function) quickBy(host *code.Func, args func(), site uint32) {
	f.writeBack()
	f.effect = max(f.effect, brief)
	f.weight++
	f.LocalGet(f.tc)
	f.LocalGet(f.sp)
	f.I32Const(int32(site))
	if args != nil {
		args()
	}
	f.Call(host)
	f.refuel()
}

// refuel checks the fuel after a host call, which may have taken it all, see
// machine.Context.made.
func (f *function) refuel() {
	if f.fueled {
		f.LocalGet(f.fuel)
		f.I32Const(0)
		f.LocalGet(f.tc)
		f.I32Load(machine.FuelAt)
		f.Select()
		f.LocalSet(f.fuel)
	}
}

// full calls a host function with the frame written. args pushes n values of 64 bits; r
// results remain. It returns the frame's size.
func (f *function) full(live analysis.Set, n, r int, args func(), h machine.HostFunc) uint32 {
	f.effect = open
	f.weight++
	f.writeBack()
	site, size := f.spill(live, h)
	f.LocalGet(f.tc)
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
func (f *function) widen(s slot) {
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
func (f *function) narrow(s slot) {
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

// useFuel takes fuel, and pushes what is left.
func (f *function) useFuel(n int) {
	f.takeFuel(func() { f.I32Const(int32(min(n, machine.Fuel/16))) })
}

func (f *function) takeFuel(amount func()) {
	if f.fueled {
		f.LocalGet(f.fuel)
		amount()
		f.I32Sub()
		f.LocalTee(f.fuel)
		return
	}
	left := f.temp(code.I32)
	f.LocalGet(f.tc)
	f.LocalGet(f.tc)
	f.I32Load(machine.FuelAt)
	amount()
	f.I32Sub()
	f.LocalTee(left)
	f.I32Store(machine.FuelAt)
	f.LocalGet(left)
}

// poll polls, and gets new fuel.
func (f *function) poll(live analysis.Set) {
	f.full(live, 0, 1, nil, machine.Poll)
	f.weight--
	if f.fueled {
		f.I32WrapI64()
		f.LocalSet(f.fuel)
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

// reach records that the function uses the shadow stack up to n bytes above its frame's
// beginning.
func (f *function) reach(n uint32) { f.most = max(f.most, n) }

// enter checks, in a function that may call itself, whether there is room for its frame,
// and takes fuel, with one comparison for both.
func (f *function) enter() {
	f.effect = open
	room := f.temp(code.I32)
	f.LocalGet(f.tc)
	f.I32Load(machine.LimitAt)
	f.LocalGet(f.sp)
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
	f.LocalGet(f.sp)
	f.I32Const(int32(f.self.need))
	f.I32Add()
	f.LocalGet(f.tc)
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
		f.LocalGet(f.sp)
		f.LocalGet(code.Local(i + 2))
		f.widen(slot{typ: t})
		f.I64Store(8 * uint32(i))
	}
	f.LocalGet(f.tc)
	f.LocalGet(f.sp)
	f.I32Const(int32(f.c.mod.Site(machine.Site{Pos: f.mark.Pos, Host: machine.Deeper(fn, f.self.need)})))
	f.Call(f.c.host(0, 0))
	for i, t := range sig.Results {
		f.LocalGet(f.sp)
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
