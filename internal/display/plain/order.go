package plain

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// SortedKeys are the keys of a map in the order in which fmt prints them.
func SortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortStableFunc(keys, compareValues)
	return keys
}

func compareValues(a, b reflect.Value) int {
	if a.Kind() == reflect.Interface && b.Kind() == reflect.Interface {
		return compareDynamic(a, b)
	}
	switch {
	case a.CanInt() && b.CanInt():
		return orderOf(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return orderOf(a.Uint(), b.Uint())
	case a.CanFloat() && b.CanFloat():
		return orderOf(a.Float(), b.Float())
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return strings.Compare(a.String(), b.String())
	case a.Kind() == reflect.Bool && b.Kind() == reflect.Bool:
		return orderOf(btoi(a.Bool()), btoi(b.Bool()))
	case a.Kind() == reflect.Struct && a.Type() == b.Type():
		for i := range a.NumField() {
			if c := compareValues(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
		return 0
	case a.Kind() == reflect.Array && a.Type() == b.Type():
		for i := range a.Len() {
			if c := compareValues(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
		return 0
	}
	return strings.Compare(a.Kind().String(), b.Kind().String())
}

// compareDynamic compares what interfaces hold: nil is least, and values of one type stand
// together. Package fmt orders types by their addresses in the program; this is the order
// in which they usually lie there.
func compareDynamic(a, b reflect.Value) int {
	if a.IsNil() || b.IsNil() {
		return btoi(b.IsNil()) - btoi(a.IsNil())
	}
	ta, a := insideOf(a)
	tb, b := insideOf(b)
	if c := cmp.Or(cmp.Compare(ta.group, tb.group), cmp.Compare(ta.name, tb.name)); c != 0 {
		return c
	}
	return compareValues(a, b)
}

// keyType is a type among those of a map's keys.
type keyType struct {
	group int
	name  string
}

// basics are kinds in the order in which their types lie in a program.
var basics = []reflect.Kind{reflect.String, reflect.Int8, reflect.Uint8, reflect.Int16, reflect.Uint16, reflect.Int32, reflect.Uint32,
	reflect.Int64, reflect.Uint64, reflect.Int, reflect.Uint, reflect.Uintptr, reflect.Complex64, reflect.Complex128, reflect.Float32,
	reflect.Float64, reflect.Bool, reflect.Chan, reflect.Array}

// insideOf is what an interface holds, with its type.
func insideOf(v reflect.Value) (keyType, reflect.Value) {
	v = v.Elem()
	name, named, methods := v.Type().String(), v.Type().PkgPath() != "", v.NumMethod()
	group := slices.Index(basics, v.Kind())
	switch {
	case group < 0, named && methods > 0:
		return keyType{len(basics) + int(v.Kind()), name}, v
	case named:
		return keyType{-1, name}, v
	}
	return keyType{group, name}, v
}

func orderOf[T int | int64 | uint64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
