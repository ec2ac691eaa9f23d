package compile

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// The first word of an interface value without methods is its type; that of one with
// methods is a table (the run-time's itab), which holds the type and the methods. Neither
// is ever freed. Compiled code finds one of them by the other in memories, since tables
// are out of its sight.

// memory remembers what the host has found for words, in records that never change, by
// their offsets. Compiled code reads it without a lock: a record that is replaced stays
// until the next poll. It belongs to a module.
type memory struct {
	at      [1 << memoryBits]uint32
	none    record // which is at nothing
	nothing uint32

	mu   sync.Mutex
	kept [1 << memoryBits]*record
}

// record is the value found for a key. Code reads the key first: its place is checked, and
// with it that of the value.
type record struct{ value, key uint64 }

const memoryBits = 6

// memoryHash spreads keys: types and tables are large, so their low bits say little.
const memoryHash = -0x61c8864680b583eb

// store remembers a record, if compiled code can see it and it is valid.
func (m *memory) store(in *machine.Machine, r *record, valid func() bool) {
	at := in.Near(unsafe.Pointer(r))
	m.mu.Lock()
	defer m.mu.Unlock()
	if at != 0 && valid() {
		i := uint64(int64(r.key)*memoryHash) >> (64 - memoryBits)
		m.kept[i] = r
		atomic.StoreUint32(&m.at[i], at)
	}
}

// forgetful is a memory of what depends on the methods of the session's types.
type forgetful struct{ weak.Pointer[memory] }

// Forget forgets all records.
func (f forgetful) Forget() bool {
	m := f.Value()
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, r := range m.kept {
		if r != nil {
			atomic.StoreUint32(&m.at[i], m.nothing)
			m.kept[i] = nil
		}
	}
	return true
}

// recalled is what the host finds for the first of some words, or a memory has of it; 0
// for 0.
func (f *function) recalled(m *memory, words []code.Local, find func(words []uint64) (value uint64, lasts bool)) code.Local {
	key, value := words[0], f.temp(code.I64)
	found := f.Block()
	f.LocalGet(key)
	f.LocalTee(value)
	f.I64Eqz()
	f.BrIf(found)
	f.lookUp(m, key, value, found)
	store := f.c.storing(m)
	f.quick(len(words), 1, func() { f.push(words) }, func(_ *machine.Context, _ uint32, a []uint64) {
		a[0] = store(a[0], func() (uint64, bool) { return find(a) })
	})
	f.weight--
	f.LocalSet(value)
	f.End()
	return value
}

// lookUp sets value to what a memory has of a key, and branches if it has it.
func (f *function) lookUp(m *memory, key, value code.Local, found code.Label) {
	at := f.c.m.Offset(unsafe.Pointer(m))
	if at > machine.FarCheck {
		return
	}
	r := f.temp(code.I32)
	f.LocalGet(key)
	f.I64Const(memoryHash)
	f.I64Mul()
	f.I64Const(64 - memoryBits)
	f.I64ShrU()
	f.I32WrapI64()
	f.I32Const(2)
	f.I32Shl()
	f.I32Load(at)
	f.LocalTee(r)
	f.I64Load(uint32(unsafe.Offsetof(record{}.key)))
	f.LocalGet(key)
	f.I64Eq()
	f.LocalGet(r)
	f.I64Load(uint32(unsafe.Offsetof(record{}.value)))
	f.LocalSet(value)
	f.BrIf(found)
}

// storing is a function that finds the value of a key, and remembers it if it lasts.
func (c *compiler) storing(m *memory) func(key uint64, find func() (value uint64, lasts bool)) uint64 {
	in, changes := c.m, c.methodChanges()
	return func(key uint64, find func() (uint64, bool)) uint64 {
		before := changes()
		value, lasts := find()
		if lasts {
			m.store(in, &record{value, key}, func() bool { return changes() == before })
		}
		return value
	}
}

// remembered is what the host finds for a word, 0 for 0.
func (f *function) remembered(key code.Local, m *memory, find func(key uint64) uint64) code.Local {
	return f.recalled(m, []code.Local{key}, func(a []uint64) (uint64, bool) { return find(a[0]), true })
}

// typeOfTable is the type in a table.
func typeOfTable(table uint64) uint64 {
	return *(*uint64)(unsafe.Add(machine.Native(table), 8))
}

// firstWordOf is the first word of values of type t in an interface that it implements. An
// interface value of a type always has the table that Go has for the two.
func firstWordOf(t, of reflect.Type) int64 {
	if of.NumMethod() == 0 {
		return typeWordOf(t)
	}
	out := reflect.New(of)
	out.Elem().Set(reflect.Zero(t))
	return int64(uintptr((*words2)(out.UnsafePointer())[0]))
}

// tableIn is the table of types for an interface.
func tableIn(to reflect.Type) func(typ uint64) uint64 {
	return func(typ uint64) uint64 {
		out := reflect.New(to)
		rt.ToInterface(out.Interface(), faceOf(typ, 0))
		return uint64(uintptr((*words2)(out.UnsafePointer())[0]))
	}
}

// firstWordIn is the first word of a value of one interface type as one of another, whose
// methods it has.
func (f *function) firstWordIn(first code.Local, from, to reflect.Type) code.Local {
	switch methods := from.NumMethod() > 0; {
	case from == to || !methods && to.NumMethod() == 0:
		return first
	case to.NumMethod() == 0:
		return f.remembered(first, f.c.memory(conversion{to: to}), typeOfTable)
	case methods:
		find := tableIn(to)
		return f.remembered(first, f.c.memory(conversion{from, to}), func(table uint64) uint64 { return find(typeOfTable(table)) })
	default:
		return f.remembered(first, f.c.memory(conversion{from, to}), tableIn(to))
	}
}

// conversion is the key of the memory of first words of an interface type as those of
// another.
type conversion struct{ from, to reflect.Type }

// typeWord is the first word of an interface value of a type as of one without methods.
func (f *function) typeWord(first code.Local, of reflect.Type) code.Local {
	return f.firstWordIn(first, of, anyType)
}

// What answer finds, besides 0 for nil.
const (
	hasNot = 1
	hasAll = 2
)

// answer is a local that says whether a value of the interface type of has the methods of t.
func (f *function) answer(face [2]code.Local, of reflect.Type, t *rt.Type) code.Local {
	return f.recalled(f.c.memory(implementation{of, t}), face[:], func(a []uint64) (uint64, bool) {
		if rt.Implements(interfaceOf(of, a[0], a[1]), t) {
			return hasAll, true
		}
		return hasNot, true
	})
}

// implementation is the key of the memory of answers.
type implementation struct {
	of reflect.Type
	t  *rt.Type
}

// memory is the module's memory for a key. It forgets when a method of the session's types
// changes.
func (c *compiler) memory(key any) *memory {
	if m := c.memories[key]; m != nil {
		return m
	}
	m := new(memory)
	m.nothing = c.m.Near(unsafe.Pointer(&m.none))
	for i := range m.at {
		m.at[i] = m.nothing
	}
	c.memories[key] = m
	c.mod.Keep(m)
	if c.rt != nil {
		c.rt.Remember(forgetful{weak.Make(m)})
	}
	return m
}

// methodChanges is what counts changes of methods.
func (c *compiler) methodChanges() func() int64 {
	if c.rt == nil {
		return func() int64 { return 0 }
	}
	return c.rt.Methods
}

// toInterfaceVariable compiles rt.ToInterface; ok is false if it doesn't store in a local variable.
func (f *function) toInterfaceVariable(x *core.Call) (ok bool) {
	out := f.localBehind(x.Args[0])
	if out == nil {
		return false
	}
	face, of := f.faceWords(x.Args[1])
	f.LocalGet(f.firstWordIn(face[0], of, out.typ))
	f.LocalGet(face[1])
	f.setVariable(out)
	return true
}

var errorType = reflect.TypeFor[error]()
