// Package reflect replaces generic functions that the original writes with
// unsafe.
package reflect

import "reflect"

// TypeFor returns the reflect.Type of T, an interface type included.
func TypeFor[T any]() reflect.Type { return reflect.TypeOf((*T)(nil)).Elem() }

// TypeAssert is v.Interface().(T) with a comma-ok.
func TypeAssert[T any](v reflect.Value) (T, bool) {
	if !v.IsValid() {
		panic(&reflect.ValueError{Method: "reflect.TypeAssert", Kind: reflect.Invalid})
	}
	if !v.CanInterface() {
		panic("reflect.TypeAssert: cannot return value obtained from unexported field or method")
	}
	t, ok := v.Interface().(T)
	return t, ok
}
