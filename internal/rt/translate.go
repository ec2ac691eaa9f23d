package rt

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

const nilDereference = "runtime error: invalid memory address or nil pointer dereference"

// translations turn the messages of reflection and of the engine into Go's.
var translations = []struct {
	contains []string
	message  string
}{
	{[]string{"slice bounds out of range"}, "runtime error: slice bounds out of range"},
	{[]string{"slice index out of bounds"}, "runtime error: slice bounds out of range"},
	{[]string{"reflect", "out of range"}, "runtime error: index out of range"},
	{[]string{"reflect", "nil function"}, nilDereference},
	{[]string{"reflect", "zero Value"}, nilDereference},
	{[]string{"reflect", "nil pointer"}, nilDereference},
	{[]string{"reflect", "negative"}, "runtime error: makeslice: len out of range"},
	{[]string{"reflect", "len > cap"}, "runtime error: makeslice: len out of range"},
	{[]string{"reflect", "overflow"}, "runtime error: makeslice: len out of range"},
}

// Untranslated is a panic with a value that must not be translated: the user's, although
// it looks like one of ours. Recover returns the value.
type Untranslated struct{ Value any }

// String is the value's text.
func (u Untranslated) String() string { return fmt.Sprint(u.Value) }

// keepPanic, deferred, lets the panics of a function or a method of package reflect go on
// as they are, but not those of a function of the user's that it calls. It names the
// method of a Value that it was called by, which for a function is only ours.
func keepPanic(method bool) {
	v := recover()
	switch e := v.(type) {
	case nil:
		return
	case *reflect.ValueError:
		if raisedByReflect() {
			if !method && strings.HasPrefix(e.Method, "reflect.Value.Call") {
				e.Method = "unknown method"
			}
			panic(Untranslated{v})
		}
	case string:
		if raisedByReflect() {
			panic(Untranslated{v})
		}
	}
	panic(v)
}

// raisedByReflect reports, while a deferred function handles a panic, whether package
// reflect panicked for Reflect or ReflectMethod: not an engine, in a function of the
// user's that reflection called back.
func raisedByReflect() bool {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for {
		f, more := frames.Next()
		switch name := f.Function; {
		case strings.HasPrefix(name, "riffle/internal/rt.(*Runtime).Reflect"):
			return true
		case strings.HasPrefix(name, "riffle/internal/engine/"), strings.HasPrefix(name, "github.com/traefik/yaegi/"), !more:
			return false
		}
	}
}

// Translate is the panic value that compiled Go would have.
func (r *Runtime) Translate(v any) any {
	v = translate(v)
	if e, ok := v.(RuntimeError); ok {
		v = e.asGoError()
	}
	return v
}

func translate(v any) any {
	for {
		rv, ok := v.(reflect.Value)
		if !ok || !rv.IsValid() {
			break
		}
		v = rv.Interface()
	}
	if _, ok := v.(*reflect.ValueError); ok {
		return RuntimeError(nilDereference)
	}
	if e, ok := v.(error); ok {
		if _, ok := v.(runtime.Error); !ok || TypeOf(v) != nil { // its method may be the user's
			return v
		}
		if t, ok := strings.CutPrefix(e.Error(), "hash of unhashable type: "); ok { // the message that reflection omits
			return RuntimeError("runtime error: hash of unhashable type " + t)
		}
		return v
	}
	s, ok := v.(string)
	if !ok || !strings.Contains(s, "reflect") {
		return v
	}
	const slice = "cannot convert slice with length "
	if i := strings.Index(s, slice); i >= 0 {
		s = strings.Replace(s[i:], "to pointer to array with", "to array with", 1)
		return RuntimeError("runtime error: " + strings.Replace(s, "to array with", "to array or pointer to array with", 1))
	}
	for _, t := range translations {
		if containsAll(s, t.contains) {
			return RuntimeError(t.message)
		}
	}
	return v
}

func containsAll(s string, parts []string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}
