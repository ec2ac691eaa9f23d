package rtype

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// assertionError is the layout of a runtime.TypeAssertionError.
type assertionError struct {
	iface, concrete, asserted unsafe.Pointer
	missing                   string
}

// AssertionError is the error of a failed type assertion between types of these names; an
// empty one is left out.
func AssertionError(iface, concrete, asserted, missing string) *runtime.TypeAssertionError {
	e := &assertionError{nameOnly(iface), nameOnly(concrete), nameOnly(asserted), missing}
	return (*runtime.TypeAssertionError)(unsafe.Pointer(e))
}

// names are types of which only the names matter. They live for ever.
var names sync.Map // string → unsafe.Pointer

func nameOnly(name string) unsafe.Pointer {
	if name == "" {
		return nil
	}
	t, ok := names.Load(name)
	if !ok {
		b := newBlock(reflect.TypeFor[struct{}](), 0, 0, 0)
		h := b.header()
		h.flag &^= flagStar
		h.str = label{text: name}.number()
		t, _ = names.LoadOrStore(name, b.at)
	}
	return t.(unsafe.Pointer)
}

// SetField changes the type of a field of a struct that reflect.StructOf made, and that
// nobody has used yet, to one of the same layout.
func SetField(s reflect.Type, i int, t reflect.Type) {
	(*structDescriptor)(address(s)).fields[i].typ = address(t)
}
