package rt

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// Box is an interface value of a type that reflection doesn't know: the type
// and the lowered value. Boxes are equal when both are.
type Box struct {
	T *Type
	V any
}

// NewBox puts a value in a box.
func NewBox(t *Type, v any) any { return Box{t, v} }

// Unbox is the value in the box, or the value itself.
func Unbox(v any) any {
	if b, ok := v.(Box); ok {
		return b.V
	}
	return v
}

// Unbox is what native code that looks at a value by reflection gets: the value
// in the box, of its Go type where that type exists natively, as
// func(shuffle.PRNG) bool does, although it is lowered to another.
func (r *Runtime) Unbox(v any) any {
	b, ok := v.(Box)
	if !ok {
		return v
	}
	if t, ok := r.nativeForm(b.T.T); ok && b.V != nil && reflect.TypeOf(b.V) != t {
		return r.arg(t, b.V).Interface()
	}
	return b.V
}

// nativeForm is the Go type of t, if t is made of types that exist natively.
func (r *Runtime) nativeForm(t types.Type) (reflect.Type, bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return basicTypes[t.Name()], basicTypes[t.Name()] != nil
	case *types.Named:
		if t.Obj().Pkg() == nil {
			return errorType, t.Obj().Name() == "error"
		}
		if t.TypeArgs().Len() > 0 || r.config.Type == nil {
			return nil, false
		}
		return r.config.Type(t.Obj().Pkg().Path(), t.Obj().Name())
	case *types.Interface:
		return reflect.TypeFor[any](), t.NumMethods() == 0
	case *types.Pointer:
		return r.nativeOf(t.Elem(), reflect.PointerTo)
	case *types.Slice:
		return r.nativeOf(t.Elem(), reflect.SliceOf)
	case *types.Array:
		return r.nativeOf(t.Elem(), func(e reflect.Type) reflect.Type { return reflect.ArrayOf(int(t.Len()), e) })
	case *types.Map:
		k, ok := r.nativeForm(t.Key())
		if !ok {
			return nil, false
		}
		return r.nativeOf(t.Elem(), func(e reflect.Type) reflect.Type { return reflect.MapOf(k, e) })
	case *types.Signature:
		in, ok := r.nativeTuple(t.Params())
		out, ok2 := r.nativeTuple(t.Results())
		if !ok || !ok2 {
			return nil, false
		}
		return reflect.FuncOf(in, out, t.Variadic()), true
	}
	return nil, false
}

func (r *Runtime) nativeOf(elem types.Type, of func(reflect.Type) reflect.Type) (reflect.Type, bool) {
	e, ok := r.nativeForm(elem)
	if !ok {
		return nil, false
	}
	return of(e), true
}

func (r *Runtime) nativeTuple(t *types.Tuple) ([]reflect.Type, bool) {
	var out []reflect.Type
	for v := range t.Variables() {
		n, ok := r.nativeForm(v.Type())
		if !ok {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

// CallMethod calls a method of the boxed value by name, for native code: a
// result of a native interface type is one for it too.
func (b Box) CallMethod(name string, args ...any) (out []any) {
	b.T.rt.callback(nil, func() { out = b.Call(name, args...) }, func(err error) { out = b.failed(name, err) })
	if !slices.ContainsFunc(out, isBox) {
		return out
	}
	sig := b.signature(name)
	if sig == nil {
		return out
	}
	for i := range out {
		if _, boxed := out[i].(Box); !boxed {
			continue
		}
		if t, ok := b.T.rt.nativeForm(sig.Results().At(i).Type()); ok && t.Kind() == reflect.Interface {
			out[i] = b.T.rt.arg(t, out[i]).Interface()
		}
	}
	return out
}

// signature is that of a method of the boxed value, nil if there is none.
func (b Box) signature(name string) *types.Signature {
	o, _, _ := types.LookupFieldOrMethod(b.T.T, true, nil, name)
	f, ok := o.(*types.Func)
	if !ok {
		return nil
	}
	return f.Signature()
}

// failed are the results of a method that has ended early.
func (b Box) failed(name string, err error) []any {
	t := b.T.method(name).Type()
	out := make([]any, t.NumOut())
	for i := range out {
		out[i] = reflect.Zero(t.Out(i)).Interface()
	}
	last := len(out) - 1
	if sig := b.signature(name); sig != nil && last >= 0 && types.Identical(sig.Results().At(last).Type(), errorInterface) {
		out[last] = err
	}
	return out
}

// errorInterface is the type error.
var errorInterface = types.Universe.Lookup("error").Type()

// Call calls a method of the boxed value by name, for lowered code.
func (b Box) Call(name string, args ...any) []any {
	f := b.T.method(name)
	if !f.IsValid() {
		panic(RuntimeError("no method " + name + " in " + b.T.Shown))
	}
	in := []reflect.Value{b.T.rt.arg(f.Type().In(0), b.V)}
	for i, a := range args {
		in = append(in, b.T.rt.arg(f.Type().In(i+1), a))
	}
	var out []any
	for _, v := range f.Call(in) {
		out = append(out, v.Interface())
	}
	return out
}

// Has reports whether the boxed value has a method.
func (b Box) Has(name string) bool { return b.T.method(name).IsValid() }

// Error makes boxes errors for native code.
func (b Box) Error() string {
	if b.Has("Error") {
		return b.CallMethod("Error")[0].(string)
	}
	return fmt.Sprint(b)
}

// Format makes fmt print boxes. %T and %p, about which fmt doesn't ask, are
// answered before.
func (b Box) Format(f fmt.State, verb rune) {
	if b.T.rt == nil || b.T.rt.format == nil {
		fmt.Fprintf(f, fmt.FormatString(f, verb), b.V)
		return
	}
	b.T.rt.format(b, f, verb)
}

// SetFormat says how boxes are printed.
func (r *Runtime) SetFormat(format func(b Box, f fmt.State, verb rune)) { r.format = format }

// SetTo sets *p to v.
func SetTo(p any, v any) { setValue(reflect.ValueOf(p).Elem(), reflect.ValueOf(v)) }

func setValue(e, v reflect.Value) {
	switch {
	case !v.IsValid():
		e.SetZero()
	case v.Type() == e.Type() || v.Type().AssignableTo(e.Type()):
		e.Set(v)
	default:
		e.Set(v.Convert(e.Type()))
	}
}

// Is reports whether the dynamic type of x is t, which is concrete.
func Is(x any, t *Type) bool {
	if b, ok := x.(Box); ok {
		return b.T == t
	}
	return x != nil && !t.Boxed && reflect.TypeOf(x) == exactType(t)
}

// As stores x in *p and reports true if its dynamic type is t.
func As(x any, t *Type, p any) bool {
	if !Is(x, t) {
		reflect.ValueOf(p).Elem().SetZero()
		return false
	}
	SetTo(p, Unbox(x))
	return true
}

// MustAs is As, with Go's panic for another type.
func MustAs(x any, t *Type, p any, iface string) {
	if As(x, t, p) {
		return
	}
	have := "nil"
	if x != nil {
		have = DynamicName(x)
	}
	note := ""
	if have == t.Shown {
		note = " (types from different scopes)"
	}
	panic(RuntimeError("interface conversion: " + iface + " is " + have + ", not " + t.Shown + note))
}

// DynamicName is the name of a value's dynamic type.
func DynamicName(x any) string {
	if b, ok := x.(Box); ok {
		return b.T.Shown
	}
	return reflect.TypeOf(x).String()
}

// Implements reports whether x is a value with the methods of the interface t.
func Implements(x any, t *Type) bool { return x != nil && missing(x, t) == "" }

// MustImplement returns x if it has the methods of t, and panics as Go does.
func MustImplement(x any, t *Type) any {
	if x == nil {
		panic(RuntimeError("interface conversion: interface is nil, not " + t.Shown))
	}
	if m := missing(x, t); m != "" {
		panic(RuntimeError("interface conversion: " + DynamicName(x) + " is not " + t.Shown + ": missing method " + m))
	}
	return x
}

// missing is a method of the interface t that x lacks.
func missing(x any, t *Type) string { return Missing(x, t.T.Underlying().(*types.Interface)) }

// Missing is the name of a method of an interface that x, which isn't nil,
// lacks; empty if it lacks none.
func Missing(x any, it *types.Interface) string {
	for m := range it.Methods() {
		if b, ok := x.(Box); ok {
			s := b.T.methodSet().Lookup(m.Pkg(), m.Name())
			if s == nil || !types.Identical(s.Type(), m.Type()) {
				return m.Name()
			}
			continue
		}
		f, ok := reflect.TypeOf(x).MethodByName(m.Name())
		if !ok || !sameShape(f.Type, m.Signature()) {
			return m.Name()
		}
	}
	return ""
}

// sameShape compares a native method, receiver included, with a signature.
func sameShape(f reflect.Type, sig *types.Signature) bool {
	if f.NumIn()-1 != sig.Params().Len() || f.NumOut() != sig.Results().Len() || f.IsVariadic() != sig.Variadic() {
		return false
	}
	for i := range sig.Params().Len() {
		if !sameName(f.In(i+1), sig.Params().At(i).Type()) {
			return false
		}
	}
	for i := range sig.Results().Len() {
		if !sameName(f.Out(i), sig.Results().At(i).Type()) {
			return false
		}
	}
	return true
}

func sameName(r reflect.Type, t types.Type) bool {
	s := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	s = strings.NewReplacer("interface{}", "interface {}", "any", "interface {}", "byte", "uint8", "rune", "int32").Replace(s)
	return r.String() == s || strings.ReplaceAll(r.String(), "any", "interface {}") == s || types.IsInterface(t) == (r.Kind() == reflect.Interface) && types.IsInterface(t)
}

// RuntimeError is a panic of the run-time with Go's message.
type RuntimeError string

// Error returns the message.
func (e RuntimeError) Error() string { return string(e) }

// RuntimeError marks it as a runtime.Error.
func (e RuntimeError) RuntimeError() {}

// Bound is a method of the boxed value as a function without the receiver, nil
// if there is none.
func (b Box) Bound(name string) any {
	m := b.T.method(name)
	if !m.IsValid() || name == exactKey {
		return nil
	}
	t := m.Type()
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, false), func(args []reflect.Value) []reflect.Value {
		return m.Call(append([]reflect.Value{b.T.rt.arg(t.In(0), b.V)}, args...))
	}).Interface()
}
