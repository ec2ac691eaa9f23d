package rt

import (
	"reflect"
)

// Invoke calls a method of an interface value: x, the name, the number of
// results, their addresses, the arguments.
func (r *Runtime) Invoke(x any, name string, nout int, rest ...any) {
	if x == nil {
		panic(RuntimeError(nilDereference))
	}
	v, ok := LoweredOf(x)
	if !ok {
		if nout == 1 && drawNative(x, name, rest) {
			return
		}
		recv := reflect.ValueOf(x)
		f, in := r.boundNative(recv, name)
		if !f.IsValid() {
			panic(RuntimeError(nilDereference))
		}
		r.callNative(recv, f, in, nout, r.lent(f, len(in), nout, rest), f.Type().IsVariadic())
		return
	}
	f := v.T.methodFor(name, rest[:nout], rest[nout:])
	in := []reflect.Value{r.arg(f.Type().In(0), v.V)}
	r.storeResults(callReflect(f, convertArguments(f, in, rest[nout:], f.Type().IsVariadic(), r.arg), f.Type().IsVariadic()), rest[:nout])
}

// drawNative handles a call of Invoke that draws from a native generator, and reports whether
// it did: cells make them by the million, and package reflect takes a microsecond for
// each.
func drawNative(x any, name string, rest []any) bool {
	switch {
	case name == "IntN" && len(rest) == 2:
		g, draws := x.(interface{ IntN(n int) int })
		out, takes := rest[0].(*int)
		n, gives := rest[1].(int)
		if draws && takes && gives {
			*out = g.IntN(n)
			return true
		}
	case name == "Float64" && len(rest) == 1:
		g, draws := x.(interface{ Float64() float64 })
		out, takes := rest[0].(*float64)
		if draws && takes {
			*out = g.Float64()
			return true
		}
	}
	return false
}

// Native calls a native function, converting functions.
func (r *Runtime) Native(f any, spread bool, nout int, rest ...any) {
	r.wrapHeard(rest[nout:])
	r.callNative(reflect.Value{}, reflect.ValueOf(f), nil, nout, rest, spread)
}

// Calls is Native for a function whose function arguments check by themselves, with Back
// and GoOn, whether they may go on.
func (r *Runtime) Calls(f any, spread bool, nout int, rest ...any) {
	r.callNative(reflect.Value{}, reflect.ValueOf(f), nil, nout, rest, spread)
}

// Reflect is Native for a function of package reflect, whose panics are the user's.
func (r *Runtime) Reflect(f any, spread bool, nout int, rest ...any) {
	defer keepPanic(false)
	r.callNative(reflect.Value{}, reflect.ValueOf(f), nil, nout, rest, spread)
}

// ReflectMethod is to NativeMethod what Reflect is to Native.
func (r *Runtime) ReflectMethod(recv any, name string, spread bool, nout int, rest ...any) {
	if m := r.boundByReflection(recv, name, rest[nout:]); m.IsValid() {
		r.storeResults([]reflect.Value{reflect.ValueOf(m)}, rest[:nout])
		return
	}
	defer keepPanic(true)
	f, in := r.methodOrNil(recv, name)
	r.callNative(reflect.ValueOf(recv), f, in, nout, rest, spread)
}

// Lend is Native for a function that may call its function arguments later and on a
// goroutine of its own.
func (r *Runtime) Lend(f any, spread bool, nout int, rest ...any) {
	v := reflect.ValueOf(f)
	r.callNative(reflect.Value{}, v, nil, nout, r.lent(v, 0, nout, rest), spread)
}

// NativeMethod calls a method of a native value.
func (r *Runtime) NativeMethod(recv any, name string, spread bool, nout int, rest ...any) {
	f, in := r.methodOrNil(recv, name)
	r.wrapHeard(rest[nout:])
	r.callNative(reflect.ValueOf(recv), f, in, nout, rest, spread)
}

// LendMethod is to NativeMethod what Lend is to Native.
func (r *Runtime) LendMethod(recv any, name string, spread bool, nout int, rest ...any) {
	f, in := r.methodOrNil(recv, name)
	r.callNative(reflect.ValueOf(recv), f, in, nout, r.lent(f, len(in), nout, rest), spread)
}

// methodOrNil is boundNative for a value that may be nil.
func (r *Runtime) methodOrNil(recv any, name string) (f reflect.Value, in []reflect.Value) {
	v := reflect.ValueOf(recv)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() && !hasPointerMethod(v, name) {
		panic(RuntimeError(nilDereference))
	}
	return r.boundNative(v, name)
}

// boundNative is a method of a native value, and its first arguments: the receiver if
// another function stands in for the method.
func (r *Runtime) boundNative(v reflect.Value, name string) (f reflect.Value, in []reflect.Value) {
	if f := r.StandIn(v.Type(), name); f.IsValid() {
		return f, []reflect.Value{v}
	}
	return v.MethodByName(name), nil
}

// lent are the arguments of a call of f, after skip others, with functions wrapped for
// native code.
func (r *Runtime) lent(f reflect.Value, skip, nout int, rest []any) []any {
	t := f.Type()
	for i, a := range rest[nout:] {
		k := skip + i
		if k >= t.NumIn() || t.In(k).Kind() != reflect.Func {
			continue
		}
		rest[nout+i] = r.Guarded(r.arg(t.In(k), a)).Interface()
	}
	return rest
}

func hasPointerMethod(v reflect.Value, name string) bool {
	_, ok := v.Type().MethodByName(name)
	return ok
}

// callNative calls native code: it converts the arguments and stores the results. A call by
// the cell's own goroutine that an interrupt ended, or that was left behind, doesn't
// return. recv is a method's receiver, for an interrupt.
func (r *Runtime) callNative(recv, f reflect.Value, in []reflect.Value, nout int, rest []any, spread bool) {
	in = convertArguments(f, in, rest[nout:], spread, r.arg)
	run := r.mine()
	if run == nil {
		r.GoOn()
		r.storeResults(callReflect(f, in, spread), rest[:nout])
		return
	}
	defer run.leaveNative(run.enterNative(f, recv, in))
	res := callReflect(f, in, spread)
	if run.Interrupted() {
		panic(ErrInterrupted)
	}
	r.storeResults(res, rest[:nout])
}

// convertArguments are those of a call of f, after the ones in, converted by arg.
func convertArguments(f reflect.Value, in []reflect.Value, args []any, spread bool, arg func(reflect.Type, any) reflect.Value) []reflect.Value {
	t := f.Type()
	for _, a := range args {
		k := len(in)
		if t.IsVariadic() && k >= t.NumIn()-1 && !spread {
			in = append(in, arg(t.In(t.NumIn()-1).Elem(), a))
		} else {
			in = append(in, arg(t.In(k), a))
		}
	}
	return in
}

func callReflect(f reflect.Value, in []reflect.Value, spread bool) []reflect.Value {
	if spread {
		return f.CallSlice(in)
	}
	return f.Call(in)
}

// storeResults stores the results of a call where outs point.
func (r *Runtime) storeResults(res []reflect.Value, outs []any) {
	for i, o := range outs {
		if o != nil {
			setValue(reflect.ValueOf(o).Elem(), r.arg(reflect.TypeOf(o).Elem(), res[i].Interface()))
		}
	}
}

// Argument is v as a value of the Go type t, for a call between lowered and
// native code.
func (r *Runtime) Argument(t reflect.Type, v any) reflect.Value { return r.arg(t, v) }

// arg is v as a value of type t, for a call between lowered and native code.
func (r *Runtime) arg(t reflect.Type, v any) reflect.Value {
	if v == nil {
		return reflect.Zero(t)
	}
	rv := reflect.ValueOf(v)
	if t.Kind() == reflect.Interface {
		return r.toInterface(t, rv)
	}
	if rv.Type() == t || rv.Type().AssignableTo(t) {
		return rv
	}
	if l, ok := LoweredOf(v); ok && reflect.TypeOf(l.V) != rv.Type() {
		return r.arg(t, l.V)
	}
	switch {
	case t.Kind() == reflect.Func && rv.Kind() == reflect.Func:
		return r.convertFunction(t, rv)
	case t.Kind() == reflect.Slice && rv.Kind() == reflect.Slice && holdsAll(t) && holdsAll(rv.Type()):
		return cast(rv, t)
	case t.Kind() == reflect.Slice && rv.Kind() == reflect.Slice && !rv.Type().ConvertibleTo(t):
		s := reflect.MakeSlice(t, rv.Len(), rv.Len())
		for i := range rv.Len() {
			s.Index(i).Set(r.arg(t.Elem(), rv.Index(i).Interface()))
		}
		return s
	case t.Kind() == reflect.Map && rv.Kind() == reflect.Map && !rv.Type().ConvertibleTo(t):
		m := reflect.MakeMapWithSize(t, rv.Len())
		for it := rv.MapRange(); it.Next(); {
			m.SetMapIndex(r.arg(t.Key(), it.Key().Interface()), r.arg(t.Elem(), it.Value().Interface()))
		}
		return m
	}
	if x, ok := recast(t, rv); ok {
		return x
	}
	return rv.Convert(t)
}

// recast is v as a value of type t, if one of the two was lowered from the other, as for
// the user's type Stamp time.Time: unexported fields have other names in its struct, but
// the layout is the same.
func recast(t reflect.Type, v reflect.Value) (reflect.Value, bool) {
	switch {
	case t.Kind() == reflect.UnsafePointer && v.Kind() == reflect.Pointer:
		return reflect.ValueOf(v.UnsafePointer()).Convert(t), true
	case t.Kind() == reflect.Pointer && v.Kind() == reflect.UnsafePointer:
		return reflect.NewAt(t.Elem(), v.UnsafePointer()), true
	case v.Type().ConvertibleTo(t) || v.Kind() != t.Kind():
	case v.Kind() == reflect.Struct && sameLayout(v.Type(), t):
		return cast(v, t), true
	case v.Kind() == reflect.Pointer && sameLayout(v.Type().Elem(), t.Elem()):
		return cast(v, t), true
	}
	return reflect.Value{}, false
}

func sameLayout(a, b reflect.Type) bool {
	if isAddress(a) && isAddress(b) && (a.Kind() == reflect.UnsafePointer || b.Kind() == reflect.UnsafePointer) {
		return true
	}
	if a == b || a.Kind() != b.Kind() || a.Size() != b.Size() {
		return a == b
	}
	switch a.Kind() {
	case reflect.Struct:
		if a.NumField() != b.NumField() {
			return false
		}
		for i := range a.NumField() {
			if !sameLayout(a.Field(i).Type, b.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map, reflect.Chan, reflect.Func:
		return a.ConvertibleTo(b)
	case reflect.Interface:
		return a.NumMethod() == 0 && b.NumMethod() == 0
	}
	return true
}

// isAddress reports whether values of t are pointers, unsafe ones included.
func isAddress(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Kind() == reflect.UnsafePointer
}

// holdsAll reports whether t is a slice of an interface without methods, such as
// driver.Value.
func holdsAll(t reflect.Type) bool {
	return t.Elem().Kind() == reflect.Interface && t.Elem().NumMethod() == 0
}

// cast is v as a value of a type with the same layout. What it refers to, such as a slice's
// elements, both share.
func cast(v reflect.Value, t reflect.Type) reflect.Value {
	switch {
	case v.Type() == t:
		return v
	case v.Kind() == reflect.Pointer && t.Kind() == reflect.Pointer && t.Name() == "":
		return reflect.NewAt(t.Elem(), v.UnsafePointer())
	}
	e := reflect.New(v.Type())
	e.Elem().Set(v)
	return reflect.NewAt(t, e.UnsafePointer()).Elem()
}

// toInterface makes v a value of the interface type t.
func (r *Runtime) toInterface(t reflect.Type, rv reflect.Value) reflect.Value {
	if !rv.Type().AssignableTo(t) {
		panic(RuntimeError("interface conversion: " + rv.Type().String() + " is not " + t.String()))
	}
	return settable(t, rv)
}

var errorType = reflect.TypeFor[error]()

// settable is v with the static type t.
func settable(t reflect.Type, v reflect.Value) reflect.Value {
	e := reflect.New(t).Elem()
	e.Set(v)
	return e
}

// Store sets a place of native type, an interface, to a lowered value.
func (r *Runtime) Store(p any, v any) {
	e := reflect.ValueOf(p).Elem()
	e.Set(r.arg(e.Type(), v))
}

// LoadVar reads a variable of a native package.
func (r *Runtime) LoadVar(path, name string) any {
	if e, ok := r.config.Var(path, name); ok {
		return e.Interface()
	}
	return nil
}

// VarAddress stores the address of a variable of a native package in *p.
func (r *Runtime) VarAddress(path, name string, p any) {
	if e, ok := r.config.Var(path, name); ok {
		reflect.ValueOf(p).Elem().Set(e.Addr())
	}
}

// StoreVar sets a variable of a native package that holds an interface.
func (r *Runtime) StoreVar(path, name string, v any) {
	if e, ok := r.config.Var(path, name); ok {
		e.Set(r.arg(e.Type(), v))
	}
}
