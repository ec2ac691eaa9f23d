// Package code is WebAssembly as data: it builds modules and encodes them. A
// Module makes functions (NewFunc), a Func has one method for each instruction,
// named as the specification names it, and Encode gives the binary.
//
// Functions call each other as objects, so that imports and functions can be added
// in any order, and dropped again.
package code

import (
	"fmt"
	"slices"
)

// Type is a type of values.
type Type byte

// The types of values.
const (
	I32 Type = 0x7f
	I64 Type = 0x7e
	F32 Type = 0x7d
	F64 Type = 0x7c
)

// String is the type as the specification's text format spells it.
func (t Type) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	}
	return fmt.Sprintf("type %#x", byte(t))
}

// Signature is the types of a function's parameters and results.
type Signature struct{ Params, Results []Type }

// Key is a text that is the same only for equal signatures.
func (s Signature) Key() string {
	b := make([]byte, 0, len(s.Params)+len(s.Results)+1)
	for _, t := range s.Params {
		b = append(b, letter[t])
	}
	b = append(b, '_')
	for _, t := range s.Results {
		b = append(b, letter[t])
	}
	return string(b)
}

var letter = map[Type]byte{I32: 'i', I64: 'l', F32: 'f', F64: 'd'}

// Module is a module being built. The zero value is empty.
type Module struct {
	types    []Signature
	typeOf   map[string]uint32
	imports  []*Func
	funcs    []*Func
	table    *limits
	memory   *limits
	elements []element

	memoryFrom, tableFrom *importName // where they are imported
}

type importName struct{ module, name string }

type limits struct{ min, max uint32 }

type element struct {
	at uint32
	f  *Func
}

// Import is the function that the module imports under the two names. Repeated calls
// return the same one.
func (m *Module) Import(module, name string, s Signature) *Func {
	from := importName{module, name}
	for _, f := range m.imports {
		if f.from == from {
			return f
		}
	}
	f := &Func{module: m, Name: name, Signature: s, from: from}
	m.imports = append(m.imports, f)
	return f
}

// Imports are the functions that the module imports, in order.
func (m *Module) Imports() []*Func { return m.imports }

// NewFunc adds an empty function. One with a name is exported.
func (m *Module) NewFunc(name string, s Signature) *Func {
	f := &Func{module: m, Name: name, Signature: s}
	m.funcs = append(m.funcs, f)
	return f
}

// Drop removes a function, which nothing may call.
func (m *Module) Drop(f *Func) {
	m.funcs = slices.DeleteFunc(m.funcs, func(g *Func) bool { return g == f })
	m.elements = slices.DeleteFunc(m.elements, func(e element) bool { return e.f == f })
}

// Table gives the module a table of its own.
func (m *Module) Table(min, max uint32) { m.table = &limits{min, max} }

// Element puts a function into an entry of the table when the module is
// instantiated.
func (m *Module) Element(at uint32, f *Func) { m.elements = append(m.elements, element{at, f}) }

// Memory gives the module a memory of min to max pages of 64 KiB.
func (m *Module) Memory(min, max uint32) { m.memory = &limits{min, max} }

// ImportMemory makes the module import its memory, of any size, instead of having its
// own.
func (m *Module) ImportMemory(module, name string) { m.memoryFrom = &importName{module, name} }

// ImportTable is ImportMemory for the table.
func (m *Module) ImportTable(module, name string) { m.tableFrom = &importName{module, name} }

// typeIndex is the number of a signature among the module's types.
func (m *Module) typeIndex(s Signature) uint32 {
	key := s.Key()
	if i, ok := m.typeOf[key]; ok {
		return i
	}
	if m.typeOf == nil {
		m.typeOf = map[string]uint32{}
	}
	i := uint32(len(m.types))
	m.types = append(m.types, s)
	m.typeOf[key] = i
	return i
}
