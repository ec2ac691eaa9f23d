package compile

import (
	"reflect"
	"slices"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// Big values are in memory: variables' in the frame or in an object of the activation,
// results' in a new object, which the caller copies.

// makeHome allocates a big variable's object, once per activation. The frame keeps it as
// long as the function runs.
func (f *function) makeHome(v *variable) {
	if v.inFrame {
		return
	}
	f.LocalGet(v.at)
	f.I32Eqz()
	f.If()
	f.allocate(v.layout)
	f.LocalSet(v.at)
	f.End()
}

// unrolled is the size up to which memory is cleared and copied word by word.
const unrolled = 64

// clearBig makes a big place zero.
func (f *function) clearBig(p place) {
	byHost := func() {
		f.mustBeThere(p)
		f.quick(2, 0, func() { f.LocalGet(p.base); f.I64ExtendI32U(); f.inside(p, 0) }, clearer(p.typ))
	}
	if p.scanned && !p.few() {
		byHost()
		return
	}
	f.ifFar(p, byHost, func() { f.clearNear(p) })
}

// few reports whether a big value has so few pointers that compiled code itself stores over
// them.
func (l *layout) few() bool {
	return l.size() <= fewBytes && l.size()%8 == 0 && len(pointers(nil, l.typ, 0)) <= fewPointers
}

const (
	fewPointers = 6
	fewBytes    = 256
)

// storeWords stores the words of a value that value pushes, over what may be pointers.
func (f *function) storeWords(a code.Local, p place, value func(off uint32)) {
	ptrs := pointers(nil, p.typ, 0)
	for off := uint32(0); off < p.size(); off += 8 {
		switch {
		case !p.fresh && slices.Contains(ptrs, uintptr(off)):
			value(off)
			f.storeAddress(a, p.off+off, f.popOne(code.I64))
		default:
			f.LocalGet(a)
			value(off)
			f.I64Store(p.off + off)
		}
	}
}

// ifFar compiles one of two ways to handle a place, or both.
func (f *addresses) ifFar(p place, far, near func()) {
	if p.near {
		near()
		return
	}
	f.isFar(p)
	f.If()
	far()
	f.Else()
	near()
	f.End()
}

func (f *function) clearNear(p place) {
	a := f.address(p)
	if size := p.size(); (size <= unrolled || p.scanned) && size%8 == 0 {
		f.storeWords(a, p, func(uint32) { f.I64Const(0) })
		return
	}
	f.LocalGet(a)
	f.I32Const(int32(p.off))
	f.I32Add()
	f.I32Const(0)
	f.I32Const(int32(p.size()))
	f.MemoryFill()
}

// mustBeThere panics for a nil pointer.
func (f *function) mustBeThere(p place) {
	if !p.near {
		f.mustNotBeNil(p)
	}
}

// copyBig copies a big value from an address to a place.
func (f *function) copyBig(p place, from code.Local) {
	byHost := func() {
		f.mustBeThere(p)
		f.quick(3, 0, func() {
			f.LocalGet(p.base)
			f.I64ExtendI32U()
			f.inside(p, 0)
			f.LocalGet(from)
			f.I64ExtendI32U()
		}, copier(p.typ))
	}
	if p.scanned && !p.fresh && !p.few() {
		byHost()
		return
	}
	f.isFar(place{base: from, there: true})
	if !p.near {
		f.isFar(p)
		f.I32Or()
	}
	f.If()
	byHost()
	f.Else()
	f.copyNear(p, from)
	f.End()
}

func (f *function) copyNear(p place, from code.Local) {
	a := f.address(p)
	if size := p.size(); (size <= unrolled || p.scanned) && size%8 == 0 {
		f.storeWords(a, p, func(off uint32) {
			f.LocalGet(from)
			f.I64Load(off)
		})
		return
	}
	f.LocalGet(a)
	f.I32Const(int32(p.off))
	f.I32Add()
	f.LocalGet(from)
	f.I32Const(int32(p.size()))
	f.MemoryCopy()
}

// copyNew replaces a big value's address by that of a copy in a new object.
func (f *function) copyNew(l *layout) {
	from := f.popOne(code.I32)
	f.quick(2, 1, func() { f.LocalGet(from); f.I64ExtendI32U(); f.I64Const(0) }, pulled(l.typ))
	f.I32WrapI64()
}

// elements evaluates the elements of a big literal that will be stored where they may be
// read from.
func (f *function) elements(x *core.Composite) [][]code.Local {
	values := make([][]code.Local, len(x.Elems))
	for i, e := range x.Elems {
		if _, ok := e.(*core.Const); ok {
			continue
		}
		t := f.c.elementType(x, i)
		l := f.c.layout(t)
		f.exprAs(e, t)
		if l.big {
			f.copyNew(l)
		}
		values[i] = f.pop(l.slots)
	}
	return values
}

// elementType is the type of an element of a literal.
func (c *compiler) elementType(x *core.Composite, i int) *core.Type {
	if len(x.Keys) == 0 {
		return c.elemOf(x.T)
	}
	l := c.layout(x.T)
	field, _, ok := l.fieldOf(x.Keys[i])
	if !ok {
		refuse("the field %s of %s", x.Keys[i], l.typ)
	}
	return fieldType(c, x.T, x.Keys[i], field.Type)
}

// storeElements stores the elements of a big literal in a place that is zero, evaluating
// those that haven't been yet.
func (f *function) storeElements(p place, x *core.Composite, values [][]code.Local) {
	f.mustBeThere(p)
	for i, e := range x.Elems {
		t := f.c.elementType(x, i)
		q := p
		q.layout = f.c.layout(t)
		if len(x.Keys) > 0 {
			field, _, _ := p.fieldOf(x.Keys[i])
			q.off += uint32(field.Offset)
		} else {
			q.off += uint32(i) * q.size()
		}
		var value []code.Local
		if values != nil {
			value = values[i]
		}
		if value == nil {
			f.exprAs(e, t)
			value = f.pop(q.slots)
		}
		f.storeAt(q, value)
	}
}

// fieldType is the type of a struct's field.
func fieldType(c *compiler, t *core.Type, name string, r reflect.Type) *core.Type {
	for _, f := range t.Fields {
		if f.Name == name {
			return f.Type
		}
	}
	return c.native(r)
}

// ---- what the host does ----

// at is the memory at a distance from a pointer that compiled code passed, as a
// value of a type.
func at(c *machine.Context, t reflect.Type, p, distance uint64) reflect.Value {
	return reflect.NewAt(t, unsafe.Add(c.Ptr(p), distance)).Elem()
}

// unlinked logs the pointers of memory that is about to be overwritten (rule 2).
func unlinked(c *machine.Context, ptrs []uintptr, p unsafe.Pointer) {
	for _, off := range ptrs {
		c.Keep(*(*unsafe.Pointer)(unsafe.Add(p, off)))
	}
}

func clearer(t reflect.Type) machine.HostFunc {
	ptrs := pointers(nil, t, 0)
	return func(c *machine.Context, _ uint32, a []uint64) {
		v := at(c, t, a[0], a[1])
		unlinked(c, ptrs, v.Addr().UnsafePointer())
		v.SetZero()
	}
}

func copier(t reflect.Type) machine.HostFunc {
	ptrs := pointers(nil, t, 0)
	return func(c *machine.Context, _ uint32, a []uint64) {
		v := at(c, t, a[0], a[1])
		unlinked(c, ptrs, v.Addr().UnsafePointer())
		v.Set(at(c, t, a[2], 0))
	}
}

// pulled copies a value to a new object.
func pulled(t reflect.Type) machine.HostFunc {
	scanned := scanned(t)
	return func(c *machine.Context, _ uint32, a []uint64) {
		if a[0] == 0 {
			rt.NilDereference()
		}
		n := reflect.New(t)
		n.Elem().Set(at(c, t, a[0], a[1]))
		a[0] = c.GiveMade(n.UnsafePointer(), int(t.Size()), scanned)
	}
}
