package compile

import (
	"go/constant"
	"reflect"
	"slices"
	"unsafe"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// The run-time calls some natives by reflection: those whose wait an interrupt must end,
// and those whose arguments it must convert. If nothing must be converted, they are
// called here by their signatures, and the run-time is only told about the call.

// called is such a call: of a known function, or of the first argument, of a known type.
type called struct {
	fn         reflect.Value
	typ        reflect.Type
	method     string         // the method's name, "" for a function
	variable   unsafe.Pointer // the library's variable with the function, if it is in one
	outs, args []core.Expr
}

// byValue reports whether the first argument is called.
func (c called) byValue() bool { return !c.fn.IsValid() && c.variable == nil }

// calledBy is what a call through the run-time calls; ok is false if it needs the
// run-time.
func (f *function) calledBy(x *core.Call, name string) (c called, ok bool) {
	args := x.Args
	switch name {
	case "Native":
		if n, named := args[0].(*core.NativeName); named {
			c.fn = f.c.nativeNamed(n)
			c.typ = c.fn.Type()
		} else if c.typ = f.c.layout(args[0].Type()).typ; c.typ.Kind() != reflect.Func {
			return c, false
		} else if v, ok := args[0].(*core.Var); ok && f.variables[v] != nil {
			c.variable = f.variables[v]
		} else {
			c.args = []core.Expr{args[0]}
		}
		args = args[1:]
	case "NativeMethod":
		recv := args[0]
		t := f.c.layout(recv.Type()).typ
		m, has := t.MethodByName(constant.StringVal(args[1].(*core.Const).Value))
		if !has || t.Kind() != reflect.Pointer && t.Kind() != reflect.Func || f.c.rt.StandIn(t, m.Name).IsValid() {
			return c, false
		}
		c.fn, c.typ, c.method, c.args = funcOf(m), m.Type, m.Name, []core.Expr{recv}
		args = args[2:]
	default:
		return c, false
	}
	spread, n := constant.BoolVal(args[0].(*core.Const).Value), integer(args[1].(*core.Const).Value)
	c.outs = args[2 : 2+n]
	c.args = append(c.args, args[2+n:]...)
	return c, !spread
}

// reflected compiles a call through the run-time; ok is false if that must convert
// something.
func (f *function) reflected(x *core.Call, name string, live analysis.Set) (ok bool) {
	if f.c.rt == nil {
		return false
	}
	if c, known := f.calledBy(x, name); known && (f.shuffled(c, live) || f.calledWords(c, live)) {
		return true
	}
	if len(x.Args) > 0 {
		f.loadVariable(x.Args[0])
	}
	return false
}

// calledWords compiles such a call if nothing must be converted.
func (f *function) calledWords(c called, live analysis.Set) (ok bool) {
	t := c.typ
	to, ok := f.c.outsOf(c.outs, t)
	if !ok {
		return false
	}
	var ls []slot
	for _, l := range f.c.resultLayouts(t) {
		ls = append(ls, l.slots...)
	}
	if print := c.printer(); print != nil && f.c.printable(c.args, t) {
		f.printing(c.args, t, ls, live, c.noted(f.c.rt, print))
	} else if host, ts := c.hostOf(f.plan, f.c.rt); host != nil {
		words := f.wordsAs(c.args, ts)
		f.full(live, len(words), len(ls), func() { f.push(words) }, host)
		f.narrowAll(ls)
	} else {
		return false
	}
	f.storeResults(to, f.c.resultLayouts(t))
	return true
}

func (c called) printer() machine.HostFunc {
	if !c.fn.IsValid() {
		return nil
	}
	return printer(c.fn)
}

// hostOf is the full host function of a call, and the types that its arguments are passed
// as; nil if anything but generators must be converted.
func (c called) hostOf(p *plan, r *rt.Runtime) (machine.HostFunc, []reflect.Type) {
	args := c.args
	if c.byValue() {
		args = args[1:]
	}
	ts, letters, ok := parameters(c.typ, len(args))
	if !ok || !c.plain() || !p.passesAs(args, ts) {
		return nil, nil
	}
	call := callerOf(withResults(letters, c.typ))
	if call == nil {
		return nil, nil
	}
	var host machine.HostFunc
	switch {
	case c.variable != nil:
		return c.byVariable(r, call), ts
	case c.byValue():
		host, ts = byValue(call), append([]reflect.Type{c.typ}, ts...)
	default:
		host = call(wordOf(c.fn))
	}
	return synced(c.noted(r, host)), ts
}

// plain reports whether all arguments, except a method's receiver, are numbers, strings,
// functions, and slices of them: none must be converted, or could be told to stop
// waiting.
func (c called) plain() bool {
	for i := range c.typ.NumIn() {
		t := c.typ.In(i)
		if c.typ.IsVariadic() && i == c.typ.NumIn()-1 {
			t = t.Elem()
		}
		if !(i == 0 && c.method != "") && !isPlain(t) {
			return false
		}
	}
	return true
}

// resultLayouts are the layouts of a function's results in lowered code.
func (lt *layouts) resultLayouts(t reflect.Type) (ls []*layout) {
	for i := range t.NumOut() {
		ls = append(ls, lt.layoutOf(t.Out(i)))
	}
	return ls
}

// outsOf are the places that results go to; ok is false if they have other types.
func (lt *layouts) outsOf(outs []core.Expr, t reflect.Type) (to []destination, ok bool) {
	ls := lt.resultLayouts(t)
	if len(outs) != len(ls) {
		return nil, len(outs) == 0
	}
	for i, x := range outs {
		d := lt.destination(x, ls[i])
		if !d.known {
			return nil, false
		}
		to = append(to, d)
	}
	return to, true
}

// storeResults stores results, which are on the stack, or drops them.
func (f *function) storeResults(to []destination, ls []*layout) {
	values := make([][]code.Local, len(ls))
	for i := range slices.Backward(ls) {
		values[i] = f.pop(ls[i].slots)
	}
	for i, d := range to {
		if d.x != nil {
			f.assignTo(d.x, values[i])
		}
	}
}

// noted wraps a host function so that the run-time is told before and after the call.
func (c called) noted(r *rt.Runtime, host machine.HostFunc) machine.HostFunc {
	t := c.typ
	if c.method == "" || t.In(0).Kind() != reflect.Pointer {
		return plainly(r, host)
	}
	return func(ctx *machine.Context, sp uint32, a []uint64) {
		r.Calling(c.fn, reflect.NewAt(t.In(0).Elem(), ctx.Ptr(a[0])), func() { host(ctx, sp, a) })
	}
}

// plainly wraps the host function of a call that nothing can tell to stop waiting.
func plainly(r *rt.Runtime, host machine.HostFunc) machine.HostFunc {
	return func(ctx *machine.Context, sp uint32, a []uint64) {
		call := r.Plain()
		defer call.End()
		host(ctx, sp, a)
		call.GoOn()
	}
}
