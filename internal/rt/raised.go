package rt

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"riffle/internal/rtype"
)

// What recover returns after a panic of the run-time has the type that it has in compiled
// Go: %T shows it, and errors.As finds it.

// raised is the value of the panic in f, if its text is as wanted.
func raised(text string, f func()) (v any) {
	defer func() {
		v = recover()
		if e, ok := v.(runtime.Error); !ok || e.Error() != text {
			v = RuntimeError(text)
		}
	}()
	f()
	return nil
}

// errorStrings are the types of most errors of Go's run-time: strings that are shown with
// "runtime error: " in front, and as they are.
var errorStrings = sync.OnceValue(func() (ts struct{ marked, plain reflect.Type }) {
	zero, null := 0, map[int]int(nil)
	ts.marked = reflect.TypeOf(raised("runtime error: integer divide by zero", func() { zero = 1 / zero }))
	ts.plain = reflect.TypeOf(raised("assignment to entry in nil map", func() { null[0] = 1 }))
	return ts
})

// known is a RuntimeError as one of Go's.
func (e RuntimeError) known() any {
	text, marked := strings.CutPrefix(string(e), "runtime error: ")
	t := errorStrings().plain
	if marked {
		t = errorStrings().marked
	}
	if t.Kind() != reflect.String {
		return e
	}
	return reflect.ValueOf(text).Convert(t).Interface()
}

// indexed is the panic of x[i] where x has n elements.
func indexed(text string, i, n int) any {
	s := unsafe.Slice(new(struct{}), n)
	return raised(text, func() { _ = s[i] })
}

// sliced is the panic of x[lo:hi:top] where x is a slice of capacity most, or a string or
// array of that length.
func sliced(text string, lo, hi, top, most int, slice, full bool) any {
	return raised(text, func() {
		switch s := unsafe.Slice(new(struct{}), most); {
		case full:
			_ = s[lo:hi:top]
		case slice:
			_ = s[lo:hi]
		default:
			_ = unsafe.String(new(byte), most)[lo:hi]
		}
	})
}

// assertion is the panic of x.(T), with the names of the interface's type, of the type of
// x, of T, and of a method that is missing; those that don't matter are empty.
func assertion(text, iface, have, want, missing string) any {
	if e := rtype.AssertionError(iface, have, want, missing); e.Error() == text {
		return e
	}
	return RuntimeError(text)
}
