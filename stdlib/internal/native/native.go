// Package native holds the shapes of the generated tables: for each package
// that a cell may import, its functions, variables and types as native values,
// and an adaptor for each of its interfaces.
//
// All tables are composite literals of constants and addresses, which the
// linker lays out; a process that never asks for them spends no time on them.
package native

import (
	"fmt"
	"reflect"
)

// Package is what one import path offers.
type Package struct {
	Path, Name string
	Symbols    []Symbol
	Adaptors   []Adaptor
}

// Symbol is one exported object: a function as itself, a variable as its
// address, a type T as (*T)(nil).
type Symbol struct {
	Name string
	V    any
}

// Value is the function, the addressable variable or the nil *T.
func (s Symbol) Value() reflect.Value {
	v := reflect.ValueOf(s.V)
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		return v.Elem()
	}
	return v
}

// Adaptor makes values of the interface type Name that call a Caller.
type Adaptor struct {
	Name string
	Type any // (*T)(nil) for the interface type T
	Make func(Caller) any
}

// Caller is an interpreted value, whose methods are called by name. A variadic
// parameter arrives as one slice.
type Caller = interface {
	CallMethod(name string, args ...any) []any
}

// Base is embedded in every adaptor. Adaptors are compared by their Callers.
type Base struct{ C Caller }

// Call calls a method of the interpreted value. Package flag asks the zero
// value of a flag's type for its text; it has no Caller, and no text.
func (b Base) Call(name string, args ...any) []any {
	if b.C == nil && name == "String" {
		return []any{""}
	}
	return b.C.CallMethod(name, args...)
}

// Adapted returns the interpreted value. Its type has no name, so that whoever
// made the Caller can ask for it.
func (b Base) Adapted() any { return b.C }

// To is result i of a call as a T, where nil stands for T's zero value. It
// panics when the result is missing or of another type, which the cell's
// type check rules out.
func To[T any](results []any, i int) (t T) {
	if i >= len(results) {
		panic(fmt.Errorf("method returned %d values, want more than %d", len(results), i))
	}
	if v := results[i]; v != nil {
		t = v.(T)
	}
	return t
}
