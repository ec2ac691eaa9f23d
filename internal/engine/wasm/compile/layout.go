package compile

import (
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// class says what a slot holds.
type class uint8

const (
	number    class = iota
	pointer         // in a local the offset of an object, in memory its address
	reference       // a native address in both, which compiled code doesn't follow
	typeWord        // an interface's: a native address of what lives for ever
)

// slot is a part of a value with a local variable of its own.
type slot struct {
	typ    code.Type
	class  class
	size   uint8 // in memory
	signed bool
	off    uint32 // in the value's memory
	text   bool   // the data of a string, which is never written
}

// word is the kind of word that the slot is in a frame or an argument.
func (s slot) word() machine.Word {
	switch s.class {
	case pointer:
		return machine.Offset
	case reference, typeWord:
		return machine.Address
	}
	return machine.Raw
}

// bits is the width of a number.
func (s slot) bits() int64 { return 8 * int64(s.size) }

// rooted reports whether the collector must see the slot.
func (s slot) rooted() bool { return s.class == pointer || s.class == reference }

// layout is how values of a type are kept.
type layout struct {
	typ reflect.Type
	// slots are the value's locals. A big value is in memory, and its only slot is the
	// address.
	slots []slot
	big   bool
	// scanned says that there are pointers in its memory.
	scanned bool
}

// maxSlots is the number of locals of a struct that is kept in locals.
const maxSlots = 10

func (l *layout) size() uint32 { return uint32(l.typ.Size()) }

func (l *layout) types() []code.Type {
	ts := make([]code.Type, len(l.slots))
	for i, s := range l.slots {
		ts[i] = s.typ
	}
	return ts
}

func newLayout(t reflect.Type) *layout {
	l := &layout{typ: t, scanned: scanned(t)}
	if count(t) > maxSlots {
		l.big, l.slots = true, []slot{{typ: code.I32, class: pointer, size: 8}}
		return l
	}
	l.slots = flatten(nil, t, 0)
	return l
}

// count is the number of slots of a type, more than maxSlots for arrays.
func count(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Array:
		if t.Len() == 0 {
			return 0
		}
		return maxSlots + 1
	case reflect.Struct:
		n := 0
		for i := range t.NumField() {
			n += count(t.Field(i).Type)
		}
		return n
	case reflect.String, reflect.Interface, reflect.Complex64, reflect.Complex128:
		return 2
	case reflect.Slice:
		return 3
	}
	return 1
}

// flatten appends the slots of a value at an offset.
func flatten(to []slot, t reflect.Type, off uint32) []slot {
	data := slot{typ: code.I32, class: pointer, size: 8, off: off}
	length := slot{typ: code.I64, size: 8, signed: true, off: off + 8}
	switch t.Kind() {
	case reflect.String:
		data.text = true
		return append(to, data, length)
	case reflect.Slice:
		capacity := length
		capacity.off += 8
		return append(to, data, length, capacity)
	case reflect.Pointer, reflect.Func, reflect.UnsafePointer:
		return append(to, data)
	case reflect.Map, reflect.Chan:
		return append(to, slot{typ: code.I64, class: reference, size: 8, off: off})
	case reflect.Interface:
		return append(to, slot{typ: code.I64, class: typeWord, size: 8, off: off}, slot{typ: code.I64, class: reference, size: 8, off: off + 8})
	case reflect.Complex64:
		return append(to, slot{typ: code.F32, size: 4, off: off, signed: true}, slot{typ: code.F32, size: 4, off: off + 4, signed: true})
	case reflect.Complex128:
		return append(to, slot{typ: code.F64, size: 8, off: off, signed: true}, slot{typ: code.F64, size: 8, off: off + 8, signed: true})
	case reflect.Array: // of no elements
		return to
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			to = flatten(to, f.Type, off+uint32(f.Offset))
		}
		return to
	}
	return append(to, numberSlot(t, off))
}

func numberSlot(t reflect.Type, off uint32) slot {
	s := slot{typ: code.I32, size: uint8(t.Size()), off: off}
	switch t.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32:
		s.signed = true
	case reflect.Int, reflect.Int64:
		s.typ, s.signed = code.I64, true
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		s.typ = code.I64
	case reflect.Float32:
		s.typ, s.signed = code.F32, true
	case reflect.Float64:
		s.typ, s.signed = code.F64, true
	}
	return s
}

// scanned reports whether values of a type hold pointers.
func scanned(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if scanned(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return t.Len() > 0 && scanned(t.Elem())
	case reflect.String, reflect.Slice, reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer:
		return true
	}
	return false
}

// pointers appends the offsets of the pointers in a value that may be overwritten: all
// but type words.
func pointers(to []uintptr, t reflect.Type, off uintptr) []uintptr {
	if !scanned(t) {
		return to
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			to = pointers(to, f.Type, off+f.Offset)
		}
		return to
	case reflect.Array:
		for i := range t.Len() {
			to = pointers(to, t.Elem(), off+uintptr(i)*t.Elem().Size())
		}
		return to
	case reflect.Interface:
		return append(to, off+8)
	}
	return append(to, off)
}

// signature is the type of a compiled function: context, frame, for a closure its
// object, and the flattened parameters.
func (c *compiler) signature(t *core.Type, closure bool) code.Signature {
	s := code.Signature{Params: []code.Type{code.I32, code.I32}}
	if closure {
		s.Params = append(s.Params, code.I32)
	}
	for _, p := range t.Params {
		s.Params = append(s.Params, c.layout(p).types()...)
	}
	for _, r := range t.Results {
		s.Results = append(s.Results, c.layout(r).types()...)
	}
	return s
}

// fieldOf is a field's offset and the index of its first slot.
func (l *layout) fieldOf(name string) (f reflect.StructField, slot int, ok bool) {
	for i := range l.typ.NumField() {
		f = l.typ.Field(i)
		if f.Name == name {
			return f, slot, true
		}
		slot += count(f.Type)
	}
	return f, 0, false
}
