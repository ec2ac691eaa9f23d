package rt

import "reflect"

// A native that is left behind in the middle of its work, a sort say, keeps calling the
// user's function, which must not run alongside the next cell. So each call checks first.

// interpreted is the code of all functions that package reflect makes.
var interpreted = reflect.MakeFunc(reflect.TypeFor[func()](), nil).Pointer()

// wrapHeard wraps the functions among the arguments of a call by the cell's own goroutine.
func (r *Runtime) wrapHeard(args []any) {
	for i, a := range args {
		if t := reflect.TypeOf(a); t != nil && t.Kind() == reflect.Func && r.mine() != nil {
			args[i] = r.Heard(reflect.ValueOf(a)).Interface()
		}
	}
}

// Heard is f, but panics instead of starting once its goroutine was left behind. The most
// common types need no reflection; of the others only interpreted functions are wrapped,
// which package reflect made. Compiled ones check by themselves, and the library's stay
// as they are, since some natives recognise them.
func (r *Runtime) Heard(f reflect.Value) reflect.Value {
	if f.IsNil() {
		return f
	}
	switch f := f.Interface().(type) {
	case func(i, j int) bool:
		return reflect.ValueOf(func(i, j int) bool { defer r.backed()(); return f(i, j) })
	case func(int) bool:
		return reflect.ValueOf(func(i int) bool { defer r.backed()(); return f(i) })
	case func(rune) bool:
		return reflect.ValueOf(func(c rune) bool { defer r.backed()(); return f(c) })
	case func(rune) rune:
		return reflect.ValueOf(func(c rune) rune { defer r.backed()(); return f(c) })
	}
	if f.Pointer() != interpreted || r.crossed.crossingOf(f) != nil { // a wrapper checks too
		return f
	}
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	return reflect.MakeFunc(f.Type(), func(in []reflect.Value) []reflect.Value {
		defer r.backed()()
		return call(in)
	})
}
