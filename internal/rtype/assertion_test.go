package rtype

import (
	"reflect"
	"runtime"
	"testing"
)

// The error has the layout and the text of Go's own.
func TestAssertionError(t *testing.T) {
	if got, want := reflect.TypeFor[assertionError]().Size(), reflect.TypeFor[runtime.TypeAssertionError]().Size(); got != want {
		t.Fatalf("it has %d bytes, want %d", got, want)
	}
	own := func(f func()) (text string) {
		defer func() { text = recover().(error).Error() }()
		f()
		return ""
	}
	var x any = "s"
	var null any
	tests := []struct {
		iface, have, want, missing string
		f                          func()
	}{
		{"interface {}", "string", "int", "", func() { _ = x.(int) }},
		{"interface {}", "", "int", "", func() { _ = null.(int) }},
		{"", "", "error", "", func() { _ = null.(error) }},
		{"", "string", "error", "Error", func() { _ = x.(error) }},
	}
	for _, tt := range tests {
		if got, want := AssertionError(tt.iface, tt.have, tt.want, tt.missing).Error(), own(tt.f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
