package rt

import (
	"go/types"
	"reflect"
)

// Lowered is a value of one of the user's types as lowered code has it.
type Lowered struct {
	T *Type
	V any
}

// Box is an interface value of type t with v, which lowered code has, in it.
func Box(t *Type, v any) any {
	if v == nil {
		return reflect.Zero(t.Made()).Interface()
	}
	t.SetMemory(reflect.TypeOf(v))
	return cast(reflect.ValueOf(v), t.Made()).Interface()
}

// LoweredOf is what lowered code has for an interface value of one of the user's types.
func LoweredOf(x any) (v Lowered, ok bool) {
	if t := TypeOf(x); t != nil {
		return Lowered{t, t.loweredContent(x)}, true
	}
	return v, false
}

// Unbox is what lowered code has for an interface value.
func Unbox(x any) any {
	if v, ok := LoweredOf(x); ok {
		return v.V
	}
	return x
}

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
	return x != nil && reflect.TypeOf(x) == t.Made()
}

// As stores x in *p and reports true if its dynamic type is t.
func As(x any, t *Type, p any) bool {
	if !Is(x, t) {
		reflect.ValueOf(p).Elem().SetZero()
		return false
	}
	SetTo(p, t.loweredContent(x))
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
	if t := TypeOf(x); t != nil {
		return t.Shown
	}
	return reflect.TypeOf(x).String()
}

// Implements reports whether x is a value with the methods of the interface t.
func Implements(x any, t *Type) bool { return x != nil && missingMethod(x, t) == "" }

// MustImplement returns x if it has the methods of t, and panics as Go does.
func MustImplement(x any, t *Type) any {
	if x == nil {
		panic(assertion("interface conversion: interface is nil, not "+t.Shown, "", "", t.Shown, ""))
	}
	if m := missingMethod(x, t); m != "" {
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

// missingMethod is a method of the interface t that x lacks. For native code's interfaces,
// native values are checked by reflection: the interface may have unexported methods, as
// reflect.Type has.
func missingMethod(x any, t *Type) string {
	it := t.T.Underlying().(*types.Interface)
	if TypeOf(x) == nil && t.rt != nil {
		if n, ok := t.rt.forms().Type(t.T); ok && n.NumMethod() > 0 {
			return missingNative(x, n)
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
	t := TypeOf(x)
	for m := range it.Methods() {
		if t != nil {
			s := t.methodSet().Lookup(m.Pkg(), m.Name())
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

// Bound is a method of the value as a function without the receiver, nil if there is none.
func (v Lowered) Bound(name string) any {
	m := v.T.Func(name)
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
		return m.Call(append([]reflect.Value{v.T.rt.arg(t.In(0), v.V)}, args...))
	}).Interface()
}
