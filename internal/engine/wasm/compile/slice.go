package compile

import (
	"fmt"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// sliceExpr pushes x[lo:hi:max].
func (f *function) sliceExpr(x *core.SliceExpr) {
	kind := f.c.Kind(x.X.Type())
	var s sliced
	switch kind {
	case reflect.String, reflect.Slice:
		f.expr(x.X)
		ls := f.pop(f.c.layout(x.X.Type()).slots)
		s.data, s.length, s.capacity = ls[0], ls[1], ls[len(ls)-1]
		s.near = f.facts.isNear(x.X)
	default:
		s = f.slicedArray(x, kind)
	}
	s.lo, s.hi, s.top = f.temp(code.I64), f.temp(code.I64), s.capacity
	f.boundOr(x.Lo, func() { f.I64Const(0) }, s.lo)
	f.boundOr(x.Hi, func() { f.LocalGet(s.length) }, s.hi)
	if x.Max != nil {
		s.top = f.temp(code.I64)
		f.boundOr(x.Max, nil, s.top)
	}
	if !x.Checked {
		f.checkBounds(x, s, kind == reflect.Slice)
	}
	size := uint64(1)
	if kind != reflect.String {
		size = uint64(f.c.layout(x.T).typ.Elem().Size())
	}
	f.sliceData(s, size)
	f.LocalGet(s.hi)
	f.LocalGet(s.lo)
	f.I64Sub()
	if kind != reflect.String {
		f.LocalGet(s.top)
		f.LocalGet(s.lo)
		f.I64Sub()
	}
}

// sliced is what is sliced, and its bounds.
type sliced struct {
	data, length, capacity code.Local
	lo, hi, top            code.Local
	near                   bool
}

func (f *function) slicedArray(x *core.SliceExpr, kind reflect.Kind) sliced {
	var p place
	if kind == reflect.Pointer {
		p = f.behind(x.X)
	} else {
		if f.rootedInVar(x.X) {
			refuse("a slice of a local array")
		}
		p = f.place(x.X)
	}
	f.addressOf(p)
	s := sliced{data: f.popOne(code.I32), length: f.temp(code.I64)}
	f.I64Const(int64(p.typ.Len()))
	f.LocalSet(s.length)
	s.capacity = s.length
	return s
}

func (f *function) boundOr(x core.Expr, other func(), to code.Local) {
	if x != nil {
		f.expr(x)
	} else {
		other()
	}
	f.LocalSet(to)
}

// checkBounds panics unless lo <= hi <= top <= capacity.
func (f *function) checkBounds(x *core.SliceExpr, s sliced, slice bool) {
	greater := func(a, b code.Local) {
		f.LocalGet(a)
		f.LocalGet(b)
		f.I64GtU()
	}
	greater(s.lo, s.hi)
	greater(s.hi, s.top)
	f.I32Or()
	if x.Max != nil {
		greater(s.top, s.capacity)
		f.I32Or()
	}
	f.Rarely()
	f.fails(fmt.Sprint("slice ", slice, x.Hi != nil, x.Max != nil), 4, func() {
		f.LocalGet(s.lo)
		f.LocalGet(s.hi)
		f.LocalGet(s.top)
		f.LocalGet(s.capacity)
	}, sliceOutOfRange(slice, x.Hi != nil, x.Max != nil))
	f.End()
}

func sliceOutOfRange(slice, given, full bool) machine.HostFunc {
	return func(_ *machine.Context, _ uint32, a []uint64) {
		rt.SliceOutOfRange(int(a[0]), int(a[1]), int(a[2]), int(a[3]), slice, given, full)
	}
}

// sliceData pushes data + lo*size; a slice without capacity keeps the old data, so that
// it doesn't point to what follows.
func (f *function) sliceData(s sliced, size uint64) {
	skip := f.temp(code.I64) // lo, or 0
	f.LocalGet(s.lo)
	f.I64Const(0)
	f.LocalGet(s.top)
	f.LocalGet(s.lo)
	f.I64Ne()
	f.Select()
	f.LocalSet(skip)
	near := func() {
		f.LocalGet(s.data)
		f.LocalGet(skip)
		f.I32WrapI64()
		f.scale(size)
		f.I32Add()
	}
	if s.near {
		near()
		return
	}
	f.isFar(place{base: s.data, there: true})
	f.If(code.I32)
	f.quickMark("far address", 2, 1, func() {
		f.LocalGet(s.data)
		f.I64ExtendI32U()
		f.LocalGet(skip)
		f.I64Const(int64(size))
		f.I64Mul()
	}, farAddress)
	f.I32WrapI64()
	f.Else()
	near()
	f.End()
}

// ---- len and cap ----

// length pushes len(x), or cap(x).
func (f *function) length(x core.Expr, op core.BuiltinOp) {
	l := f.c.layout(x.Type())
	switch l.typ.Kind() {
	case reflect.Array:
		f.I64Const(int64(l.typ.Len()))
	case reflect.Pointer:
		f.I64Const(int64(l.typ.Elem().Len()))
	case reflect.Map, reflect.Chan:
		m := f.operand(x)
		f.quick(1, 1, func() { f.LocalGet(m) }, lengthOf(l.typ, op))
	case reflect.String, reflect.Slice:
		i := 1
		if op == core.Cap {
			i = 2
		}
		f.part(x, l, i)
	default:
		refuse("the length of %s", x.Type())
	}
}

// part pushes one slot of a value, which isn't a pointer.
func (f *function) part(x core.Expr, l *layout, i int) {
	switch x.(type) {
	case *core.Var, *core.Deref, *core.Field, *core.Index:
		p := f.place(x)
		if !p.inMemory() {
			f.LocalGet(p.v.locals[p.lo+i])
			return
		}
		s := l.slots[i]
		p.off += s.off
		one := *p.layout
		one.slots = []slot{{typ: s.typ, class: s.class, size: s.size, signed: s.signed}}
		one.typ = reflect.TypeFor[int]()
		p.layout = &one
		f.load(p)
		return
	}
	f.expr(x)
	ls := f.pop(l.slots)
	f.LocalGet(ls[i])
}

func lengthOf(t reflect.Type, op core.BuiltinOp) machine.HostFunc {
	return func(_ *machine.Context, _ uint32, a []uint64) {
		p := machine.Native(a[0])
		v := reflect.NewAt(t, unsafe.Pointer(&p)).Elem()
		if op == core.Cap {
			a[0] = uint64(v.Cap())
			return
		}
		a[0] = uint64(v.Len())
	}
}

// ---- append ----

// appendCall pushes append(s, values...) or append(s, other...).
func (f *function) appendCall(x *core.Call) {
	t := x.T
	if t == nil {
		t = x.Args[0].Type()
	}
	l := f.c.layout(t)
	if x.Spread {
		f.appendAll(x, t, l)
		return
	}
	elem := f.c.layoutOf(l.typ.Elem())
	et := f.c.elemOf(t)
	f.exprAs(x.Args[0], t)
	s := f.pop(l.slots)
	var values [][]code.Local
	for _, a := range x.Args[1:] {
		f.exprAs(a, et)
		values = append(values, f.pop(elem.slots))
	}
	n := int64(len(values))
	length := f.temp(code.I64) // of the result
	data, capacity := f.temp(code.I32), f.temp(code.I64)
	f.LocalGet(s[0])
	f.LocalSet(data)
	f.LocalGet(s[2])
	f.LocalSet(capacity)
	f.LocalGet(s[1])
	f.I64Const(n)
	f.I64Add()
	f.LocalTee(length)
	f.LocalGet(s[2])
	f.I64GtU()
	f.If()
	f.quickMark("grow "+l.typ.String(), 4, 2, func() {
		f.LocalGet(s[0])
		f.I64ExtendI32U()
		f.LocalGet(s[1])
		f.LocalGet(s[2])
		f.I64Const(n)
	}, grower(l.typ))
	f.LocalSet(capacity)
	f.I32WrapI64()
	f.LocalSet(data)
	f.End()
	f.weight--
	if elem.size() > 0 {
		f.LocalGet(s[1])
		f.I32WrapI64()
		f.scale(uint64(elem.size()))
		disp := f.popOne(code.I32)
		for i, v := range values {
			f.storeAt(place{layout: elem, base: data, disp: disp, hasDisp: true, off: uint32(i) * elem.size(), there: true}, v)
		}
	}
	f.facts.forgetMemoryIf(elem.scanned)
	f.LocalGet(data)
	f.LocalGet(length)
	f.LocalGet(capacity)
}

// appendAll appends a slice, or a string to a slice of bytes.
func (f *function) appendAll(x *core.Call, t *core.Type, l *layout) {
	f.exprAs(x.Args[0], t)
	s := f.pop(l.slots)
	var o []code.Local
	if _, null := x.Args[1].(*core.Nil); null {
		f.push(s)
		return
	}
	f.expr(x.Args[1])
	o = f.pop(f.c.layout(x.Args[1].Type()).slots)
	f.quick(5, 3, func() {
		f.LocalGet(s[0])
		f.I64ExtendI32U()
		f.LocalGet(s[1])
		f.LocalGet(s[2])
		f.LocalGet(o[0])
		f.I64ExtendI32U()
		f.LocalGet(o[1])
	}, appender(l.typ))
	f.facts.forgetMemoryIf(scanned(l.typ.Elem()))
	f.narrowAll(l.slots)
}

// header is a slice in memory.
type header struct {
	data          unsafe.Pointer
	length, space int
}

// grower makes room for a[3] more elements in the slice a[0:3], as append does.
func grower(t reflect.Type) machine.HostFunc {
	if e := t.Elem(); !scanned(e) {
		switch e.Size() {
		case 1:
			return growerOf[uint8]
		case 2:
			return growerOf[uint16]
		case 4:
			return growerOf[uint32]
		case 8:
			return growerOf[uint64]
		}
	}
	size, scanned := int(t.Elem().Size()), scanned(t.Elem())
	return func(c *machine.Context, _ uint32, a []uint64) {
		v := reflect.New(t)
		h := (*header)(v.UnsafePointer())
		*h = header{c.Ptr(a[0]), int(a[1]), int(a[2])}
		v.Elem().Grow(int(a[3]))
		a[0], a[1] = c.GiveMade(h.data, h.space*size, scanned), uint64(h.space)
	}
}

func growerOf[T any](c *machine.Context, _ uint32, a []uint64) {
	var size T
	s := unsafe.Slice((*T)(c.Ptr(a[0])), int(a[2]))[:a[1]]
	s = append(s, make([]T, int(a[3]))...)
	a[0], a[1] = c.GiveMade(unsafe.Pointer(unsafe.SliceData(s)), cap(s)*int(unsafe.Sizeof(size)), false), uint64(cap(s))
}

// appender appends the slice a[3:5] to the slice a[0:3].
func appender(t reflect.Type) machine.HostFunc {
	if e := t.Elem(); !scanned(e) {
		switch e.Size() {
		case 1:
			return appenderOf[uint8]
		case 2:
			return appenderOf[uint16]
		case 4:
			return appenderOf[uint32]
		case 8:
			return appenderOf[uint64]
		}
	}
	size := t.Elem().Size()
	ptrs := pointers(nil, t.Elem(), 0)
	return func(c *machine.Context, _ uint32, a []uint64) {
		v, o := reflect.New(t), reflect.New(t)
		h := (*header)(v.UnsafePointer())
		*h = header{c.Ptr(a[0]), int(a[1]), int(a[2])}
		*(*header)(o.UnsafePointer()) = header{c.Ptr(a[3]), int(a[4]), int(a[4])}
		if h.length+int(a[4]) <= h.space && size > 0 {
			for i := range uintptr(a[4]) {
				unlinked(c, ptrs, unsafe.Add(h.data, (uintptr(h.length)+i)*size))
			}
		}
		old := h.data
		v.Elem().Set(reflect.AppendSlice(v.Elem(), o.Elem()))
		if h.data != old {
			a[0] = c.GiveMade(h.data, h.space*int(size), len(ptrs) > 0)
		}
		a[1], a[2] = uint64(h.length), uint64(h.space)
	}
}

func appenderOf[T any](c *machine.Context, _ uint32, a []uint64) {
	var size T
	s := unsafe.Slice((*T)(c.Ptr(a[0])), int(a[2]))[:a[1]]
	s = append(s, sliceAt[T](c, a[3], a[4])...)
	if uint64(cap(s)) != a[2] {
		a[0] = c.GiveMade(unsafe.Pointer(unsafe.SliceData(s)), cap(s)*int(unsafe.Sizeof(size)), false)
	}
	a[1], a[2] = uint64(len(s)), uint64(cap(s))
}

// ---- copy ----

// copyCall pushes copy(to, from).
func (f *function) copyCall(x *core.Call) {
	to, from := f.c.layout(x.Args[0].Type()), f.c.layout(x.Args[1].Type())
	if to.typ.Kind() != reflect.Slice || from.typ.Kind() != reflect.Slice && from.typ.Kind() != reflect.String {
		refuse("a copy to %s", x.Args[0].Type())
	}
	f.expr(x.Args[0])
	a := f.pop(to.slots)
	f.expr(x.Args[1])
	b := f.pop(from.slots)
	f.quick(4, 1, func() {
		f.LocalGet(a[0])
		f.I64ExtendI32U()
		f.LocalGet(a[1])
		f.LocalGet(b[0])
		f.I64ExtendI32U()
		f.LocalGet(b[1])
	}, slicer(to.typ))
	f.facts.forgetMemoryIf(scanned(to.typ.Elem()))
}

// slicer copies to the slice a[0:2] from the slice or string a[2:4].
func slicer(t reflect.Type) machine.HostFunc {
	size := t.Elem().Size()
	if !scanned(t.Elem()) {
		return func(c *machine.Context, _ uint32, a []uint64) {
			n := min(a[1], a[3])
			bytes := n * uint64(size)
			copy(sliceAt[byte](c, a[0], bytes), sliceAt[byte](c, a[2], bytes))
			a[0] = n
		}
	}
	ptrs := pointers(nil, t.Elem(), 0)
	return func(c *machine.Context, _ uint32, a []uint64) {
		to, from := reflect.New(t), reflect.New(t)
		*(*header)(to.UnsafePointer()) = header{c.Ptr(a[0]), int(a[1]), int(a[1])}
		*(*header)(from.UnsafePointer()) = header{c.Ptr(a[2]), int(a[3]), int(a[3])}
		for i := range uintptr(min(a[1], a[3])) {
			unlinked(c, ptrs, unsafe.Add(c.Ptr(a[0]), i*size))
		}
		a[0] = uint64(reflect.Copy(to.Elem(), from.Elem()))
	}
}
