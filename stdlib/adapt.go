package stdlib

import (
	"reflect"

	"riffle/stdlib/internal/native"
)

// Caller is an interpreted value: CallMethod calls one of its methods and
// returns the results. A variadic parameter arrives as one slice.
type Caller = native.Caller

// Adapt returns a native value of interface type t whose methods call those of
// c. It knows error and every interface that a package in Paths declares and
// that another package can implement; for any other type ok is false. Two
// adapted values are equal when their Callers are.
func Adapt(t reflect.Type, c Caller) (v any, ok bool) {
	if t == reflect.TypeFor[error]() {
		return errorAdaptor{native.Base{C: c}}, true
	}
	if t.Kind() != reflect.Interface || t.Name() == "" {
		return nil, false
	}
	p := find(t.PkgPath())
	if p == nil {
		return nil, false
	}
	for _, a := range p.Adaptors {
		if a.Name == t.Name() && reflect.TypeOf(a.Type).Elem() == t {
			return a.Make(c), true
		}
	}
	return nil, false
}

// Adapted returns the Caller of a value that Adapt has made.
func Adapted(v any) (Caller, bool) {
	a, ok := v.(interface{ Adapted() native.Caller })
	if !ok {
		return nil, false
	}
	return a.Adapted(), true
}

// errorAdaptor is written by hand because no package declares error.
type errorAdaptor struct{ native.Base }

// Error calls the interpreted value's method.
func (a errorAdaptor) Error() string { return native.To[string](a.Call("Error"), 0) }
