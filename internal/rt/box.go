package rt

import (
	"go/types"
	"reflect"
)

// Box is an interface value of a type that reflection doesn't know: the type and the
// lowered value. Boxes are equal if both are.
type Box struct {
	T *Type
	V any
}

// NewBox is an interface value of type t with v, which lowered code has, in it: a box, or v
// under its made type.
func NewBox(t *Type, v any) any {
	if v == nil || !t.rt.MakesTypes() {
		return Box{t, v}
	}
	t.SetMemory(reflect.TypeOf(v))
	if m := t.Made(); m != nil {
		return cast(reflect.ValueOf(v), m).Interface()
	}
	return Box{t, v}
}

// BoxOf is an interface value of one of the user's types as a box.
func BoxOf(v any) (b Box, ok bool) {
	if t := madeType(v); t != nil {
		return Box{t, t.content(v)}, true
	}
	return Boxed(v)
}

// Boxed is the box that an interface value is, or is the face of: what a library can't see
// as the value that it is.
func Boxed(v any) (b Box, ok bool) {
	if b, ok = v.(Box); ok {
		return b, true
	}
	if f, is := v.(face); is {
		b, ok = f.Adapted().(Box)
	}
	return b, ok
}

// Unbox is the value in the box, or the value itself.
func Unbox(v any) any {
	if b, ok := BoxOf(v); ok {
		return b.V
	}
	return v
}

// Call calls a method of the boxed value by name, for lowered code.
func (b Box) Call(name string, args ...any) []any {
	f := b.T.called(name, nil, args)
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
func (b Box) Has(name string) bool { return b.T.has(name) }

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
	if x != nil && t.Made() == reflect.TypeOf(x) {
		return true
	}
	if b, ok := BoxOf(x); ok {
		return b.T == t
	}
	return x != nil && !t.Boxed && reflect.TypeOf(x) == t.exact
}

// As stores x in *p and reports true if its dynamic type is t.
func As(x any, t *Type, p any) bool {
	if !Is(x, t) {
		reflect.ValueOf(p).Elem().SetZero()
		return false
	}
	SetTo(p, t.content(x))
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
	text := "interface conversion: " + iface + " is " + have + ", not " + t.Shown + note
	if x == nil {
		have = ""
	}
	panic(assertion(text, iface, have, t.Shown, ""))
}

// DynamicName is the name of a value's dynamic type.
func DynamicName(x any) string {
	if b, ok := BoxOf(x); ok {
		return b.T.Shown
	}
	return reflect.TypeOf(x).String()
}

// Implements reports whether x is a value with the methods of the interface t.
func Implements(x any, t *Type) bool { return x != nil && missing(x, t) == "" }

// MustImplement returns x if it has the methods of t, and panics as Go does.
func MustImplement(x any, t *Type) any {
	if x == nil {
		panic(assertion("interface conversion: interface is nil, not "+t.Shown, "", "", t.Shown, ""))
	}
	if m := missing(x, t); m != "" {
		panic(assertion("interface conversion: "+DynamicName(x)+" is not "+t.Shown+": missing method "+m, "", DynamicName(x), t.Shown, m))
	}
	return x
}

// ToInterface stores x, which may be nil, in the interface variable that p points to,
// whose methods it has.
func ToInterface(p, x any) {
	v := reflect.ValueOf(p).Elem()
	if x == nil {
		v.SetZero()
		return
	}
	v.Set(reflect.ValueOf(x))
}

// missing is a method of the interface t that x lacks. For native code's interfaces,
// native values are checked by reflection: the interface may have unexported methods, as
// reflect.Type has.
func missing(x any, t *Type) string {
	it := t.T.Underlying().(*types.Interface)
	if _, boxed := BoxOf(x); !boxed && t.rt != nil {
		if n, ok := t.rt.forms().Type(t.T); ok && n.NumMethod() > 0 {
			return missingNative(t.rt.Library(x), n)
		}
	}
	return t.rt.Missing(x, it)
}

func missingNative(x any, it reflect.Type) string {
	t := reflect.TypeOf(x)
	if t.Implements(it) {
		return ""
	}
	for i := range it.NumMethod() {
		m := it.Method(i)
		if have, ok := t.MethodByName(m.Name); !ok || have.Type.NumIn() != m.Type.NumIn()+1 {
			return m.Name
		}
	}
	return it.Method(0).Name
}

// Missing is the name of a method of an interface that x, which isn't nil,
// lacks; empty if it lacks none.
func (r *Runtime) Missing(x any, it *types.Interface) string {
	b, boxed := BoxOf(x)
	for m := range it.Methods() {
		if boxed {
			s := b.T.methodSet().Lookup(m.Pkg(), m.Name())
			if s == nil || !types.Identical(s.Type(), m.Type()) {
				return m.Name()
			}
			continue
		}
		f, ok := reflect.TypeOf(x).MethodByName(m.Name())
		if !ok || !r.forms().SameMethod(f.Type, m.Signature()) {
			return m.Name()
		}
	}
	return ""
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
	m := b.T.Func(name)
	if !m.IsValid() {
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

// Unboxed is the lowered value, for native code that wants numbers, whatever their type.
func (b Box) Unboxed() any { return b.V }

// PartOf is a part of the lowered value as native code sees it: an element, or a map key.
func (b Box) PartOf(v any, key bool) any {
	var t types.Type
	switch u := b.T.T.Underlying().(type) {
	case *types.Map:
		t = u.Elem()
		if key {
			t = u.Key()
		}
	case interface{ Elem() types.Type }:
		t = u.Elem()
	default:
		return v
	}
	if d := b.T.rt.Known(t); d != nil && d.Boxed {
		return b.T.rt.ToNative(NewBox(d, v))
	}
	return v
}
