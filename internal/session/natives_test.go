package session

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"riffle/internal/core"
	"riffle/internal/engine"
	"riffle/internal/rt"
)

// TestNatives: what core says about the natives of the run-time is true of their
// Go functions.
func TestNatives(t *testing.T) {
	s := newSession(t, Options{})
	symbols := s.rt.Symbols()
	maps.Copy(symbols, s.library.Symbols())
	names := core.RuntimeNatives()
	for name, v := range symbols {
		if v.Kind() == reflect.Func && !slices.Contains(names, name) {
			t.Errorf("core doesn't know rt.%s", name)
		}
	}
	for _, name := range names {
		v, ok := symbols[name]
		if !ok {
			t.Errorf("there is no rt.%s", name)
			continue
		}
		checkNative(t, s.store, "rt."+name, core.RuntimeNative(name), v.Type())
	}
	for _, m := range []struct {
		of   *core.Type
		name string
		fn   any
	}{
		{core.Defers, "Defer", (*rt.Defers).Defer},
		{core.Iter, "Next", (*rt.Iter).Next},
	} {
		ft := reflect.TypeOf(m.fn)
		var in, out []reflect.Type
		for p := range ft.Ins() {
			in = append(in, p)
		}
		for r := range ft.Outs() {
			out = append(out, r)
		}
		checkNative(t, s.store, m.name, core.RuntimeMethod(m.of, m.name), reflect.FuncOf(in[1:], out, false))
	}
}

func checkNative(t *testing.T, store *engine.Store, name string, n *core.NativeFunc, ft reflect.Type) {
	t.Helper()
	var want []reflect.Type
	for _, o := range n.Params {
		want = append(want, operandType(store, o))
	}
	var results []reflect.Type
	for _, r := range n.Results {
		results = append(results, store.Type(r))
	}
	for i := range min(len(results), ft.NumOut()) { // an error is in an interface too
		if ft.Out(i) == reflect.TypeFor[error]() && n.Results[i] == core.Empty {
			results[i] = ft.Out(i)
		}
	}
	if len(n.Rest) > 0 {
		want = append(want, reflect.TypeFor[[]any]())
	}
	if w := reflect.FuncOf(want, results, len(n.Rest) > 0); w != ft {
		t.Errorf("%s is %v, to core %v", name, ft, w)
	}
}

// operandType is the Go type of the parameter for an operand: an interface, where
// the operand is of any type.
func operandType(store *engine.Store, o core.Operand) reflect.Type {
	if o.Kind == core.Exact {
		return store.Type(o.T)
	}
	return reflect.TypeFor[any]()
}
