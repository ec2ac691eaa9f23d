package compile

import (
	"math/rand/v2"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// An iteration is an object in which the host puts entries of the map, and from which
// compiled code reads them. If the loop's body calls nothing and writes to no map, the
// map can't change meanwhile, and the host gets several entries in one call, those of a
// small map at once.

// iteration is the head of such an object. The entries follow it; the first present ones
// are valid, and taken of them have been read.
type iteration struct {
	Present, Taken uint32
	It             *reflect.MapIter // nil at the end
	Entries        reflect.Value
}

const maxBatch = 16

// iterated is what is known of an iteration: the map's type, and the layout of its
// object.
type iterated struct {
	mapType
	typ     reflect.Type
	batch   int
	entries uint32 // the first entry
	size    uint32 // of an entry
	value   uint32 // the element in an entry
}

// iterationOf finds what an iteration ranges over, and how.
func (f *function) iterationOf(it *core.Var) (t iterated) {
	core.Inspect(f.src.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Define:
			if c, ok := s.X.(*core.Call); ok && s.Var == it {
				t.mapType = f.c.mapTypeOf(c.Args[0])
			}
		case *core.For:
			if c, ok := s.Cond.(*core.Call); ok {
				if m, ok := c.Fun.(*core.Method); ok && m.X == core.Expr(it) {
					if t.batch = 1; f.flow.LeavesMaps(s.Body) {
						t.batch = maxBatch
					}
				}
			}
		}
	}, func(core.Expr) {})
	if t.mapType.typ == nil || t.batch == 0 {
		refuse("an iteration from elsewhere")
	}
	entry := reflect.StructOf([]reflect.StructField{{Name: "Key", Type: t.key.typ}, {Name: "Value", Type: t.elem.typ}})
	t.typ = reflect.StructOf([]reflect.StructField{
		{Name: "Head", Type: reflect.TypeFor[iteration]()}, {Name: "Entries", Type: reflect.ArrayOf(t.batch, entry)},
	})
	t.entries, t.size, t.value = uint32(t.typ.Field(1).Offset), uint32(entry.Size()), uint32(entry.Field(1).Offset)
	return t
}

// rangeMap pushes a new iteration, with which a variable is declared.
func (f *function) rangeMap(x *core.Call) {
	var it *core.Var
	core.Inspect(f.src.Body, func(s core.Stmt) {
		if d, ok := s.(*core.Define); ok && d.X == core.Expr(x) {
			it = d.Var
		}
	}, func(core.Expr) {})
	t := f.iterationOf(it)
	size := int(t.typ.Size())
	m := f.operand(x.Args[0])
	group, small := t.group()
	small = small && t.batch >= groupSlots
	parts := [2]part{partOf(t.key, t.entries, 0), partOf(t.elem, t.entries+t.value, group.elem)}
	f.quick(1, 1, func() { f.LocalGet(m) }, func(c *machine.Context, _ uint32, a []uint64) {
		v := reflect.New(t.typ)
		head := (*iteration)(v.UnsafePointer())
		if small && isSmall(machine.Native(a[0])) {
			head.Present = t.takeGroup(c, v.UnsafePointer(), machine.Native(a[0]), group, parts)
		} else {
			head.It, head.Entries = mapAt(t.mapType.typ, a[0]).MapRange(), v.Elem().Field(1)
		}
		a[0] = c.GiveNew(v.UnsafePointer(), size)
	})
	f.I32WrapI64()
}

// part is the key or the element of an entry, and where it is in the first entry of an
// iteration and in a slot.
type part struct {
	typ     reflect.Type
	at, off uint32
	ptrs    []uintptr
}

func partOf(l *layout, at, off uint32) part { return part{l.typ, at, off, pointers(nil, l.typ, 0)} }

// isSmall reports whether a map is a group that nobody writes to.
func isSmall(m unsafe.Pointer) bool {
	return m != nil && *(*uint64)(unsafe.Add(m, mapTablesAt)) == 0 && *(*uint8)(unsafe.Add(m, mapWritingAt)) == 0
}

// takeGroup copies the entries of a small map to the iteration at p, beginning with any, as
// Go does, and returns their number. It logs them, as stepper does.
func (t iterated) takeGroup(c *machine.Context, p, m unsafe.Pointer, g mapGroup, parts [2]part) (n uint32) {
	if *(*uint64)(unsafe.Add(m, mapUsedAt)) == 0 {
		return 0
	}
	group := *(*unsafe.Pointer)(unsafe.Add(m, mapGroupAt))
	first := rand.Uint32N(groupSlots)
	for i := range uint32(groupSlots) {
		k := (first + i) % groupSlots
		if *(*uint8)(unsafe.Add(group, k))&firstSlot != 0 {
			continue
		}
		slot := unsafe.Add(group, groupSlotsAt+k*g.slot)
		for _, part := range parts {
			to, from := unsafe.Add(p, part.at+n*t.size), unsafe.Add(slot, part.off)
			if len(part.ptrs) == 0 {
				copy(unsafe.Slice((*byte)(to), part.typ.Size()), unsafe.Slice((*byte)(from), part.typ.Size()))
				continue
			}
			v := reflect.NewAt(part.typ, to).Elem()
			v.Set(reflect.NewAt(part.typ, from).Elem())
			keepAll(c, v, part.ptrs)
		}
		n++
	}
	return n
}

// next compiles the step of an iteration: key and element go to the places whose
// addresses are given, and it pushes whether there were any.
func (f *function) next(it *core.Var, x *core.Call) {
	t := f.iterationOf(it)
	at := f.operand(it)
	outs := [2]*core.Addr{}
	for i, a := range x.Args {
		outs[i], _ = a.(*core.Addr)
	}
	more := f.temp(code.I32)
	f.I32Const(1)
	f.LocalSet(more)
	f.head(at, presentAt)
	f.head(at, takenAt)
	f.I32Eq()
	f.If()
	f.quick(1, 1, func() { f.LocalGet(at); f.I64ExtendI32U() }, t.stepper(outs[0] != nil, outs[1] != nil))
	f.I32WrapI64()
	f.LocalSet(more)
	f.End()
	f.LocalGet(more)
	f.If()
	f.takeEntry(at, t, outs)
	f.End()
	f.LocalGet(more)
}

// The offsets of an iteration's counts.
const (
	presentAt = uint32(unsafe.Offsetof(iteration{}.Present))
	takenAt   = uint32(unsafe.Offsetof(iteration{}.Taken))
)

// head pushes a count of an iteration.
func (f *function) head(at code.Local, off uint32) {
	f.load(place{layout: f.c.layoutOf(reflect.TypeFor[uint32]()), base: at, off: off})
}

// takeEntry stores the next entry in the places.
func (f *function) takeEntry(at code.Local, t iterated, outs [2]*core.Addr) {
	f.head(at, takenAt)
	taken := f.popOne(code.I32)
	f.LocalGet(taken)
	f.I32Const(1)
	f.I32Add()
	f.storeAt(place{layout: f.c.layoutOf(reflect.TypeFor[uint32]()), base: at, off: takenAt}, []code.Local{f.popOne(code.I32)})
	f.LocalGet(taken)
	f.I32Const(int32(t.size))
	f.I32Mul()
	disp := f.popOne(code.I32)
	for i, part := range []place{{layout: t.key, off: t.entries}, {layout: t.elem, off: t.entries + t.value}} {
		if outs[i] == nil {
			continue
		}
		part.base, part.disp, part.hasDisp = at, disp, true
		f.load(part)
		value := f.pop(part.slots)
		f.storeAt(f.place(outs[i].X), value)
		f.facts.killPlace(outs[i].X)
	}
}

// stepper gets the next entries. It logs them, since the next step overwrites them.
func (t iterated) stepper(key, elem bool) machine.HostFunc {
	keys, elems := pointers(nil, t.key.typ, 0), pointers(nil, t.elem.typ, 0)
	return func(c *machine.Context, _ uint32, a []uint64) {
		it := (*iteration)(c.Ptr(a[0]))
		n := 0
		for n < t.batch && it.It != nil {
			if !it.It.Next() {
				it.It = nil
				break
			}
			e := it.Entries.Index(n)
			if key {
				k := e.Field(0)
				k.SetIterKey(it.It)
				keepAll(c, k, keys)
			}
			if elem {
				v := e.Field(1)
				v.SetIterValue(it.It)
				keepAll(c, v, elems)
			}
			n++
		}
		it.Present, it.Taken = uint32(n), 0
		if a[0] = 0; n > 0 {
			a[0] = 1
		}
	}
}

// keepAll logs the pointers in a value.
func keepAll(c *machine.Context, v reflect.Value, at []uintptr) {
	if len(at) == 0 {
		return
	}
	p := v.Addr().UnsafePointer()
	for _, off := range at {
		c.Keep(*(*unsafe.Pointer)(unsafe.Add(p, off)))
	}
}
