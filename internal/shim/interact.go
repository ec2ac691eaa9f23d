package shim

import (
	"go/types"
	"reflect"

	"riffle/internal/rt"
	"riffle/stdlib/display/widget"
)

// Interact calls a function by reflection, as an experiment does, so its results must get
// their types back.

// interact is widget.Interact.
func (l *Library) interact(f any, controls ...any) *widget.Interactive {
	return l.interactNamed("", f, controls...)
}

// interactNamed is widget.InteractNamed.
func (l *Library) interactNamed(names string, f any, controls ...any) *widget.Interactive {
	plain := make([]any, len(controls))
	for i, c := range controls {
		plain[i] = unbox(c)
	}
	return widget.InteractNamed(names, l.typed(f), plain...)
}

// typed wraps a boxed function so that its results are of type any and keep their types;
// any other value stays as it is.
func (l *Library) typed(f any) any {
	b, ok := rt.Boxed(f)
	if !ok {
		return f
	}
	sig, ok := b.T.T.Underlying().(*types.Signature)
	v := reflect.ValueOf(b.V)
	if !ok || v.Kind() != reflect.Func || v.IsNil() {
		return b.V
	}
	var in, out []reflect.Type
	for t := range v.Type().Ins() {
		in = append(in, t)
	}
	for range v.Type().NumOut() {
		out = append(out, reflect.TypeFor[any]())
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, false), func(args []reflect.Value) []reflect.Value {
		results := v.Call(args)
		for i, r := range results {
			x := l.rt.ToNative(l.box(sig.Results().At(i).Type(), r.Interface()))
			results[i] = reflect.New(reflect.TypeFor[any]()).Elem()
			if x != nil {
				results[i].Set(reflect.ValueOf(x))
			}
		}
		return results
	}).Interface()
}

// box is a lowered value of type t as an interface value.
func (l *Library) box(t types.Type, x any) any {
	if d := l.rt.Known(t); d != nil && d.Boxed {
		return rt.NewBox(d, x)
	}
	return x
}
