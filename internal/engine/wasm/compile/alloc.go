package compile

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// Small objects are taken from a batch that the host made in advance; other allocations
// are calls of the host, which logs what it returns (rule 3).

// allocate pushes the address of a new value, all zero.
func (f *function) allocate(l *layout) {
	if l.size() == 0 {
		f.I32Const(int32(f.c.emptyMemory()))
		return
	}
	k := f.c.m.Class(l.typ)
	if k == nil {
		f.quickMark("new "+l.typ.String(), 0, 1, nil, allocator(l))
		f.I32WrapI64()
		return
	}
	f.take(k, func() { f.hostNew(k, l) }, func(code.Local) {})
}

// newObject pushes the address of new memory, which is in the frame where it may be.
func (f *function) newObject(x *core.New) {
	l := f.c.layout(f.c.elemOf(x.T))
	off, ok := f.framed[x]
	if !ok {
		f.allocate(l)
		return
	}
	p := f.temp(code.I32)
	f.LocalGet(spLocal)
	f.I32Const(int32(8 + off))
	f.I32Add()
	f.LocalTee(p)
	for at := uint32(0); at < uint32(l.size()); at += 8 {
		f.LocalGet(p)
		f.I64Const(0)
		f.I64Store(at)
	}
}

// hostNew makes the host allocate an object of a class.
func (f *function) hostNew(k *machine.Class, l *layout) {
	n := int(l.size())
	f.quickMark(fmt.Sprint("new ", k.At), 0, 1, nil, func(c *machine.Context, _ uint32, a []uint64) {
		a[0] = c.GiveMade(k.New(c), n, l.scanned)
	})
}

// take pushes the address of the next object of a class, which fill fills. If there is
// none, it pushes what host does.
func (f *function) take(k *machine.Class, host func(), fill func(p code.Local)) {
	at, native, p := f.temp(code.I32), f.temp(code.I64), f.temp(code.I32)
	f.LocalGet(tcLocal)
	f.I32Load(k.At)
	f.LocalTee(at)
	f.I64Load(0)
	f.LocalTee(native)
	f.I64Const(0)
	f.I64Ne()
	f.If()
	f.LocalGet(tcLocal)
	f.LocalGet(at)
	f.I32Const(8)
	f.I32Add()
	f.I32Store(k.At)
	f.LocalGet(native)
	f.I64Const(int64(f.c.m.Base()))
	f.I64Sub()
	f.I32WrapI64()
	f.LocalSet(p)
	fill(p)
	f.Else() // rarely
	host()
	f.I32WrapI64()
	f.LocalSet(p)
	f.End()
	f.LocalGet(p)
}

// allocateWith pushes the address of a new object with a value, which store stores: in
// memory that is near and zero, or if the host allocated it, in any.
func (f *function) allocateWith(l *layout, store func(p place)) {
	k := f.c.m.Class(l.typ)
	if k == nil {
		f.allocate(l)
		p := f.popOne(code.I32)
		store(place{layout: l, base: p})
		f.LocalGet(p)
		return
	}
	f.take(k, func() {
		f.hostNew(k, l)
		p := f.popOne(code.I64)
		at := f.temp(code.I32)
		f.LocalGet(p)
		f.I32WrapI64()
		f.LocalSet(at)
		store(place{layout: l, base: at})
		f.LocalGet(p)
	}, func(p code.Local) { store(place{layout: l, base: p, near: true, fresh: true}) })
}

// emptyMemory is the address of values of size 0. Where it is stored it keeps its object
// alive.
func (c *compiler) emptyMemory() uint32 {
	if c.empty == 0 {
		c.empty = c.constant(make([]byte, 16))
	}
	return c.empty
}

// constant is the offset of bytes that the module keeps.
func (c *compiler) constant(b []byte) uint32 {
	off, keep, ok := c.m.Constant(b)
	if !ok {
		refuse("code for which there is no memory below 4 GiB")
	}
	c.mod.Keep(keep)
	return off
}

func allocator(l *layout) machine.HostFunc {
	t, n := l.typ, int(l.size())
	if l.scanned {
		return func(c *machine.Context, _ uint32, a []uint64) {
			a[0] = c.GiveMade(reflect.New(t).UnsafePointer(), n, true)
		}
	}
	return func(c *machine.Context, _ uint32, a []uint64) { a[0] = c.GiveMade(words(n), n, false) }
}

// words is n bytes of new memory without pointers.
func words(n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]uint64, (n+7)/8))) }

// sliceAt is a slice that compiled code passed, with its length as capacity.
func sliceAt[T any](c *machine.Context, data, length uint64) []T {
	if length == 0 {
		return nil
	}
	return unsafe.Slice((*T)(c.Ptr(data)), int(length))
}

// giveSlice returns a new slice of numbers as its data, length and capacity.
func giveSlice[T any](c *machine.Context, a []uint64, s []T) {
	var size T
	a[0] = c.GiveMade(unsafe.Pointer(unsafe.SliceData(s)), cap(s)*int(unsafe.Sizeof(size)), false)
	a[1], a[2] = uint64(len(s)), uint64(cap(s))
}

// giveNewText returns a newly made string.
func giveNewText(c *machine.Context, s string) (data, length uint64) {
	data, length = c.GiveString(s)
	return data, length
}

// makeExpr pushes make(T, …), whose sizes have been checked.
func (f *function) makeExpr(x *core.Make) {
	t := f.c.layout(x.T)
	switch t.typ.Kind() {
	case reflect.Slice:
		f.makeSlice(x, f.c.layoutOf(t.typ.Elem()))
	case reflect.Map:
		f.makeMap(x, t)
	case reflect.Chan:
		f.makeChan(x, t)
	default:
		refuse("make of %s", x.T)
	}
}

func (f *function) makeSlice(x *core.Make, elem *layout) {
	f.expr(x.Args[0])
	n := f.popOne(code.I64)
	k := n
	if len(x.Args) > 1 {
		f.expr(x.Args[1])
		k = f.popOne(code.I64)
	}
	f.newSlice(func() { f.LocalGet(k) }, elem)
	f.LocalGet(n)
	f.LocalGet(k)
}

// newSlice pushes the data of a new slice of a capacity.
func (f *function) newSlice(capacity func(), elem *layout) {
	if elem.size() == 0 {
		f.I32Const(int32(f.c.emptyMemory()))
		return
	}
	empty := f.c.emptyMemory()
	f.quick(1, 1, capacity, sliceMaker(elem, uint64(empty)))
	f.I32WrapI64()
}

func sliceMaker(elem *layout, empty uint64) machine.HostFunc {
	size := int(elem.size())
	t := reflect.SliceOf(elem.typ)
	return func(c *machine.Context, _ uint32, a []uint64) {
		n := int(a[0])
		switch {
		case n == 0:
			a[0] = empty
		case elem.scanned:
			a[0] = c.GiveMade(reflect.MakeSlice(t, n, n).UnsafePointer(), n*size, true)
		default:
			a[0] = c.GiveMade(words(n*size), n*size, false)
		}
	}
}

// composite pushes a literal of a struct, a slice, an array or an empty map.
func (f *function) composite(x *core.Composite) {
	l := f.c.layout(x.T)
	switch l.typ.Kind() {
	case reflect.Struct:
		if l.big {
			refuse("a large literal as an operand")
		}
		f.structLiteral(x, l)
	case reflect.Slice:
		f.sliceLiteral(x, l)
	case reflect.Map:
		if len(x.Elems) > 0 {
			refuse("a literal of a map")
		}
		f.makeMap(&core.Make{T: x.T}, l)
	case reflect.Array:
		if !l.big {
			return // no elements
		}
		refuse("a literal of an array as an operand")
	default:
		refuse("a literal of %s", x.T)
	}
}

func (f *function) structLiteral(x *core.Composite, l *layout) {
	for i := range l.typ.NumField() {
		field := l.typ.Field(i)
		if e := keyed(x, field.Name); e != nil {
			f.exprAs(e, fieldType(f.c, x.T, field.Name, field.Type))
		} else {
			f.zero(f.c.layoutOf(field.Type))
		}
	}
}

func keyed(x *core.Composite, name string) core.Expr {
	for i, k := range x.Keys {
		if k == name {
			return x.Elems[i]
		}
	}
	return nil
}

func (f *function) sliceLiteral(x *core.Composite, l *layout) {
	n := int64(len(x.Elems))
	t := f.c.elemOf(x.T)
	elem := f.c.layoutOf(l.typ.Elem())
	if f.smallSlice(x, t, elem) {
		return
	}
	if n > 0 && allConstant(x.Elems) && f.c.Kind(t) != reflect.Interface {
		f.quick(0, 1, nil, copyMaker(x.Elems, l.typ))
		f.I32WrapI64()
		f.I64Const(n)
		f.I64Const(n)
		return
	}
	f.newSlice(func() { f.I64Const(n) }, elem)
	data := f.popOne(code.I32)
	for i, e := range x.Elems {
		f.exprAs(e, t)
		f.storeAt(place{layout: elem, base: data, there: true, off: uint32(i) * elem.size()}, f.pop(elem.slots))
	}
	f.LocalGet(data)
	f.I64Const(n)
	f.I64Const(n)
}

// maxSmall is the maximum number of elements of a small slice.
const maxSmall = 8

// smallSlice pushes a literal of few elements, whose array is taken from a batch; ok is
// false for others. Variadic arguments are passed this way.
func (f *function) smallSlice(x *core.Composite, t *core.Type, elem *layout) (ok bool) {
	n := len(x.Elems)
	if n == 0 || n > maxSmall || elem.size() == 0 || elem.big {
		return false
	}
	array := f.c.layoutOf(reflect.ArrayOf(n, elem.typ))
	if f.c.m.Class(array.typ) == nil {
		return false
	}
	values := make([][]code.Local, n)
	for i, e := range x.Elems {
		f.exprAs(e, t)
		values[i] = f.pop(elem.slots)
	}
	slow := f.slow
	f.allocateWith(array, func(p place) {
		f.slow = slow || !p.near // what the host allocated may be far
		p.layout, p.there = elem, true
		for _, v := range values {
			f.storeAt(p, v)
			p.off += uint32(elem.size())
		}
		f.slow = slow
	})
	f.I64Const(int64(n))
	f.I64Const(int64(n))
	return true
}

func allConstant(xs []core.Expr) bool {
	return !slices.ContainsFunc(xs, func(x core.Expr) bool { _, ok := x.(*core.Const); return !ok })
}

// copyMaker makes a slice of constants.
func copyMaker(xs []core.Expr, t reflect.Type) machine.HostFunc {
	from := reflect.MakeSlice(t, len(xs), len(xs))
	for i, x := range xs {
		from.Index(i).Set(constantValue(t.Elem(), x.(*core.Const).Value))
	}
	size, scanned := len(xs)*int(t.Elem().Size()), scanned(t.Elem())
	return func(c *machine.Context, _ uint32, a []uint64) {
		s := reflect.MakeSlice(t, len(xs), len(xs))
		reflect.Copy(s, from)
		a[0] = c.GiveMade(s.UnsafePointer(), size, scanned)
	}
}
