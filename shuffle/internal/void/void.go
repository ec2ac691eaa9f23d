// Package void tells whether an interface has nothing behind it.
package void

import "reflect"

// Is reports whether v is nil, or holds a nil pointer or function: what a
// variable such as rng *Java has before something is assigned to it.
func Is(v any) bool {
	if v == nil {
		return true
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Pointer, reflect.Func:
		return r.IsNil()
	}
	return false
}
