package compile

import "riffle/internal/core"

// Deferred calls and recover are natives of the run-time: rt.Guard and its kin.

// guards compiles the run-time's panics, defers and goroutines; ok is false for
// another native.
func (f *function) guards(x *core.Call, name string, live set) (ok bool) {
	switch name {
	case "Panic":
		f.byReflection(x, name, live)
		f.Unreachable()
		return true
	}
	return false
}

// byReflection calls a native of the run-time by reflection.
func (f *function) byReflection(x *core.Call, name string, live set) {
	f.nativeCall(f.c.nativeNamed(core.Rt(name)), f.arguments(x.Args), core.RuntimeNative(name).Results, live)
}
