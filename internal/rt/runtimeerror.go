package rt

import (
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

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

// asGoError is a RuntimeError as one of Go's.
func (e RuntimeError) asGoError() any {
	text, marked := strings.CutPrefix(string(e), "runtime error: ")
	t := errorStrings().plain
	if marked {
		t = errorStrings().marked
	}
	if strings.Contains(text, "out of range [") || strings.HasPrefix(text, "cannot convert slice") {
		if b := bounds(string(e)); b != nil {
			return b
		}
	}
	if t.Kind() != reflect.String {
		return e
	}
	return reflect.ValueOf(text).Convert(t).Interface()
}

// boundsError is laid out as the errors of Go's run-time that tell of a bound.
type boundsError struct {
	x      int64
	y      int
	signed bool
	code   uint8
}

// boundsErrors is the type of these errors, nil if this Go's are laid out otherwise.
var boundsErrors = sync.OnceValue(func() reflect.Type {
	var none []int
	i, ours := 0, reflect.TypeFor[boundsError]()
	t := reflect.TypeOf(raised("runtime error: index out of range [0] with length 0", func() { _ = none[i] }))
	if t.Kind() != reflect.Struct || t.NumField() != ours.NumField() {
		return nil
	}
	for k := range t.NumField() {
		if f, g := t.Field(k), ours.Field(k); f.Name != g.Name || f.Type.Kind() != g.Type.Kind() || f.Offset != g.Offset {
			return nil
		}
	}
	return t
})

var numbers = regexp.MustCompile(`-?\d+`)

// bounds is the error of Go's run-time with a text that tells of a bound, or nil. Its
// words are a code, and it holds the one or two numbers.
func bounds(text string) any {
	t, ns := boundsErrors(), numbers.FindAllString(text, -1)
	if t == nil || len(ns) == 0 {
		return nil
	}
	for range ns {
		var e boundsError
		x, err := strconv.ParseInt(ns[0], 10, 64)
		if e.signed = err == nil; !e.signed {
			u, _ := strconv.ParseUint(ns[0], 10, 64)
			x = int64(u)
		}
		e.x = x
		e.y, _ = strconv.Atoi(ns[len(ns)-1])
		for e.code = range uint8(boundsCodes) {
			p := reflect.New(t)
			*(*boundsError)(p.UnsafePointer()) = e
			if v := p.Elem().Interface(); errorHasText(v, text) {
				return v
			}
		}
		slices.Reverse(ns)
	}
	return nil
}

// boundsCodes is how many sentences Go's run-time has for bounds.
const boundsCodes = 9

// errorHasText reports whether an error has this text. Not all codes are for all numbers.
func errorHasText(v any, text string) bool {
	defer func() { recover() }()
	return v.(error).Error() == text
}

// assertion is the panic of x.(T), with the names of the interface's type, of the type of
// x, of T, and of a method that is missing; those that don't matter are empty.
func assertion(text, iface, have, want, missing string) any {
	if e := rtype.AssertionError(iface, have, want, missing); e.Error() == text {
		return e
	}
	return RuntimeError(text)
}
