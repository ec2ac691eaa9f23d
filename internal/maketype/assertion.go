package maketype

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

// nameless has no methods.
type nameless struct{}

// names are types of which only the names matter. The runtime wants them to exist for
// ever.
var names sync.Map // string → reflect.Type

func nameOnly(name string) unsafe.Pointer {
	if name == "" {
		return nil
	}
	t, ok := names.Load(name)
	if !ok {
		t, _ = names.LoadOrStore(name, WithMethods(reflect.TypeFor[nameless](), name, nil))
	}
	return pointer(t.(reflect.Type))
}
