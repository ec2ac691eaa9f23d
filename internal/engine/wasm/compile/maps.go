package compile

import (
	"go/token"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// Maps are Go's, and are read and written by the host in quick calls, which never run
// code of the user's, not even to compare keys. What is read is logged, so that a write,
// which unlinks it, needn't log anything (rule 2). In small maps compiled code itself
// finds what is there (mapslot.go).
//
// Keys and values of few words are passed as words, others as the offset of a copy.

// mapType is a map's type as the compiler needs it.
type mapType struct {
	typ       reflect.Type
	key, elem *layout
}

func (lt *layouts) mapTypeOf(x core.Expr) mapType {
	t := lt.layout(x.Type()).typ
	return mapType{t, lt.layoutOf(t.Key()), lt.layoutOf(t.Elem())}
}

// Values are passed as words as long as a key, a value and the map fit into a call.
const (
	maxKeyWords    = 3
	maxValueWords  = 4
	maxResultWords = machine.MaxResults - 1
)

// passed are operands of a host call.
type passed struct {
	n      int
	push   func()
	locals []code.Local // of the value itself, if it is passed as words
}

// pass computes an operand and returns how it is passed: as words, or as its value's
// offset.
func (f *function) pass(x core.Expr, t *core.Type, l *layout, most int) passed {
	f.exprAs(x, t)
	return f.passTop(l, most)
}

// passTop is pass of the value on the stack.
func (f *function) passTop(l *layout, most int) passed {
	value := f.pop(l.slots)
	switch {
	case l.big:
		return passed{n: 1, push: func() { f.LocalGet(value[0]); f.I64ExtendI32U() }}
	case len(l.slots) > most:
		f.allocate(l)
		at := f.popOne(code.I32)
		f.storeAt(place{layout: l, base: at}, value)
		return passed{n: 1, push: func() { f.LocalGet(at); f.I64ExtendI32U() }}
	}
	return passed{len(value), func() {
		for i, v := range value {
			f.LocalGet(v)
			f.widen(l.slots[i])
		}
	}, value}
}

// indirect reports whether pass passes an offset.
func (l *layout) indirect(most int) bool { return l.big || len(l.slots) > most }

// passedValue is what pass has passed, and how many words that was.
func passedValue(c *machine.Context, l *layout, most int, words []uint64) (reflect.Value, int) {
	v := reflect.New(l.typ)
	if l.indirect(most) {
		v.Elem().Set(reflect.NewAt(l.typ, c.Ptr(words[0])).Elem())
		return v.Elem(), 1
	}
	takeValue(c, v, l.slots, words)
	return v.Elem(), len(l.slots)
}

// mapAt is the map of a type that compiled code passed.
func mapAt(t reflect.Type, word uint64) reflect.Value {
	p := machine.Native(word)
	return reflect.NewAt(t, unsafe.Pointer(&p)).Elem()
}

// mapRead pushes m[k], and with ok whether it is there.
func (f *function) mapRead(x *core.Index, ok bool) {
	t := f.c.mapTypeOf(x.X)
	m := f.operand(x.X)
	key := f.pass(x.I, f.c.keyType(x.X), t.key, maxKeyWords)
	byHost := func() { f.mapReadByHost(t, m, key, ok) }
	if at, finds := f.findSlot(t, m, key); finds && !t.elem.big {
		f.readSlot(t, at, ok, byHost)
		return
	}
	byHost()
}

func (f *function) mapReadByHost(t mapType, m code.Local, key passed, ok bool) {
	if ops := t.fast(); ops != nil && !ok && len(t.elem.slots) == machine.MaxResults {
		f.quick(1+key.n, machine.MaxResults, func() { f.LocalGet(m); key.push() }, ops.read)
		f.narrowAll(t.elem.slots)
		return
	}
	words := len(t.elem.slots)
	if t.elem.indirect(maxResultWords) {
		words = 1
	}
	f.quick(1+key.n, words+1, func() { f.LocalGet(m); key.push() }, t.reader())
	there := f.popOne(code.I64)
	f.received(t.elem)
	if ok {
		f.LocalGet(there)
		f.I32WrapI64()
	}
}

// received converts the words of a host call's result to slots.
func (f *function) received(l *layout) {
	switch {
	case l.big:
		f.I32WrapI64()
	case l.indirect(maxResultWords):
		f.I32WrapI64()
		f.load(place{layout: l, base: f.popOne(code.I32)})
	default:
		f.narrowAll(l.slots)
	}
}

func (lt *layouts) keyType(m core.Expr) *core.Type {
	if t := m.Type(); t.Kind == core.Map {
		return t.Key
	}
	return lt.native(lt.layout(m.Type()).typ.Key())
}

// reader reads a map. If nothing is found the result stays zero.
func (t mapType) reader() machine.HostFunc {
	if ops := t.fast(); ops != nil && !t.elem.indirect(maxResultWords) {
		return ops.read
	}
	return t.readHeld()
}

// mapWrite stores a value in m[k]. The value comes first, since nothing else may live
// across a call.
func (f *function) mapWrite(x *core.Index, value core.Expr, live analysis.Set) {
	t := f.c.mapTypeOf(x.X)
	f.right(value, x.T, live)
	v := f.passTop(t.elem, maxValueWords)
	m := f.operand(x.X)
	key := f.pass(x.I, f.c.keyType(x.X), t.key, maxKeyWords)
	byHost := func() { f.quick(1+key.n+v.n, 0, func() { f.LocalGet(m); key.push(); v.push() }, t.writer()) }
	if v.locals == nil {
		byHost()
		return
	}
	f.inSlot(t, m, key, func(p place) { f.storeNear(p, v.locals) }, byHost)
}

// writer writes a map.
func (t mapType) writer() machine.HostFunc {
	if ops := t.fast(); ops != nil {
		return ops.write
	}
	return t.writeHeld()
}

// mapUpdate is m[k] op= y.
func (f *function) mapUpdate(x *core.Index, op token.Token, y core.Expr) {
	if f.mapAdd(x, op, y) {
		return
	}
	f.mapWrite(x, &core.Binary{Op: op, X: x, Y: y, T: x.T}, nil)
}

// mapDelete deletes a key.
func (f *function) mapDelete(x *core.Call) {
	t := f.c.mapTypeOf(x.Args[0])
	m := f.operand(x.Args[0])
	key := f.pass(x.Args[1], f.c.keyType(x.Args[0]), t.key, maxKeyWords)
	f.quick(1+key.n, 0, func() { f.LocalGet(m); key.push() }, t.deleter())
}

func (t mapType) deleter() machine.HostFunc {
	if ops := t.fast(); ops != nil {
		return ops.remove
	}
	return t.removeHeld()
}

// makeMap pushes a new map.
func (f *function) makeMap(x *core.Make, l *layout) {
	t := l.typ
	f.quickMark("map "+t.String(), 0, 1, nil, func(c *machine.Context, _ uint32, a []uint64) {
		a[0] = c.Ref(reflect.MakeMap(t).UnsafePointer())
	})
}
