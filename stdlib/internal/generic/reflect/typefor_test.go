package reflect

import (
	"fmt"
	"reflect"
	"testing"
)

func TestTypeFor(t *testing.T) {
	if got := TypeFor[fmt.Stringer](); got != reflect.TypeFor[fmt.Stringer]() {
		t.Errorf("TypeFor = %v", got)
	}
}

func TestTypeAssert(t *testing.T) {
	if n, ok := TypeAssert[int](reflect.ValueOf(3)); n != 3 || !ok {
		t.Errorf("an int: %v, %v", n, ok)
	}
	if n, ok := TypeAssert[string](reflect.ValueOf(3)); n != "" || ok {
		t.Errorf("no string: %v, %v", n, ok)
	}
	for _, v := range []reflect.Value{{}, reflect.ValueOf(struct{ x int }{1}).Field(0)} {
		ours, theirs := caught(func() { TypeAssert[int](v) }), caught(func() { reflect.TypeAssert[int](v) })
		if fmt.Sprint(ours) != fmt.Sprint(theirs) || ours == nil {
			t.Errorf("panic %v, want %v", ours, theirs)
		}
	}
}

// caught returns what f panics with.
func caught(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}
