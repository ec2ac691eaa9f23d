package rt

import (
	"reflect"
	"sync"
	"unsafe"
)

// A slice or a map may contain itself, through an interface. Printing or encoding such a
// value overflows the stack in compiled Go; here, code that would follow it for ever
// never gets it.

// follow says which parts of a value are visited: those behind pointers, which encoders
// follow, and the fields that field selects, all if it is nil. prints visits what fmt
// prints; wrapped says that the value is in an error that doesn't wrap itself.
type follow struct {
	pointers, prints bool
	wrapped          bool
	field            func(reflect.StructField) bool
}

// PrintsItself reports whether v is a slice, array, map or struct, or a pointer to one, that
// holds itself, or an error that wraps itself, or what lies too deep for a browser: fmt
// would print it for ever.
func PrintsItself(v any) bool { return v != nil && follow{prints: true}.knotted(v) }

// deepest is how deeply nested a value can be for native code to print it in a browser,
// which has a small stack.
const deepest = 1000

// HoldsItself reports whether slices and maps in v lead back to themselves, in what fmt
// prints.
func HoldsItself(v any) bool { return follow{}.knotted(v) }

// LeadsBack reports whether pointers, slices and maps in v lead back to themselves,
// through the fields that an encoder visits.
func LeadsBack(v any, field func(reflect.StructField) bool) bool {
	return follow{pointers: true, field: field}.knotted(v)
}

func (f follow) knotted(v any) bool {
	if v == nil || !mayLeadBack(reflect.TypeOf(v)) {
		return false
	}
	return f.from(reflect.ValueOf(v), map[visit]bool{})
}

// visit is a slice, map or pointer on the way to a part.
type visit struct {
	p uintptr
	n int
	t reflect.Type
}

var descriptor = reflect.TypeFor[*Type]()

// Readable is a value from an unexported field as one that may be read.
func Readable(v reflect.Value) reflect.Value {
	type value struct { // as package reflect has it
		t, p unsafe.Pointer
		flag uintptr
	}
	const unexported = 1<<5 | 1<<6
	(*value)(unsafe.Pointer(&v)).flag &^= unexported
	return v
}

// from reports whether v leads back to one of the values on the path.
func (f follow) from(v reflect.Value, path map[visit]bool) bool {
	Nested()
	if !v.IsValid() || !mayLeadBack(v.Type()) || v.Type() == descriptor {
		return false
	}
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && f.from(v.Elem(), path)
	case reflect.Pointer:
		if f.prints && !f.wrapped && !v.IsNil() && v.Type().Implements(errorType) {
			if (follow{}).from(v, path) {
				return true
			}
			f.wrapped = true // the errors that it wraps don't wrap themselves either
		}
		if k := v.Type().Elem().Kind(); f.prints && (len(path) == 0 || v.Type().Elem().Name() == "" || v.Type().Implements(errorType)) && !v.IsNil() && k != reflect.Pointer && k != reflect.Interface {
			return f.through(visit{v.Pointer(), 0, v.Type()}, path, func() bool { return f.from(v.Elem(), path) })
		}
		if v.IsNil() || f.prints || !f.pointers && len(path) > 0 && !v.Type().Implements(errorType) {
			return false
		}
		return f.through(visit{v.Pointer(), 0, v.Type()}, path, func() bool { return f.from(v.Elem(), path) })
	case reflect.Slice:
		return v.Len() > 0 && f.through(visit{v.Pointer(), v.Len(), v.Type()}, path, func() bool { return f.any(v, path) })
	case reflect.Array:
		return f.any(v, path)
	case reflect.Map:
		if f.prints && !v.CanInterface() { // its owner may be changing it
			return false
		}
		return v.Len() > 0 && f.through(visit{v.Pointer(), 0, v.Type()}, path, func() bool { return f.followEntries(v, path) })
	case reflect.Struct:
		if f.prints {
			return f.through(visit{0, len(path), v.Type()}, path, func() bool { return f.followFields(v, path) })
		}
		return f.followFields(v, path)
	}
	return false
}

// through visits the parts of a value that may already be on the path.
func (f follow) through(at visit, path map[visit]bool, behind func() bool) bool {
	if path[at] || f.prints && OneThread && len(path) > deepest {
		return true
	}
	path[at] = true
	defer delete(path, at)
	return behind()
}

func (f follow) any(v reflect.Value, path map[visit]bool) bool {
	for i := range v.Len() {
		if f.from(v.Index(i), path) {
			return true
		}
	}
	return false
}

func (f follow) followEntries(v reflect.Value, path map[visit]bool) bool {
	for it := v.MapRange(); it.Next(); {
		if f.from(it.Value(), path) || f.from(it.Key(), path) {
			return true
		}
	}
	return false
}

func (f follow) followFields(v reflect.Value, path map[visit]bool) bool {
	for i := range v.NumField() {
		if f.field != nil && !f.field(v.Type().Field(i)) {
			continue
		}
		if f.from(v.Field(i), path) {
			return true
		}
	}
	return false
}

// openTypes caches open.
var openTypes sync.Map // reflect.Type → bool

// mayLeadBack reports whether a value of type t may lead back to itself: whether t contains an
// interface, or t.
func mayLeadBack(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Struct, reflect.Map:
	default:
		return false
	}
	if o, ok := openTypes.Load(t); ok {
		return o.(bool)
	}
	o := leadsBack(t, map[reflect.Type]bool{})
	openTypes.Store(t, o)
	return o
}

func leadsBack(t reflect.Type, path map[reflect.Type]bool) bool {
	if path[t] {
		return true
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Struct, reflect.Map:
	default:
		return false
	}
	path[t] = true
	defer delete(path, t)
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if leadsBack(t.Field(i).Type, path) {
				return true
			}
		}
		return false
	case reflect.Map:
		return leadsBack(t.Key(), path) || leadsBack(t.Elem(), path)
	}
	return leadsBack(t.Elem(), path)
}
