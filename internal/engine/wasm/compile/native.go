package compile

import (
	"math"

	"riffle/internal/core"
)

func float(w uint64) float64     { return math.Float64frombits(w) }
func floatWord(x float64) uint64 { return math.Float64bits(x) }

// runtime pushes the results of a native of the run-time, and returns their types. It
// is the one place that knows them by name.
func (f *function) runtime(x *core.Call, name string, live set) []*core.Type {
	results := core.RuntimeNative(name).Results
	if f.checks(x, name) || f.numbers(x, name) || f.guards(x, name, live) || f.channels(x, name, live) {
		return results
	}
	refuse("the native rt.%s", name)
	return nil
}

// native pushes the results of a function of a native package, and returns their
// types.
func (f *function) native(x *core.Call, fun *core.NativeName, live set) []*core.Type {
	refuse("the native %s.%s", fun.Path, fun.Name)
	return nil
}

// method pushes the results of a native method, or of one of the run-time's types.
func (f *function) method(x *core.Call, m *core.Method, live set) []*core.Type {
	if m.X.Type() == core.Defers {
		f.deferCall(x, m, live)
		return nil
	}
	refuse("the native method %s", m.Name)
	return nil
}

// nativeValue pushes a native function or the value of a native variable.
func (f *function) nativeValue(x *core.NativeName) {
	refuse("the native %s.%s as a value", x.Path, x.Name)
}

// nativeVar is the place of a native variable.
func (f *function) nativeVar(x *core.NativeName) place {
	refuse("the native variable %s.%s", x.Path, x.Name)
	return place{}
}
