package rt

import (
	"errors"
	"fmt"
	"go/types"
	"maps"
	"reflect"

	"riffle/internal/gotype"
	"riffle/internal/maketype"
)

// Native code gets a boxed value as its face: a native value with the methods of the
// user's type that libraries can look for, and with the helpers of all of the user's
// values. Each method call comes back to the box. When native code returns the face, it
// becomes the box again.

// Face is a native type for the values of one of the user's.
type Face interface {
	// Value is the face of a boxed value.
	Value(c Caller) any
	// Has reports whether it has a method, and Implements whether it has an interface's
	// methods.
	Has(name string) bool
	Implements(t reflect.Type) bool
}

// Caller is a value of an interpreted type: it calls its methods by name.
type Caller = interface {
	CallMethod(name string, args ...any) []any
}

// face is a Face's value.
type face interface{ Adapted() any }

// Helper is a method that all faces get, except as Not says: a function whose first
// parameter is the Box.
type Helper struct {
	Func any
	// Not excludes types that have a method of this name.
	Not string
}

// Help sets the helpers by name, and the function that makes a knot, before any value is
// boxed. Format also prints boxes themselves.
func (r *Runtime) Help(helpers map[string]Helper, knot func(any) Knot) {
	r.helpers, r.knot = helpers, knot
}

// ToNative is v as native code sees it: a boxed value's face, and the knot of a value that
// contains itself. What native code gets as any it keeps, permutes or prints: a slice or
// map there is the user's own, with its boxes.
func (r *Runtime) ToNative(v any) any {
	if r.MakesTypes() {
		return v
	}
	if b, ok := v.(Box); ok {
		if b.T.Made() != nil {
			return r.ToNative(NewBox(b.T, b.V))
		}
		if f := b.T.nativeFace(); f != nil {
			return f.Value(b)
		}
		return v
	}
	if v == nil || !container(reflect.TypeOf(v)) && madeType(v) == nil {
		return v
	}
	if r.knot != nil && HoldsItself(v) {
		return r.knot(v)
	}
	return v
}

// Tied is v for fmt: its knot, if fmt would print it wrongly.
func (r *Runtime) Tied(v any) any {
	if r.knot != nil && HoldsBoxes(v) {
		return r.knot(v)
	}
	return v
}

// container reports whether t is a slice or map of interfaces.
func container(t reflect.Type) bool {
	return (t.Kind() == reflect.Slice || t.Kind() == reflect.Map) && t.Elem().Kind() == reflect.Interface
}

// FromNative is a value from native code as lowered code sees it: a face becomes its box
// again.
func (r *Runtime) FromNative(v any) any {
	if v == nil || r == nil || r.MakesTypes() {
		return v
	}
	if b, ok := BoxOf(v); ok {
		return b
	}
	if k, ok := v.(Knot); ok {
		return k.Untied()
	}
	if r.config.Mirror != nil {
		return r.config.Mirror(v)
	}
	return v
}

// Face is the native type of a type's values; nil in a run-time without faces.
func (t *Type) nativeFace() Face {
	t.mu.RLock()
	f := t.face
	t.mu.RUnlock()
	if f != nil || t.rt == nil || t.rt.config.Face == nil {
		return f
	}
	natives := t.natives()
	f = t.rt.config.Face(t.Shown, t.withHelpers(natives))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.face, t.native = f, natives
	return f
}

// FaceAs is a native type of the given name with the methods of t; nil in a run-time without
// faces.
func (t *Type) FaceAs(name string) Face {
	if t.rt.config.Face == nil {
		return nil
	}
	return t.rt.config.Face(name, t.withHelpers(t.natives()))
}

// natives are the types of the methods as native functions without the receiver, where
// those exist.
func (t *Type) natives() map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for s := range t.methodSet().Methods() {
		name := s.Obj().Name()
		if !s.Obj().Exported() || !t.has(name) {
			continue
		}
		if f, ok := t.rt.forms().Func(s.Type().(*types.Signature)); ok {
			out[name] = f
		}
	}
	return out
}

// Native is the type of a method as a native function without the receiver, nil if
// there is no such method or no such type.
func (t *Type) Native(name string) reflect.Type {
	t.nativeFace()
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.native[name]
}

// withHelpers are the methods of a face. A helper replaces the user's method of its name,
// unless its Not excludes the type.
func (t *Type) withHelpers(natives map[string]reflect.Type) map[string]reflect.Type {
	out := maps.Clone(natives)
	for name, h := range t.rt.helpers {
		if h.Not == "" || natives[h.Not] == nil {
			out[name] = maketype.Bound(reflect.TypeOf(h.Func))
		}
	}
	return out
}

// forms are the types of native packages.
func (r *Runtime) forms() *gotype.Forms {
	if r == nil || r.config.Forms == nil {
		return &gotype.Forms{}
	}
	return r.config.Forms
}

// NativeType is the Go type of t; ok is false if it has none, as the user's types haven't.
func (r *Runtime) NativeType(t types.Type) (reflect.Type, bool) { return r.forms().Type(t) }

// Source is a Go type as the compiler knows it, nil if it doesn't.
func (r *Runtime) Source(t reflect.Type) types.Type {
	if f := r.forms(); f.Named != nil {
		return f.Source(t)
	}
	return nil
}

// CallMethod calls a method of the boxed value by name, for native code.
func (b Box) CallMethod(name string, args ...any) (out []any) {
	r, t := b.T.rt, b.T.Native(name)
	if h, ok := r.helpers[name]; ok && t != maketype.Bound(reflect.TypeOf(h.Func)) {
		return r.help(b, h, args)
	}
	for i, a := range args {
		args[i] = r.FromNative(a)
	}
	r.callback(nil, func() { out = b.Call(name, args...) }, func(err error) { out = b.failed(name, err) })
	if t == nil {
		return out
	}
	for i := range out {
		out[i] = r.give(t.Out(i), out[i]).Interface()
	}
	return out
}

// failed are the results of a method that ended early.
func (b Box) failed(name string, err error) []any {
	t := b.T.Func(name).Type()
	out := make([]any, t.NumOut())
	for i := range out {
		out[i] = reflect.Zero(t.Out(i)).Interface()
	}
	last := len(out) - 1
	if n := b.T.Native(name); n != nil && last >= 0 && n.Out(last) == errorType {
		out[last] = err
	}
	return out
}

// help calls a helper.
func (r *Runtime) help(b Box, h Helper, args []any) []any {
	f := reflect.ValueOf(h.Func)
	in := []reflect.Value{reflect.ValueOf(b)}
	for i, a := range args {
		in = append(in, r.arg(f.Type().In(i+1), a))
	}
	var out []any
	for _, v := range f.Call(in) {
		out = append(out, v.Interface())
	}
	return out
}

// Format makes fmt print boxes. %T and %p, for which fmt doesn't call it, are handled
// elsewhere.
func (b Box) Format(f fmt.State, verb rune) {
	if format, ok := b.T.rt.helper("Format").(func(Box, fmt.State, rune)); ok {
		format(b, f, verb)
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), b.V)
}

// MarshalJSON encodes a box that reached native code through a function that cells and
// native code call in the same way.
func (b Box) MarshalJSON() ([]byte, error) {
	if encode, ok := b.T.rt.helper("MarshalJSON").(func(Box) ([]byte, error)); ok {
		return encode(b)
	}
	return nil, errors.New("json: unsupported type: " + b.T.Shown)
}

func (r *Runtime) helper(name string) any {
	if r == nil {
		return nil
	}
	return r.helpers[name].Func
}

// Unbox is what native code that inspects a value by reflection gets: the value in the
// box, with its Go type if that exists natively, as func(shuffle.PRNG) bool does although
// it is lowered to another.
func (r *Runtime) Unbox(v any) any {
	b, ok := Boxed(v)
	if !ok {
		return v
	}
	if t, ok := r.forms().Type(b.T.T); ok && b.V != nil && reflect.TypeOf(b.V) != t && !toInterface(t) {
		return r.arg(t, b.V).Interface()
	}
	return b.V
}

// toInterface reports whether t is a pointer to an interface: a lowered variable can't be
// seen as one with methods.
func toInterface(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Interface
}

var (
	reflectType  = reflect.TypeFor[reflect.Type]()
	reflectValue = reflect.TypeFor[reflect.Value]()
)

// Library converts a value of the cells' package reflect to the library's.
func (r *Runtime) Library(v any) any {
	if r.config.Library == nil {
		return v
	}
	return r.config.Library(v)
}

// give is v as a value of type t in native code, where a boxed value is its face.
func (r *Runtime) give(t reflect.Type, v any) reflect.Value {
	if v == nil {
		return reflect.Zero(t)
	}
	switch {
	case t == reflectType || t == reflectValue:
		v = r.Library(v)
	case t.Kind() == reflect.Interface:
		v = r.ToNative(v)
	case r.MakesTypes():
	case t.Kind() == reflect.Func && TakesAny(t) && reflect.TypeOf(v) == t:
		return r.unfacing(reflect.ValueOf(v))
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Map:
		if holdsBox(t, v) {
			return r.giveParts(t, reflect.ValueOf(v))
		}
	}
	return r.arg(t, v)
}

// holdsBox reports whether a slice or map of interfaces holds boxes.
func holdsBox(t reflect.Type, v any) bool {
	x := reflect.ValueOf(v)
	if !container(t) || x.Kind() != t.Kind() || !container(x.Type()) {
		return false
	}
	for _, e := range x.Seq2() {
		if isBox(e.Interface()) {
			return true
		}
	}
	return false
}

// giveParts is a copy of a slice or map, of type t, with faces instead of boxes.
func (r *Runtime) giveParts(t reflect.Type, x reflect.Value) reflect.Value {
	if t.Kind() == reflect.Slice {
		s := reflect.MakeSlice(t, x.Len(), x.Len())
		for i := range x.Len() {
			s.Index(i).Set(r.give(t.Elem(), x.Index(i).Interface()))
		}
		return s
	}
	m := reflect.MakeMapWithSize(t, x.Len())
	for it := x.MapRange(); it.Next(); {
		m.SetMapIndex(r.give(t.Key(), it.Key().Interface()), r.give(t.Elem(), it.Value().Interface()))
	}
	return m
}
