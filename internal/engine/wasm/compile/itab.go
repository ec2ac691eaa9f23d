package compile

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

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
// words fit: they are written and read without a lock.
type memory [1 << memoryBits]struct{ key, value, check, _ uint64 }

const (
	memoryBits = 6
	entryBits  = 5 // of an entry's size
)

// memoryHash spreads keys: types and tables are large, so their low bits say little.
const memoryHash uint64 = 0x9e3779b97f4a7c15

func (m *memory) store(key, value uint64) {
	e := &m[key*memoryHash>>(64-memoryBits)]
	atomic.StoreUint64(&e.key, key)
	atomic.StoreUint64(&e.value, value)
	atomic.StoreUint64(&e.check, key^value)
}

// remembered is what the host finds for a word, 0 for 0.
func (f *function) remembered(key code.Local, m *memory, find func(key uint64) uint64) code.Local {
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
		f.I64Eq()
		f.I32And()
		f.BrIf(found)
	}
	f.quick(1, 1, func() { f.LocalGet(key) }, func(_ *machine.Context, _ uint32, a []uint64) {
		key := a[0]
		a[0] = find(key)
		m.store(key, a[0])
	})
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
	return f.remembered(typ, tables(t), tableOf(t))
}

// types remembers the types of tables, for all sessions.
var types = sync.OnceValue(func() *memory { return new(memory) })

// tablesOf are memories of the tables of types for an interface.
var tablesOf sync.Map // reflect.Type → *memory

func tables(t reflect.Type) *memory {
	m, ok := tablesOf.Load(t)
	if !ok {
		m, _ = tablesOf.LoadOrStore(t, new(memory))
	}
	return m.(*memory)
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
