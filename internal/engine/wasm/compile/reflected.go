package compile

import (
	"go/constant"
	"reflect"
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
	"riffle/internal/rt"
)

// The run-time calls some natives by reflection: those that may wait, which an interrupt
// ends, and those to which it has to convert something. Where nothing has to be
// converted, they are called by their signatures, and the run-time is only told that
// they are.

// called is such a call.
type called struct {
	fn         reflect.Value
	method     bool
	outs, args []core.Expr
}

// calledBy is what a call of the run-time's calls; ok is false for what needs it.
func (f *function) calledBy(x *core.Call, name string) (c called, ok bool) {
	args := x.Args
	switch name {
	case "Native":
		n, named := args[0].(*core.NativeName)
		if !named {
			return c, false
		}
		c.fn = f.c.nativeNamed(n)
		args = args[1:]
	case "NativeMethod":
		recv := args[0]
		t := f.c.layout(recv.Type()).typ
		m, has := t.MethodByName(constant.StringVal(args[1].(*core.Const).Value))
		if !has || t.Kind() != reflect.Pointer || f.c.rt.StandIn(t, m.Name).IsValid() {
			return c, false
		}
		c.fn, c.method, c.args = m.Func, true, []core.Expr{recv}
		args = args[2:]
	default:
		return c, false
	}
	spread, n := constant.BoolVal(args[0].(*core.Const).Value), integer(args[1].(*core.Const).Value)
	c.outs = args[2 : 2+n]
	c.args = append(c.args, args[2+n:]...)
	return c, !spread
}

// reflected compiles a call by the run-time; ok is false where it has to convert
// something.
func (f *function) reflected(x *core.Call, name string, live set) (ok bool) {
	if f.c.rt == nil {
		return false
	}
	c, ok := f.calledBy(x, name)
	if !ok {
		return false
	}
	t := c.fn.Type()
	to, ok := f.outsOf(c.outs, t)
	if !ok {
		return false
	}
	var ls []slot
	for _, l := range f.resultLayouts(t) {
		ls = append(ls, l.slots...)
	}
	print := printer(c.fn, f.c.rt.ToNative)
	switch {
	case print != nil && f.printable(c.args, t):
		f.printing(c.args, t, ls, live, c.noted(f.c.rt, print))
	case callerOf(signatureOf(t)) == nil || !c.plain() || !f.passes(c.args, t):
		return false
	default:
		words := f.wordsOf(c.args)
		host := c.noted(f.c.rt, callerOf(signatureOf(t))(wordOf(c.fn)))
		f.full(live, len(words), len(ls), func() { f.push(words) }, synced(host))
		f.narrowAll(ls)
	}
	f.storeResults(to, f.resultLayouts(t))
	return true
}

// plain reports whether all that is passed, but for a method's receiver, are numbers,
// strings, functions, and slices of them: nothing of it has to be converted, or could
// be told to stop waiting.
func (c called) plain() bool {
	t := c.fn.Type()
	for i := range t.NumIn() {
		if i == 0 && c.method {
			continue
		}
		switch p := t.In(i); p.Kind() {
		case reflect.Slice:
			if k := p.Elem().Kind(); k > reflect.Complex128 && k != reflect.String {
				return false
			}
		case reflect.Pointer, reflect.Interface, reflect.Struct:
			return false
		}
	}
	return true
}

// resultLayouts are those of what a function returns. An error is any.
func (f *function) resultLayouts(t reflect.Type) (ls []*layout) {
	for i := range t.NumOut() {
		r := t.Out(i)
		if r == reflect.TypeFor[error]() {
			r = anyType
		}
		ls = append(ls, f.c.layoutOf(r))
	}
	return ls
}

// outsOf are the places that results go to; ok is false if they have other types.
func (f *function) outsOf(outs []core.Expr, t reflect.Type) (to []destination, ok bool) {
	ls := f.resultLayouts(t)
	if len(outs) != len(ls) {
		return nil, len(outs) == 0
	}
	for i, x := range outs {
		d := f.destination(x, ls[i])
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

// noted is a host function before and after which the run-time is told of the call. An
// error of the user's that comes back is the box that it was.
func (c called) noted(r *rt.Runtime, host machine.HostFunc) machine.HostFunc {
	t := c.fn.Type()
	err := -1
	if n := t.NumOut(); n > 0 && t.Out(n-1) == reflect.TypeFor[error]() {
		err = 0
		for i := range n - 1 {
			err += count(t.Out(i))
		}
	}
	return func(ctx *machine.Context, sp uint32, a []uint64) {
		var recv reflect.Value
		if c.method {
			recv = reflect.NewAt(t.In(0).Elem(), ctx.Ptr(a[0]))
		}
		r.Calling(c.fn, recv, func() { host(ctx, sp, a) })
		if err >= 0 && a[err] != 0 {
			giveFace(ctx, a[err:], r.FromNative(faceOf(a[err], a[err+1])))
		}
	}
}
