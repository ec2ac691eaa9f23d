package compile

import (
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// Deferred calls and recover are natives of the run-time: rt.Guard and its kin. A
// deferred function is a func like any other, so the run-time may call it in a panic.

// guards compiles the run-time's panics, defers and goroutines; ok is false for other
// natives.
func (f *function) guards(x *core.Call, name string, live analysis.Set) (ok bool) {
	if f.c.rt == nil {
		return f.ending(x, name, live)
	}
	r := f.c.rt
	switch name {
	case "Guard":
		f.guardCall(x, live)
	case "Enter":
		f.I32Const(0)
		d := f.popOne(code.I32)
		f.ifOffers(r, func() {
			f.quick(0, 1, nil, func(c *machine.Context, _ uint32, a []uint64) { a[0] = c.Give(unsafe.Pointer(r.Enter())) })
			f.I32WrapI64()
			f.LocalSet(d)
		})
		f.LocalGet(d)
	case "Withhold":
		f.withhold(r)
	case "Recover":
		f.recoverCall(x.Args[0])
	case "Go":
		fn := f.operand(x.Args[0])
		f.full(live, 1, 0, func() { f.LocalGet(fn); f.I64ExtendI32U() }, func(c *machine.Context, sp uint32, a []uint64) {
			c.Sync(sp)
			r.Go(funcAt(c.Ptr(a[0])))
		})
	default:
		return f.ending(x, name, live)
	}
	return true
}

// recoverCall pushes what recover returns: nil if there is nothing on offer.
func (f *function) recoverCall(token core.Expr) {
	f.expr(token)
	d, typ, data := f.popOne(code.I32), f.temp(code.I64), f.temp(code.I64)
	f.I64Const(0)
	f.LocalSet(typ)
	f.I64Const(0)
	f.LocalSet(data)
	f.LocalGet(d)
	f.If()
	f.quick(1, 2, func() { f.LocalGet(d); f.I64ExtendI32U() }, recovered)
	f.LocalSet(data)
	f.LocalSet(typ)
	f.End()
	f.LocalGet(typ)
	f.LocalGet(data)
}

// ending compiles a native that doesn't return.
func (f *function) ending(x *core.Call, name string, live analysis.Set) (ok bool) {
	if name != "Panic" {
		return false
	}
	f.byReflection(x, name, live)
	f.Unreachable()
	return true
}

// byReflection calls a native of the run-time by reflection.
func (f *function) byReflection(x *core.Call, name string, live analysis.Set) {
	f.nativeCall(f.c.nativeNamed(core.Rt(name)), f.arguments(x.Args), core.RuntimeNative(name).Results, live)
}

// funcAt is the func that the pointer p is.
func funcAt(p unsafe.Pointer) func() { return *(*func())(unsafe.Pointer(&p)) }

// recovered is rt.Recover. What it returns was held by the deferred calls until now.
func recovered(c *machine.Context, _ uint32, a []uint64) {
	v := rt.Recover((*rt.Defers)(c.Ptr(a[0])))
	ws := (*words2)(unsafe.Pointer(&v))
	a[0], a[1] = uint64(uintptr(ws[0])), c.Ref(ws[1])
}

// ifOffers runs what is needed only while a panic is on offer.
func (f *function) ifOffers(r *rt.Runtime, then func()) {
	p := f.constantPlace(unsafe.Pointer(r.Offers()), f.c.layout(core.Int))
	if !p.near {
		then()
		return
	}
	f.c.mod.Keep(r)
	f.LocalGet(p.base)
	f.I64Load(0)
	f.I64Eqz()
	f.I32Eqz()
	f.If()
	then()
	f.End()
}

func (f *function) withhold(r *rt.Runtime) {
	f.ifOffers(r, func() {
		f.quick(0, 0, nil, func(*machine.Context, uint32, []uint64) { r.Withhold() })
	})
}

// guardCall is rt.Guard of a closure: the run-time calls it back, in this context.
func (f *function) guardCall(x *core.Call, live analysis.Set) {
	fn := f.operand(x.Args[0])
	t := f.c.funcType(x.Args[0].Type())
	enter := f.c.bodyOf(t)
	r := f.c.rt
	size := f.full(live, 1, 0, func() { f.LocalGet(fn); f.I64ExtendI32U() }, func(c *machine.Context, sp uint32, a []uint64) {
		c.Sync(sp)
		p := c.Ptr(a[0])
		body := a[0]
		c.Keep(p)
		r.Guard(func(d *rt.Defers) {
			ws := wordsAt(c, sp, 2)
			ws[0], ws[1] = body, c.Give(unsafe.Pointer(d))
			c.Enter(enter, sp, sp)
		})
	})
	f.reach(size + 16)
}

// deferCall is d.Defer of a call.
func (f *function) deferCall(d *core.Method, args []core.Expr) {
	list, recovers, fn := f.operand(d.X), f.operand(args[0]), f.operand(args[1])
	f.quick(3, 0, func() {
		for _, l := range []code.Local{list, recovers, fn} {
			f.LocalGet(l)
			f.I64ExtendI32U()
		}
	}, func(c *machine.Context, _ uint32, a []uint64) {
		(*rt.Defers)(c.Ptr(a[0])).Defer(a[1] != 0, funcAt(c.Ptr(a[2])))
	})
}

// bodyOf is a function that calls a closure with the list of deferred calls: it
// takes the closure as a value, which may be foreign.
func (c *compiler) bodyOf(t *core.Type) *machine.Func {
	if c.body != nil {
		return c.body
	}
	fn := &core.Var{Name: "body", Kind: core.Param, T: t}
	d := &core.Var{Name: "d", Kind: core.Param, T: t.Params[0]}
	typ := &core.Type{Kind: core.Func, Params: []*core.Type{t, t.Params[0]}}
	src := &core.Function{Symbol: &core.FuncName{Name: "guarded", T: typ}, Params: []*core.Var{fn, d}}
	src.Body = []core.Stmt{&core.Do{X: &core.Call{Fun: fn, Args: []core.Expr{d}}}}
	k := &callee{name: src.Symbol, t: typ, fn: c.wasm.NewFunc("", c.signature(typ, false)), effect: open}
	if err := c.compile(k, src); err != nil {
		panic(err)
	}
	c.body = c.entered(k)
	return c.body
}

// ---- guards in line ----

// recordHead is the size of the machine's part of a guard's record. The deferred calls
// follow, 8 bytes each.
func (g *openGuard) recordHead() uint32 {
	if g.resumable() {
		return machine.RecordSize + machine.PointSize
	}
	return machine.RecordSize
}

// guardPart compiles a part of an opened guard, and returns its results.
func (f *function) guardPart(kind guardKind, index int) []*core.Type {
	g := f.self.guard
	at := 8 + g.off // from sp
	switch kind {
	case guardBegin:
		f.beginGuard(g, at)
	case guardPoint:
		f.resumePoint(at)
		return []*core.Type{core.Bool}
	case guardDefer:
		f.defers(g.calls[index], at)
	case guardDone:
		f.setRecord(at+g.calls[index].at, func() { f.I64Const(0) })
	case guardEnd:
		f.LocalGet(tcLocal)
		f.LocalGet(spLocal)
		f.I32Load(at)
		f.I32Store(machine.GuardAt)
	}
	return nil
}

// setRecord stores 64 bits into the record.
func (f *function) setRecord(at uint32, push func()) {
	f.LocalGet(spLocal)
	push()
	f.I64Store(at)
}

// beginGuard makes the record, at a distance from sp, the innermost guard's.
func (f *function) beginGuard(g *openGuard, at uint32) {
	f.withhold(f.c.rt)
	site := f.c.mod.Site(machine.Site{Pos: f.mark.Pos, Unwind: unwinder(f.c.rt, g.calls), Stops: g.resumable()})
	f.LocalGet(spLocal)
	f.LocalGet(tcLocal)
	f.I32Load(machine.GuardAt)
	f.I32Store(at)
	f.LocalGet(spLocal)
	f.I32Const(int32(site))
	f.I32Store(at + 4)
	for _, d := range g.calls {
		f.setRecord(at+d.at, func() { f.I64Const(0) })
	}
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(at))
	f.I32Add()
	f.I32Store(machine.GuardAt)
}

// defers records a deferred call: a func, or 1 and the words that a closure captures.
func (f *function) defers(d *deferral, at uint32) {
	f.setRecord(at+d.at, func() { f.LocalGet(f.vars[d.on].locals[0]); f.I64ExtendI32U() })
	word := 0
	for _, v := range d.captured {
		for _, l := range f.vars[v].locals {
			s := d.made.slots[word]
			word++
			f.setRecord(at+d.at+8*uint32(word), func() { f.LocalGet(l); f.widen(s) })
		}
	}
}

// resumePoint pushes whether the function is resumed here, after which nothing is known of
// memory.
func (f *function) resumePoint(at uint32) {
	f.writeBack()
	f.effect = max(f.effect, brief)
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(at))
	f.I32Add()
	f.Call(f.c.resumePoint())
	f.facts.forgetMemory()
}

// resumePoint is the function that keeps a point.
func (c *compiler) resumePoint() *code.Func {
	if c.point == nil {
		c.point = machine.ResumePoint(c.wasm)
	}
	return c.point
}

// unwinder runs the deferred calls of a guard that haven't yet run when a panic leaves
// it.
func unwinder(r *rt.Runtime, ds []*deferral) machine.Unwind {
	return func(c *machine.Context, record uint32, v any) any {
		var calls []rt.Deferred
		for _, d := range ds {
			if fn := d.recorded(c, record+d.at); fn != nil {
				calls = append(calls, rt.Deferred{Call: fn, Recovers: d.recovers})
			}
		}
		if len(calls) == 0 {
			return v
		}
		return r.Unwind(calls, v)
	}
}

// recorded is the func that a record has, nil for none.
func (d *deferral) recorded(c *machine.Context, at uint32) func() {
	first := wordsAt(c, at, 1)[0]
	switch {
	case first == 0:
		return nil
	case d.made == nil:
		return funcAt(c.Ptr(first))
	}
	fn, obj := d.made.objects.New()
	d.made.fill(c, obj, wordsAt(c, at+8, len(d.made.slots)))
	return funcAt(fn)
}
