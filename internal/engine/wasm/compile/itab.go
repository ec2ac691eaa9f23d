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

// memory remembers what the host has found for a word. An entry is valid if the three
// words fit: they are written and read without a lock. It lives as long as a module that
// reads it.
type memory [1 << memoryBits]struct{ key, value, check, _ uint64 }

const (
	memoryBits = 6
	entryBits  = 5 // of an entry's size
)

// memoryHash spreads keys: types and tables are large, so their low bits say little.
const memoryHash uint64 = 0x9e3779b97f4a7c15

// store remembers a value for as long as the salt stays the same.
func (m *memory) store(key, value, salt uint64) {
	e := &m[key*memoryHash>>(64-memoryBits)]
	atomic.StoreUint64(&e.key, key)
	atomic.StoreUint64(&e.value, value)
	atomic.StoreUint64(&e.check, key^value^salt)
}

// remembered is what the host finds for a word, 0 for 0.
func (f *function) remembered(key code.Local, m *memory, find func(key uint64) uint64) code.Local {
	return f.recalled([]code.Local{key}, m, nil, func(a []uint64) uint64 {
		value := find(a[0])
		m.store(a[0], value, 0)
		return value
	})
}

// recalled is what the host finds for words, the first of which is the key, and stores; 0
// for the key 0. It is valid as long as the salt, which is pushed, stays the same.
func (f *function) recalled(words []code.Local, m *memory, salt func(), find func(words []uint64) uint64) code.Local {
	key := words[0]
	value := f.temp(code.I64)
	found := f.Block()
	f.LocalGet(key)
	f.LocalTee(value)
	f.I64Eqz()
	f.BrIf(found)
	if at := f.c.m.Offset(unsafe.Pointer(m)); at <= machine.FarCheck {
		entry, hash := f.temp(code.I32), memoryHash
		f.LocalGet(key)
		f.I64Const(int64(hash))
		f.I64Mul()
		f.I64Const(64 - memoryBits)
		f.I64ShrU()
		f.I32WrapI64()
		f.I32Const(entryBits)
		f.I32Shl()
		f.LocalTee(entry)
		f.I64Load(at + 8)
		f.LocalSet(value)
		f.LocalGet(entry)
		f.I64Load(at)
		f.LocalGet(key)
		f.I64Eq()
		f.LocalGet(entry)
		f.I64Load(at + 16)
		f.LocalGet(key)
		f.LocalGet(value)
		f.I64Xor()
		if salt != nil {
			salt()
			f.I64Xor()
		}
		f.I64Eq()
		f.I32And()
		f.BrIf(found)
	}
	f.quick(len(words), 1, func() { f.push(words) }, func(_ *machine.Context, _ uint32, a []uint64) { a[0] = find(a) })
	f.weight--
	f.LocalSet(value)
	f.End()
	return value
}

// typeOfTable is the type in a table.
func typeOfTable(table uint64) uint64 {
	return *(*uint64)(unsafe.Add(machine.Native(table), 8))
}

// tableOf finds the table of types for an interface.
func tableOf(to reflect.Type) func(uint64) uint64 {
	return func(typ uint64) uint64 {
		out := reflect.New(to)
		rt.ToInterface(out.Interface(), faceOf(typ, 0))
		return uint64(uintptr((*words2)(out.UnsafePointer())[0]))
	}
}

// typeWord is the first word of an interface value of a type, as one without methods.
func (f *function) typeWord(word code.Local, t reflect.Type) code.Local {
	if t.NumMethod() == 0 {
		return word
	}
	return f.remembered(word, types(), typeOfTable)
}

// firstWord is the type of an interface value as the first word of one of a type.
func (f *function) firstWord(typ code.Local, t reflect.Type) code.Local {
	if t.NumMethod() == 0 {
		return typ
	}
	return f.remembered(typ, f.c.tables(t), tableOf(t))
}

// What answer finds, besides 0 for nil.
const (
	hasNot = 1
	hasAll = 2
)

// answer is a local that says whether a value in an interface has the methods of t. That
// holds until a type of the session gets or loses a method; where compiled code can't see
// when that happens, the host is asked each time.
func (f *function) answer(face [2]code.Local, t *rt.Type) code.Local {
	r := f.c.rt
	find := func(a []uint64) uint64 {
		if rt.Implements(faceOf(a[0], a[1]), t) {
			return hasAll
		}
		return hasNot
	}
	changes := f.constantPlace(unsafe.Pointer(r.MethodChanges()), f.c.layout(core.Int))
	if !changes.near {
		is := f.temp(code.I64)
		f.quick(2, 1, func() { f.push(face[:]) }, func(_ *machine.Context, _ uint32, a []uint64) { a[0] = find(a) })
		f.LocalSet(is)
		return is
	}
	f.c.mod.Keep(r)
	m := f.c.answers(t)
	salt := func() {
		f.LocalGet(changes.base)
		f.I64Load(0)
		f.I64Const(saltShift)
		f.I64Shl()
	}
	return f.recalled(face[:], m, salt, func(a []uint64) uint64 {
		typ, changes := a[0], r.Methods()
		found := find(a)
		m.store(typ, found, uint64(changes)<<saltShift)
		return found
	})
}

// saltShift keeps the salt apart from the answers.
const saltShift = 8

// types remembers the types of tables, for all sessions.
var types = sync.OnceValue(func() *memory { return new(memory) })

// tablesOf are memories of the tables of types for an interface, for all sessions. Modules
// keep them alive, since an interface of the user's lives for ever.
var tablesOf struct {
	sync.Mutex
	memories map[reflect.Type]weak.Pointer[memory]
}

// tables is the memory of the tables of types for an interface.
func (c *compiler) tables(t reflect.Type) *memory {
	return c.memory(t, func() *memory {
		tablesOf.Lock()
		defer tablesOf.Unlock()
		m := tablesOf.memories[t].Value()
		if m != nil {
			return m
		}
		if tablesOf.memories == nil {
			tablesOf.memories = map[reflect.Type]weak.Pointer[memory]{}
		}
		m = new(memory)
		tablesOf.memories[t] = weak.Make(m)
		return m
	})
}

// answers is the module's memory of the types that have the methods of an interface.
func (c *compiler) answers(t *rt.Type) *memory {
	return c.memory(t, func() *memory { return new(memory) })
}

// memory is the module's memory for a key.
func (c *compiler) memory(key any, find func() *memory) *memory {
	m := c.memories[key]
	if m == nil {
		m = find()
		c.memories[key] = m
		c.mod.Keep(m)
	}
	return m
}

// toInterfaceVariable compiles rt.ToInterface; ok is false if it doesn't store in a local variable.
func (f *function) toInterfaceVariable(x *core.Call) (ok bool) {
	out := f.localBehind(x.Args[0])
	if out == nil {
		return false
	}
	face := f.words(x.Args[1])
	f.LocalGet(f.firstWord(face[0], out.typ))
	f.LocalGet(face[1])
	f.setVariable(out)
	return true
}

var errorType = reflect.TypeFor[error]()
