package tabular

import (
	"reflect"
	"sort"
	"strings"
)

// SortedKeys are the keys of a map in the order in which fmt prints them.
func (l *World) SortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return l.compare(keys[i], keys[j]) < 0 })
	return keys
}

func (l *World) compare(a, b reflect.Value) int {
	for a.Kind() == reflect.Interface && !a.IsNil() {
		a = l.inside(a)
	}
	for b.Kind() == reflect.Interface && !b.IsNil() {
		b = l.inside(b)
	}
	switch {
	case a.CanInt() && b.CanInt():
		return order(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return order(a.Uint(), b.Uint())
	case a.CanFloat() && b.CanFloat():
		return order(a.Float(), b.Float())
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return strings.Compare(a.String(), b.String())
	case a.Kind() == reflect.Bool && b.Kind() == reflect.Bool:
		return order(btoi(a.Bool()), btoi(b.Bool()))
	case a.Kind() == reflect.Struct && a.Type() == b.Type():
		for i := range a.NumField() {
			if c := l.compare(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
		return 0
	case a.Kind() == reflect.Array && a.Type() == b.Type():
		for i := range a.Len() {
			if c := l.compare(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
		return 0
	}
	return strings.Compare(a.Kind().String(), b.Kind().String())
}

// inside is what an interface holds.
func (l *World) inside(v reflect.Value) reflect.Value {
	v = v.Elem()
	if l.Open != nil && v.CanInterface() {
		if _, plain, ok := l.Open(v.Interface()); ok {
			return plain
		}
	}
	return v
}

func order[T int | int64 | uint64 | float64](a, b T) int {
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
