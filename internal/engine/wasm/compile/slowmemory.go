package compile

import (
	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// The version of code for what is nil or far rarely runs, but is half of what must be
// compiled. So it is kept short: it accesses memory through functions that the module has
// once.

// slowlyArgs pushes the context, the frame, a site for what the host does at a place,
// and the place itself.
func (f *function) slowlyArgs(name string, h machine.HostFunc, p place, more uint32) {
	f.effect = max(f.effect, brief)
	f.weight++
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.siteOf(name, h)))
	f.LocalGet(p.base)
	if !p.hasDisp {
		f.I32Const(int32(p.off + more))
		return
	}
	f.LocalGet(p.disp)
	if p.off+more > 0 {
		f.I32Const(int32(p.off + more))
		f.I32Add()
	}
}

// readSlowly is readable for a place that may be far or nil.
func (f *function) readSlowly(p place) code.Local {
	f.slowlyArgs("load", loadSlowly, p, 0)
	f.I32Const(int32(p.size()))
	f.Call(f.c.reader(p.there))
	f.refuel()
	if p.off > 0 {
		f.I32Const(int32(p.off))
		f.I32Sub()
	}
	return f.popOne(code.I32)
}

// reader is the function (tc, sp, site, base, delta, size) that returns the address of
// the value at base + delta, or of a copy.
func (c *compiler) reader(there bool) *code.Func {
	if c.readers[there] == nil {
		s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I32, code.I32, code.I32}, Results: []code.Type{code.I32}}
		c.readers[there] = c.slowFunc(s, there, func(f *function) {
			f.LocalGet(5)
			f.I64ExtendI32U()
			f.Call(c.host(3, 1))
			f.I32WrapI64()
			f.Return()
		})
		f := c.readers[there]
		f.LocalGet(3)
		f.LocalGet(4)
		f.I32Add()
	}
	return c.readers[there]
}

// slowFunc begins a function for a place: if that is far or nil, it calls the host with
// it and with what far pushes.
func (c *compiler) slowFunc(s code.Signature, there bool, far func(*function)) *code.Func {
	f := newHelper(c, c.wasm.NewFunc("", s))
	f.isFar(place{base: 3, there: there})
	f.If()
	f.LocalGet(0)
	f.LocalGet(1)
	f.LocalGet(2)
	for _, l := range []code.Local{3, 4} {
		f.LocalGet(l)
		f.I64ExtendI32U()
	}
	far(f)
	f.End()
	return f.Func
}

// storeSlowly is storeAt for a place that may be far or nil. Pointers are stored by the
// host anyway (rule 2).
func (f *function) storeSlowly(p place, value []code.Local) {
	if len(value) == 0 {
		f.readSlowly(p) // nothing is stored, but the place may be nil
		return
	}
	for i, s := range p.slots {
		switch s.class {
		case pointer:
			f.quickMark("slow pointer", 3, 0, func() { f.farPlace(p, s.off); f.LocalGet(value[i]); f.widen(s) }, storePointerSlowly)
		case reference:
			f.quickMark("slow reference", 3, 0, func() { f.farPlace(p, s.off); f.LocalGet(value[i]) }, storeAddressSlowly)
		default:
			f.slowlyArgs("slow store", storeSlowly, p, s.off)
			f.I32Const(int32(s.size))
			f.LocalGet(value[i])
			f.widen(s)
			f.Call(f.c.writer(p.there))
			f.refuel()
		}
	}
}

// farPlace pushes a place for the host.
func (f *addresses) farPlace(p place, more uint32) {
	f.LocalGet(p.base)
	f.I64ExtendI32U()
	f.inside(p, more)
}

// writer is the function (tc, sp, site, base, delta, size, value) that stores a number at
// base + delta.
func (c *compiler) writer(there bool) *code.Func {
	if c.writers[there] != nil {
		return c.writers[there]
	}
	const size, value = 5, 6
	s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I32, code.I32, code.I32, code.I64}}
	c.writers[there] = c.slowFunc(s, there, func(f *function) {
		f.LocalGet(0)
		f.LocalGet(value)
		f.I64Store(machine.ScratchAt)
		f.LocalGet(size)
		f.I64ExtendI32U()
		f.Call(c.host(3, 0))
		f.Return()
	})
	f := c.writers[there]
	f.LocalGet(3)
	f.LocalGet(4)
	f.I32Add()
	f.LocalSet(4)
	for _, n := range []int32{8, 4, 2} {
		f.LocalGet(size)
		f.I32Const(n)
		f.I32Eq()
		f.If()
		f.LocalGet(4)
		f.LocalGet(value)
		storeSized(f, n)
		f.Return()
		f.End()
	}
	f.LocalGet(4)
	f.LocalGet(value)
	storeSized(f, 1)
	return c.writers[there]
}

// storeSized stores the lower bytes of 64 bits.
func storeSized(f *code.Func, size int32) {
	if size == 8 {
		f.I64Store(0)
		return
	}
	f.I32WrapI64()
	switch size {
	case 4:
		f.I32Store(0)
	case 2:
		f.I32Store16(0)
	default:
		f.I32Store8(0)
	}
}

// indexCheck recognises a statement that only checks an index, and returns the index and
// the length.
func indexCheck(s *core.If) []core.Expr {
	if len(s.Then) != 1 || len(s.Else) > 0 {
		return nil
	}
	do, ok := s.Then[0].(*core.Do)
	if !ok {
		return nil
	}
	call, ok := do.X.(*core.Call)
	if !ok {
		return nil
	}
	if n, ok := call.Fun.(*core.NativeName); !ok || n.Path != core.RuntimePath || n.Name != "IndexOutOfRange" {
		return nil
	}
	return call.Args
}

// checkSlowly checks an index.
func (f *function) checkSlowly(args []core.Expr) {
	f.effect = max(f.effect, brief)
	f.LocalGet(tcLocal)
	f.LocalGet(spLocal)
	f.I32Const(int32(f.siteOf("index", indexOutOfRange)))
	for _, a := range args {
		f.expr(a)
	}
	f.Call(f.c.checker())
}

// checker is the function (tc, sp, site, index, length) that panics for an index out of
// range.
func (c *compiler) checker() *code.Func {
	if c.check == nil {
		c.check = c.wasm.NewFunc("", code.Signature{Params: []code.Type{code.I32, code.I32, code.I32, code.I64, code.I64}})
		f := c.check
		f.LocalGet(3)
		f.LocalGet(4)
		f.I64GeU()
		f.If()
		for l := range code.Local(5) {
			f.LocalGet(l)
		}
		f.Call(c.host(2, 0))
		f.End()
	}
	return c.check
}

// ---- what the host does ----

func notNil(a []uint64) {
	if a[0] == 0 {
		rt.NilDereference()
	}
}

func loadSlowly(c *machine.Context, sp uint32, a []uint64) {
	notNil(a)
	machine.FarLoad(c, sp, a)
}

func storeSlowly(c *machine.Context, sp uint32, a []uint64) {
	notNil(a)
	machine.FarStore(c, sp, a)
}

func storePointerSlowly(c *machine.Context, sp uint32, a []uint64) {
	notNil(a)
	machine.Store(c, sp, a)
}

func storeAddressSlowly(c *machine.Context, sp uint32, a []uint64) {
	notNil(a)
	machine.StoreAddress(c, sp, a)
}
