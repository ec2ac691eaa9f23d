package compile

import (
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/machine"
)

// Deferred calls and recover are natives of the run-time: rt.Guard and its kin.

// guards compiles the run-time's panics, defers and goroutines; ok is false for
// another native.
func (f *function) guards(x *core.Call, name string, live set) (ok bool) {
	switch name {
	case "Guard", "Go", "WaitGroupGo", "WaitGroupWait", "CondWait", "Enter", "Withhold", "Recover", "Panic",
		"MutexLock", "MutexUnlock", "RWMutexLock", "RWMutexUnlock", "RWMutexRLock", "RWMutexRUnlock":
		f.nativeOfRt(x, name, live)
		if name == "Panic" {
			f.Unreachable()
		}
		return true
	}
	return false
}

// nativeOfRt calls a native of the run-time by reflection.
func (f *function) nativeOfRt(x *core.Call, name string, live set) {
	fn, ok := f.c.store.Native(core.Rt(name))
	if !ok {
		refuse("there is no rt.%s", name)
	}
	var args []argument
	for _, a := range x.Args {
		args = append(args, f.argumentOf(a))
	}
	var results []*layout
	for _, t := range core.RuntimeNative(name).Results {
		results = append(results, f.c.layout(t))
	}
	f.generic(live, args, results, func(_ *machine.Context, in []reflect.Value) []reflect.Value {
		return callValue(fn, in, false)
	})
}

// deferCall is d.Defer.
func (f *function) deferCall(x *core.Call, m *core.Method, live set) {
	args := []argument{f.argumentOf(m.X), f.argumentOf(x.Args[0]), f.argumentOf(x.Args[1])}
	f.generic(live, args, nil, func(_ *machine.Context, in []reflect.Value) []reflect.Value {
		return callValue(in[0].MethodByName(m.Name), in[1:], false)
	})
}
