// Package native holds the shapes of the generated tables: for each package
// that a cell may import, its functions, variables and types as native values.
//
// All tables are composite literals of constants and addresses, which the
// linker lays out; a process that never asks for them spends no time on them.
package native

import "reflect"

// Package is what one import path offers.
type Package struct {
	Path, Name string
	Symbols    []Symbol
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
