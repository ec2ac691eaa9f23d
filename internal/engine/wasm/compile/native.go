package compile

import (
	"go/constant"
	"math"
	"reflect"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/library"
	"riffle/internal/rt"
)

func float(w uint64) float64     { return math.Float64frombits(w) }
func floatWord(x float64) uint64 { return math.Float64bits(x) }

// runtime pushes the results of a native of the run-time, and returns their types. It is
// the one place that knows natives by name.
func (f *function) runtime(x *core.Call, name string, live analysis.Set) []*core.Type {
	native := core.RuntimeNative(name)
	if native == nil {
		refuse("the native rt.%s", name)
	}
	if name == "Guard" && len(x.Args) > 1 {
		return f.guardPart(guardPartOf(x))
	}
	if f.checks(x, name) || f.numbers(x, name) || f.guards(x, name, live) || f.channels(x, name, live) || f.interfaces(x, name, live) {
		return native.Results
	}
	if name == "VarAddress" && f.variableAddress(x) {
		return native.Results
	}
	v := f.c.nativeNamed(core.Rt(name))
	if !f.locks(x, name, v, live) && !f.reflected(x, name, live) && !f.typed(v, x.Args, native.Results, live, false) {
		args := f.arguments(x.Args)
		if f.c.callBack(x, name, args) {
			v = reflect.ValueOf(f.c.rt.Calls)
		}
		f.nativeCall(v, args, native.Results, live)
	}
	return native.Results
}

// variableAddress compiles the address of a library's variable, which stays where it is;
// ok is false for other variables.
func (f *function) variableAddress(x *core.Call) (ok bool) {
	d, p := f.c.libraryVariable(x)
	if p == nil {
		return false
	}
	f.I32Const(int32(f.c.m.Offset(p)))
	f.assignTo(d.x, []code.Local{f.popOne(code.I32)})
	return true
}

// libraryVariable is a library's variable whose address is taken, and where that goes; p
// is nil for other variables.
func (c *compiler) libraryVariable(x *core.Call) (d destination, p unsafe.Pointer) {
	path, name := constant.StringVal(x.Args[0].(*core.Const).Value), constant.StringVal(x.Args[1].(*core.Const).Value)
	v, ok := c.store.Native(&core.NativeName{Path: path, Name: name})
	if !ok || !v.CanAddr() || c.rt == nil {
		return d, nil
	}
	t := reflect.PointerTo(v.Type())
	address := reflect.New(t)
	c.rt.VarAddress(path, name, address.Interface())
	if d = c.destination(x.Args[2], c.layoutOf(t)); d.x == nil || address.Elem().IsNil() {
		return d, nil
	}
	p = address.Elem().UnsafePointer()
	c.mod.Keep(p)
	return d, p
}

// callBack marks the functions among the arguments of a native that is known to call them
// on the calling goroutine only, and only until it returns. It reports whether there are
// any. (rt.Native, where no context is at stake, goes by a list of those that don't.)
func (c *compiler) callBack(x *core.Call, name string, args []argument) (lends bool) {
	if n, ok := x.Args[0].(*core.NativeName); c.rt != nil && name == "Native" && ok && library.Of(n.Path, n.Name).Has(library.CallsBack) {
		for i := range args {
			if args[i].layout != nil && args[i].typ.Kind() == reflect.Func && args[i].push != nil {
				args[i].lent, lends = c.rt.Heard, true
			}
		}
	}
	return lends
}

// native pushes the results of a function of a native package, and returns their
// types.
func (f *function) native(x *core.Call, fun *core.NativeName, live analysis.Set) []*core.Type {
	if fun.Path == "runtime" && fun.Name == "GC" {
		f.full(live, 0, 0, nil, machine.Settle)
	}
	v := f.c.nativeNamed(fun)
	results := f.c.resultsOf(x, fun.T, v.Type())
	if f.collects(fun, v, live) || f.instruction(x, fun) || f.ofRune(x, fun, v, results, live) || f.prints(v, x, results, live) || f.typed(v, x.Args, results, live, library.Of(fun.Path, fun.Name).Has(library.Quick) && !mayRun(v.Type())) {
		return results
	}
	if !f.generated(called{fn: v, typ: v.Type(), args: x.Args}, results, live) {
		f.nativeCall(v, f.arguments(x.Args), results, live)
	}
	return results
}

// collects compiles natives that collect garbage: first it drops what only the log keeps.
func (f *function) collects(fun *core.NativeName, v reflect.Value, live analysis.Set) bool {
	collect, ok := v.Interface().(func())
	if !ok || fun.Path+"."+fun.Name != "runtime.GC" && fun.Path+"."+fun.Name != "runtime/debug.FreeOSMemory" {
		return false
	}
	f.full(live, 0, 0, nil, func(c *machine.Context, sp uint32, _ []uint64) {
		c.Settle(sp)
		collect()
	})
	return true
}

// method pushes the results of a native method, or of one of the run-time's types.
func (f *function) method(x *core.Call, m *core.Method, live analysis.Set) []*core.Type {
	switch m.X.Type() {
	case core.Iter:
		it, ok := m.X.(*core.Var)
		if !ok {
			refuse("an iteration that is no variable")
		}
		f.next(it, x)
		return []*core.Type{core.Bool}
	case core.Defers:
		f.deferCall(m, x.Args)
		return nil
	}
	if n := core.RuntimeMethod(m.X.Type(), m.Name); n != nil {
		f.nativeCall(f.c.methodOf(m), f.arguments(append([]core.Expr{m.X}, x.Args...)), n.Results, live)
		return n.Results
	}
	args := append([]core.Expr{m.X}, x.Args...)
	if f.c.layout(m.X.Type()).typ.Kind() == reflect.Interface && m.T != nil {
		f.methodByName(m, f.arguments(args), live)
		return m.T.Results
	}
	fn := f.c.methodOf(m)
	results := f.c.resultsOf(x, m.T, fn.Type())
	if f.drawn(x, m, fn, live) || f.written(x, m, fn, live) || f.typed(fn, args, results, live, isQuick(fn.Type(), m.Name)) {
		return results
	}
	if !f.generated(called{fn: fn, typ: fn.Type(), method: m.Name, args: args}, results, live) {
		f.nativeCall(fn, f.arguments(args), results, live)
	}
	return results
}

// methodByName calls a method of a value, of a type without a name, in an interface.
func (f *function) methodByName(m *core.Method, args []argument, live analysis.Set) {
	var ls []*layout
	for _, t := range m.T.Results {
		ls = append(ls, f.c.layout(t))
	}
	f.generic(live, args, ls, func(_ *machine.Context, in []reflect.Value) []reflect.Value {
		recv := in[0]
		if recv.Kind() == reflect.Interface {
			if recv.IsNil() {
				rt.NilDereference()
			}
			recv = recv.Elem()
		}
		return callValue(recv.MethodByName(m.Name), in[1:], false)
	})
}

// methodOf is a method as a function whose first parameter is the receiver.
func (lt *layouts) methodOf(m *core.Method) reflect.Value {
	t := lt.layout(m.X.Type()).typ
	if t.Kind() == reflect.Interface {
		refuse("the method %s of the interface %s", m.Name, t)
	}
	method, ok := t.MethodByName(m.Name)
	if !ok {
		refuse("the method %s of %s", m.Name, t)
	}
	return funcOf(method)
}

// nativeNamed is the native that a name stands for.
func (c *compiler) nativeNamed(n *core.NativeName) reflect.Value {
	v, ok := c.store.Native(n)
	if !ok {
		refuse("there is no native %s.%s", n.Path, n.Name)
	}
	return v
}

// resultsOf are the types of a native's results: t has them, unless it is a type known
// only to Go.
func (c *compiler) resultsOf(x *core.Call, t *core.Type, native reflect.Type) (results []*core.Type) {
	switch {
	case t != nil && t.Kind == core.Func:
		return t.Results
	case x.T != nil:
		return []*core.Type{x.T}
	}
	for i := range native.NumOut() {
		results = append(results, c.native(native.Out(i)))
	}
	return results
}

// arguments are operands as arguments of a generic call.
func (f *function) arguments(xs []core.Expr) []argument {
	args := make([]argument, len(xs))
	for i, x := range xs {
		args[i] = f.argumentOf(x)
	}
	return args
}

// nativeCall calls a Go function by the generic call.
func (f *function) nativeCall(fn reflect.Value, args []argument, results []*core.Type, live analysis.Set) {
	var ls []*layout
	for _, t := range results {
		ls = append(ls, f.c.layout(t))
	}
	call := func(_ *machine.Context, in []reflect.Value) []reflect.Value { return callValue(fn, in, false) }
	if native, ok := fn.Interface().(func(f any, spread bool, nout int, rest ...any)); ok {
		call = func(_ *machine.Context, in []reflect.Value) []reflect.Value { callNative(native, in); return nil }
	}
	f.generic(live, args, ls, call)
}

// callNative is callValue for rt.Native and its like, which already call by reflection
// themselves.
func callNative(native func(f any, spread bool, nout int, rest ...any), in []reflect.Value) {
	rest := make([]any, len(in)-3)
	for i, v := range in[3:] {
		if v.IsValid() {
			rest[i] = v.Interface()
		}
	}
	native(in[0].Interface(), in[1].Bool(), int(in[2].Int()), rest...)
}

// nativeValue pushes a native function or the value of a native variable.
func (f *function) nativeValue(x *core.NativeName) {
	v := f.c.nativeNamed(x)
	switch {
	case v.CanAddr() && f.c.layout(x.T).typ == f.c.layout(core.Empty).typ: // of a type without a name
		f.quick(0, 2, nil, func(c *machine.Context, _ uint32, a []uint64) { giveFace(c, a, v.Interface()) })
	case v.CanAddr():
		f.load(f.nativeVar(x))
	case v.Type() != f.c.layout(x.T).typ:
		refuse("the native %s.%s as a %s", x.Path, x.Name, x.T)
	case v.Kind() == reflect.Func, v.Kind() == reflect.Pointer:
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		word := *(*unsafe.Pointer)(p.UnsafePointer())
		f.c.mod.Keep(word)
		f.I32Const(int32(f.c.m.Offset(word)))
	default:
		refuse("the native %s.%s as a value", x.Path, x.Name)
	}
}

// nativeVar is the place of a native variable.
func (f *function) nativeVar(x *core.NativeName) place {
	v := f.c.nativeNamed(x)
	if l := f.c.layout(x.T); v.CanAddr() && l.typ == v.Type() {
		return f.constantPlace(v.Addr().UnsafePointer(), l)
	}
	refuse("the native variable %s.%s", x.Path, x.Name)
	return place{}
}

// descOf is the type descriptor that an operand names.
func (c *compiler) descOf(x core.Expr) *rt.Type {
	n, ok := x.(*core.NativeName)
	if !ok {
		refuse("a type descriptor that is no constant")
	}
	t, ok := c.nativeNamed(n).Interface().(*rt.Type)
	if !ok {
		refuse("%s.%s is no type descriptor", n.Path, n.Name)
	}
	c.mod.Keep(t)
	return t
}
