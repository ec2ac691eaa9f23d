package compile

import (
	"go/constant"
	"go/token"
	"math"
	"math/bits"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// place is where a value is kept: in locals of a variable, or in memory.
type place struct {
	*layout
	// In locals: from lo on of a variable that isn't big.
	v  *variable
	lo int
	// In memory: at base + disp + off. base may be far unless near is set, and nil unless
	// there is set. A slice without elements is there.
	base    code.Local
	disp    code.Local
	hasDisp bool
	off     uint32
	near    bool
	there   bool
	fresh   bool // a new object's: all zero
}

func (p place) inMemory() bool { return p.v == nil }

// maxOffset bounds constant offsets, so that an address minus one doesn't wrap: the heap
// begins farther into the window.
const maxOffset = 64 << 20

// place finds the place that an expression names, with all its checks except for whether
// its memory is near.
func (f *function) place(x core.Expr) place {
	switch x := x.(type) {
	case *core.Var:
		return f.varPlace(x)
	case *core.Deref:
		return f.behind(x.X)
	case *core.Field:
		return f.fieldPlace(x)
	case *core.Index:
		return f.element(x)
	case *core.NativeName:
		return f.nativeVar(x)
	}
	refuse("a place %T", x)
	return place{}
}

func (f *function) varPlace(x *core.Var) place {
	v := f.vars[x]
	switch {
	case v == nil && x.Kind == core.Global:
		g := f.c.store.Global(x)
		f.c.mod.Keep(x.Memory)
		return f.constantPlace(g.Addr().UnsafePointer(), f.c.layout(x.T))
	case v == nil:
		refuse("the variable %s of another function", x.Name)
	case v.big:
		return f.home(v)
	}
	return place{layout: v.layout, v: v}
}

// constantPlace is memory that the module keeps alive.
func (f *function) constantPlace(p unsafe.Pointer, l *layout) place {
	off := f.c.m.Offset(p)
	base := f.temp(code.I32)
	f.I32Const(int32(off))
	f.LocalSet(base)
	return place{layout: l, base: base, near: off <= machine.FarCheck}
}

// home is a big variable's memory.
func (f *function) home(v *variable) place {
	if v.inFrame {
		return place{layout: v.layout, base: spLocal, off: 8 + v.off, near: true}
	}
	return place{layout: v.layout, base: v.at, there: true, near: f.facts.has(homeKey(v.Var))}
}

// behind is the memory that a pointer points to.
func (f *function) behind(x core.Expr) place {
	p := place{layout: f.c.layout(f.c.elemOf(x.Type()))}
	v, ok := x.(*core.Var)
	p.base = f.operand(x)
	p.near = f.facts.isNear(x)
	p.there = ok && v.Cell
	return p
}

// operand is a local with a value of one slot.
func (f *function) operand(x core.Expr) code.Local {
	if v, ok := x.(*core.Var); ok && f.vars[v] != nil && !f.vars[v].big {
		return f.vars[v].locals[0]
	}
	f.expr(x)
	return f.popOne(f.c.layout(x.Type()).slots[0].typ)
}

func (f *function) fieldPlace(x *core.Field) place {
	var p place
	if f.c.Kind(x.X.Type()) == reflect.Pointer {
		p = f.behind(x.X)
	} else {
		p = f.place(x.X)
	}
	field, first, ok := p.fieldOf(x.Name)
	if !ok {
		refuse("the field %s of %s", x.Name, p.typ)
	}
	p.layout = f.c.layoutOf(field.Type)
	if p.inMemory() {
		if p.off += uint32(field.Offset); p.off > maxOffset {
			refuse("a field so far into a struct")
		}
		return p
	}
	p.lo += first
	return p
}

// element is x[i] of a slice, array, string or pointer to an array.
func (f *function) element(x *core.Index) place {
	elem := f.c.layout(x.T)
	if x.T == core.Foreign {
		elem = f.c.layoutOf(f.c.goType(x))
	}
	var key factKey
	var vars []*core.Var
	cached := false
	checked := x.Checked || f.inRange(x)
	if checked {
		key, vars, cached = f.facts.elementKey(x)
	}
	if a, known := f.facts.known[key]; cached && known {
		return place{layout: elem, base: a.at, off: a.off, near: true}
	}
	var p place
	switch f.c.Kind(x.X.Type()) {
	case reflect.Array:
		p = f.place(x.X)
		f.bound(x, func() { f.I64Const(int64(p.typ.Len())) })
	case reflect.Pointer:
		p = f.behind(x.X)
		f.bound(x, func() { f.I64Const(int64(p.typ.Len())) })
	case reflect.Slice, reflect.String:
		data, length := f.header(x.X)
		f.bound(x, length)
		p = place{base: data, there: true, near: f.facts.isNear(x.X)}
	default:
		refuse("an element of %s", x.X.Type())
	}
	p.layout = elem
	p = f.indexed(p, x.I, uint64(elem.size()))
	if cached && p.near && p.hasDisp {
		a := f.NewLocal(code.I32)
		f.LocalGet(p.base)
		f.LocalGet(p.disp)
		f.I32Add()
		f.LocalSet(a)
		f.facts.known[key] = fact{vars: vars, at: a, off: p.off}
		p.base, p.hasDisp = a, false
	}
	return p
}

// header is a slice's or a string's data, and a function that pushes its length.
func (f *function) header(x core.Expr) (data code.Local, length func()) {
	if ls, ok := f.facts.sliceIn(x); ok {
		return ls[0], func() { f.LocalGet(ls[1]) }
	}
	switch x.(type) {
	case *core.Var, *core.Deref, *core.Field, *core.Index:
		p := f.place(x)
		if !p.inMemory() {
			ls := p.v.locals[p.lo:]
			return ls[0], func() { f.LocalGet(ls[1]) }
		}
	}
	f.expr(x)
	l := f.c.layout(x.Type())
	if _, _, ok := f.facts.sliceKey(x); !ok {
		ls := f.pop(l.slots)
		return ls[0], func() { f.LocalGet(ls[1]) }
	}
	ls := f.keep(l)
	f.facts.recordSlice(x, ls)
	return ls[0], func() { f.LocalGet(ls[1]) }
}

// keep pops a value into locals of its own.
func (f *numeric) keep(l *layout) []code.Local {
	ls := f.newLocals(l.slots)
	f.setLocals(ls)
	return ls
}

// bound checks an index that isn't known to be in range.
func (f *function) bound(x *core.Index, length func()) {
	if x.Checked || f.inRange(x) {
		return
	}
	f.expr(x.I)
	i := f.popOne(code.I64)
	f.LocalGet(i)
	length()
	f.I64GeU()
	f.Rarely()
	f.fails("index", 2, func() { f.LocalGet(i); length() }, indexOutOfRange)
	f.End()
	if x.I.Type() == core.Int && f.c.Kind(x.X.Type()) == reflect.Slice {
		f.facts.refute(compared(x.I, token.GEQ, lengthCall(x.X)))
		f.facts.refute(compared(x.I, token.LSS, core.IntConst(0)))
	}
}

// inRange reports whether an index is known to be in range.
func (f *function) inRange(x *core.Index) bool {
	i := f.facts.canonical(x.I)
	var n core.Expr
	switch f.c.Kind(x.X.Type()) {
	case reflect.Array:
		n = core.IntConst(int64(f.c.layout(x.X.Type()).typ.Len()))
	case reflect.Slice, reflect.String:
		n = f.facts.canonical(lengthCall(x.X))
	default:
		return false
	}
	return x.I.Type() == core.Int && f.facts.knownFalse(compared(i, token.GEQ, n)) && f.facts.knownFalse(compared(i, token.LSS, core.IntConst(0)))
}

// indexed adds an index to a place.
func (f *function) indexed(p place, i core.Expr, size uint64) place {
	if k, ok := i.(*core.Const); ok {
		if n, exact := constant.Uint64Val(k.Value); exact && n*size < maxOffset && n < maxOffset {
			p.off += uint32(n * size)
			return p
		}
	}
	f.expr(i)
	if f.c.layout(i.Type()).slots[0].typ == code.I64 {
		f.I32WrapI64()
	}
	f.scale(size)
	if p.hasDisp {
		f.LocalGet(p.disp)
		f.I32Add()
	}
	p.disp, p.hasDisp = f.popOne(code.I32), true
	return p
}

// scale multiplies by a size.
func (f *addresses) scale(size uint64) {
	switch {
	case size == 1:
	case size > math.MaxUint32:
		refuse("elements of %d bytes", size)
	case size&(size-1) == 0 && size > 0:
		f.I32Const(int32(bits.TrailingZeros64(size)))
		f.I32Shl()
	default:
		f.I32Const(int32(uint32(size)))
		f.I32Mul()
	}
}

// ---- near, nil and far ----

// address computes base + disp into a local.
func (f *addresses) address(p place) code.Local {
	if !p.hasDisp {
		return p.base
	}
	f.LocalGet(p.base)
	f.LocalGet(p.disp)
	f.I32Add()
	return f.popOne(code.I32)
}

// rarely begins code for far memory, whose host calls take no fuel unless the whole
// version is for that. end ends it.
func (f *function) rarely() (end func()) {
	weight := f.weight
	return func() {
		if !f.slow {
			f.weight = weight
		}
	}
}

// isFar pushes whether a place's base is far or, unless it is there, nil.
func (f *addresses) isFar(p place) {
	f.LocalGet(p.base)
	if !p.there {
		f.isNilOrFar()
		return
	}
	f.I32Const(-1 << 16)
	f.I32GeU()
}

// isNilOrFar takes an offset or a handle and pushes whether it is a handle or nil; nil
// minus one is the largest number.
func (f *addresses) isNilOrFar() {
	f.I32Const(1)
	f.I32Sub()
	f.I32Const(-1<<16 - 1)
	f.I32GeU()
}

// mustBeNear branches for a pointer that is nil or far.
func (f *addresses) mustBeNear(p code.Local, slow code.Label) {
	f.LocalGet(p)
	f.isNilOrFar()
	f.BrIf(slow)
}

// mustNotBeNil panics for a nil base that is known to be far or nil.
func (f *function) mustNotBeNil(p place) {
	if p.there {
		return
	}
	f.LocalGet(p.base)
	f.I32Eqz()
	f.Rarely()
	f.fails("nil", 0, nil, nilDereference)
	f.End()
}

// inside pushes the distance of a place from its base, for the host.
func (f *addresses) inside(p place, more uint32) {
	if p.hasDisp {
		f.LocalGet(p.disp)
		f.I64ExtendI32U()
		if p.off+more > 0 {
			f.I64Const(int64(p.off + more))
			f.I64Add()
		}
		return
	}
	f.I64Const(int64(p.off + more))
}

// readable is a local with an address from which the place's value is off away: its
// memory or, if that is far, a copy, valid until the next host call.
func (f *function) readable(p place) code.Local {
	if f.slow && !p.near {
		return f.readSlowly(p)
	}
	a := f.address(p)
	if p.near {
		return a
	}
	if !p.hasDisp {
		f.LocalGet(a)
		a = f.popOne(code.I32)
	}
	f.isFar(p)
	f.If()
	defer f.rarely()()
	f.mustNotBeNil(p)
	f.quickMark("load", 3, 1, func() {
		f.LocalGet(p.base)
		f.I64ExtendI32U()
		f.inside(p, 0)
		f.I64Const(int64(p.size()))
	}, machine.FarLoad)
	f.I32WrapI64()
	f.I32Const(int32(p.off))
	f.I32Sub()
	f.LocalSet(a)
	f.End()
	return a
}

// ---- loads ----

// load pushes a place's value, or the address of a big one.
func (f *function) load(p place) {
	switch {
	case !p.inMemory():
		f.push(p.v.locals[p.lo : p.lo+len(p.slots)])
	case p.big:
		f.addressOf(p)
	case len(p.slots) > 0:
		a := f.readable(p)
		f.touch(a, p)
		for _, s := range p.slots {
			f.loadSlot(a, p.off+s.off, s)
		}
	default:
		f.readable(p) // of size 0, but it may be nil
	}
}

// touch compares the end of a value of several slots with the window's size, so that
// wazero needn't do that for each: nothing else of the load remains.
func (f *addresses) touch(a code.Local, p place) {
	if n := len(p.slots); n > 1 {
		last := p.slots[n-1]
		f.reaches(a, p.off+last.off+uint32(last.size))
	}
}

// reaches compares an address plus off with the window's size.
func (f *addresses) reaches(a code.Local, off uint32) {
	f.LocalGet(a)
	f.I32Load8U(off - 1)
	f.Drop()
}

func (f *function) loadSlot(a code.Local, off uint32, s slot) {
	f.LocalGet(a)
	switch {
	case s.class == pointer:
		f.I64Load(off)
		f.imported(s, func() { f.LocalGet(a); f.I64Load(off + 8) })
	case s.typ == code.I64:
		f.I64Load(off)
	case s.typ == code.F64:
		f.F64Load(off)
	case s.typ == code.F32:
		f.F32Load(off)
	case s.size == 4:
		f.I32Load(off)
	case s.size == 2 && s.signed:
		f.I32Load16S(off)
	case s.size == 2:
		f.I32Load16U(off)
	case s.signed:
		f.I32Load8S(off)
	default:
		f.I32Load8U(off)
	}
}

// imported turns a native address into an offset or a handle; length pushes a string's
// length. What is in the window needs nothing more: loads are free (rule 2).
func (f *function) imported(s slot, length func()) {
	v, d := f.temp(code.I64), f.temp(code.I64)
	f.LocalTee(v)
	f.I64Const(int64(f.c.m.Base()))
	f.I64Sub()
	f.LocalSet(d)
	f.outOfSight(d)
	f.If(code.I32)
	f.LocalGet(v)
	f.I64Eqz()
	f.If(code.I32)
	f.I32Const(0)
	f.Else()
	if s.text {
		f.quickMark("text", 2, 1, func() { f.LocalGet(v); length() }, giveText)
	} else {
		f.quickMark("give", 1, 1, func() { f.LocalGet(v) }, machine.Give1)
	}
	f.weight--
	f.I32WrapI64()
	f.End()
	f.Else()
	f.LocalGet(d)
	f.I32WrapI64()
	f.End()
}

// outOfSight pushes whether a distance from the window's base is outside the window.
func (f *function) outOfSight(d code.Local) {
	f.LocalGet(d)
	f.I64Const(machine.FarCheck)
	f.I64GtU()
	if h := f.c.m.Holes(); h != 0 {
		f.LocalGet(d)
		f.I64Const(int64(h))
		f.I64And()
		f.I64Const(0)
		f.I64Ne()
		f.I32Or()
	}
}

// exported turns an offset or a handle into a native address.
func (f *function) exported() {
	p := f.temp(code.I32)
	f.LocalTee(p)
	f.isNilOrFar()
	f.If(code.I64)
	f.LocalGet(p)
	f.I32Eqz()
	f.If(code.I64)
	f.I64Const(0)
	f.Else()
	f.quickMark("address", 1, 1, func() { f.LocalGet(p); f.I64ExtendI32U() }, addressOf)
	f.weight--
	f.End()
	f.Else()
	f.LocalGet(p)
	f.I64ExtendI32U()
	f.I64Const(int64(f.c.m.Base()))
	f.I64Add()
	f.End()
}

// ---- stores ----

// storeAt stores a value in a place.
func (f *function) storeAt(p place, value []code.Local) {
	switch {
	case !p.inMemory():
		for i, l := range value {
			f.LocalGet(l)
			f.LocalSet(p.v.locals[p.lo+i])
		}
	case p.big:
		f.copyBig(p, value[0])
	case p.near:
		f.storeNear(p, value)
	case f.slow:
		f.storeSlowly(p, value)
	default:
		f.isFar(p)
		f.If()
		weight := f.rarely()
		f.storeFar(p, value)
		weight()
		f.Else()
		f.storeNear(p, value)
		f.End()
	}
}

func (f *function) storeNear(p place, value []code.Local) {
	if len(value) == 0 {
		return
	}
	a := f.address(p)
	f.touch(a, p)
	for i, s := range p.slots {
		if p.fresh && s.rooted() {
			f.initPointer(a, p.off+s.off, s, value[i])
		} else {
			f.storeSlot(a, p.off+s.off, s, value[i])
		}
	}
}

// initPointer stores a pointer over nil.
func (f *function) initPointer(a code.Local, off uint32, s slot, value code.Local) {
	f.LocalGet(a)
	f.LocalGet(value)
	if s.class == pointer {
		f.exported()
	}
	f.I64Store(off)
}

func (f *function) storeSlot(a code.Local, off uint32, s slot, value code.Local) {
	if s.rooted() {
		f.storePointer(a, off, s, value)
		return
	}
	f.LocalGet(a)
	f.LocalGet(value)
	switch {
	case s.typ == code.I64:
		f.I64Store(off)
	case s.typ == code.F64:
		f.F64Store(off)
	case s.typ == code.F32:
		f.F32Store(off)
	case s.size == 4:
		f.I32Store(off)
	case s.size == 2:
		f.I32Store16(off)
	default:
		f.I32Store8(off)
	}
}

// storePointer stores a pointer over any.
func (f *function) storePointer(a code.Local, off uint32, s slot, value code.Local) {
	f.LocalGet(value)
	if s.class == pointer {
		f.exported()
	}
	f.storeAddress(a, off, f.popOne(code.I64))
}

// storeAddress keeps rule 2: if another pointer is overwritten, the machine logs it and
// stores. The same pointer needs no store, and over nil a plain one is enough.
func (f *function) storeAddress(a code.Local, off uint32, v code.Local) {
	old := f.temp(code.I64)
	f.LocalGet(a)
	f.I64Load(off)
	f.LocalTee(old)
	f.I64Eqz()
	f.If()
	f.LocalGet(a)
	f.LocalGet(v)
	f.I64Store(off)
	f.Else()
	f.LocalGet(old)
	f.LocalGet(v)
	f.I64Ne()
	f.If()
	f.quickBy(machine.Overwrite(f.c.wasm), func() {
		f.LocalGet(a)
		f.I64ExtendI32U()
		f.I64Const(int64(off))
		f.LocalGet(v)
	}, f.siteOf("store", machine.StoreAddress))
	f.End()
	f.End()
}

// storeFar stores a value through the host, slot by slot.
func (f *function) storeFar(p place, value []code.Local) {
	f.mustNotBeNil(p)
	for i, s := range p.slots {
		where := func() {
			f.LocalGet(p.base)
			f.I64ExtendI32U()
			f.inside(p, s.off)
		}
		switch s.class {
		case pointer:
			f.quickMark("far pointer", 3, 0, func() { where(); f.LocalGet(value[i]); f.widen(s) }, machine.Store)
		case reference:
			f.quickMark("far reference", 3, 0, func() { where(); f.LocalGet(value[i]) }, machine.StoreAddress)
		default:
			f.storeSlot(tcLocal, machine.ScratchAt, slot{typ: s.typ, size: s.size}, value[i])
			f.quickMark("far store", 3, 0, func() { where(); f.I64Const(int64(s.size)) }, machine.FarStore)
		}
	}
}

// ---- addresses ----

// addr pushes the address of a place in memory.
func (f *function) addr(x *core.Addr) {
	p := f.place(x.X)
	if !p.inMemory() || f.rootedInVar(x.X) {
		refuse("the address of a local variable")
	}
	f.addressOf(p)
}

// rootedInVar reports whether a place is part of a big local variable.
func (p *plan) rootedInVar(x core.Expr) bool {
	v := core.AssignedVar(x)
	return v != nil && p.vars[v] != nil
}

// pushNear pushes the address of a place in near memory.
func (f *addresses) pushNear(p place) {
	f.LocalGet(p.base)
	if p.hasDisp {
		f.LocalGet(p.disp)
		f.I32Add()
	}
	if p.off > 0 {
		f.I32Const(int32(p.off))
		f.I32Add()
	}
}

func (f *function) addressOf(p place) {
	if p.near {
		f.pushNear(p)
		return
	}
	f.isFar(p)
	f.If(code.I32)
	f.mustNotBeNil(p)
	f.quickMark("far address", 2, 1, func() {
		f.LocalGet(p.base)
		f.I64ExtendI32U()
		f.inside(p, 0)
	}, farAddress)
	f.I32WrapI64()
	f.Else()
	f.pushNear(p)
	f.End()
}

// ---- what the host does ----

func indexOutOfRange(_ *machine.Context, _ uint32, a []uint64) {
	rt.IndexOutOfRange(int(a[0]), int(a[1]))
}

func nilDereference(*machine.Context, uint32, []uint64) { rt.NilDereference() }

// giveText returns a string's data that isn't in the window.
func giveText(c *machine.Context, _ uint32, a []uint64) {
	a[0], _ = c.GiveString(unsafe.String((*byte)(machine.Native(a[0])), int(a[1])))
}

// addressOf is the native address of a handle.
func addressOf(c *machine.Context, _ uint32, a []uint64) { a[0] = uint64(uintptr(c.Ptr(a[0]))) }

// farAddress returns a pointer into what a handle points to.
func farAddress(c *machine.Context, _ uint32, a []uint64) {
	a[0] = c.Give(unsafe.Add(c.Ptr(a[0]), a[1]))
}
