//go:build !js || riffle_all

package shim

import (
	"go/types"
	"reflect"

	"riffle/internal/rt"
)

// place is an addressable value of one of the user's types, as templates get it: they find
// the methods of the pointer to it, and pass on the value.
type place struct {
	p rt.Box // the pointer
	t types.Type
}

// CallMethod calls a method of the pointer.
func (p place) CallMethod(name string, args ...any) []any { return p.p.CallMethod(name, args...) }

// placeOf is the place that a template's value is.
func placeOf(x any) (p place, ok bool) {
	if f, is := x.(interface{ Adapted() any }); is {
		p, ok = f.Adapted().(place)
	}
	return p, ok
}

// placeType is what places of a type have in common.
type placeType struct {
	pointer *rt.Type
	face    rt.Face // nil if it doesn't matter whether a value is addressable
}

// placeType is that of values of type t.
func (s *selector) placeType(t types.Type) placeType {
	if known, ok := s.places.Load(t); ok {
		return known.(placeType)
	}
	var pt placeType
	p := types.NewPointer(t)
	matters := types.NewMethodSet(p).Len() > types.NewMethodSet(t).Len()
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		matters = true
	}
	if matters {
		pt.pointer = s.l.rt.Descriptor(p)
		pt.face = pt.pointer.FaceAs(s.l.rt.Descriptor(t).Shown)
	}
	s.places.Store(t, pt)
	return pt
}

// place is the template's value for v, of type t, nil unless it matters that v is
// addressable.
func (s *selector) place(t types.Type, v reflect.Value) any {
	if !v.CanAddr() {
		return nil
	}
	pt := s.placeType(t)
	if pt.face == nil {
		return nil
	}
	return pt.face.Value(place{rt.Box{T: pt.pointer, V: v.Addr().Interface()}, t})
}

// content is a value of one of the user's types, addressable at a place.
func (s *selector) content(x any) (t *rt.Type, v reflect.Value, ok bool) {
	if p, ok := placeOf(x); ok {
		return s.l.rt.Descriptor(p.t), reflect.ValueOf(p.p.V).Elem(), true
	}
	b, ok := rt.Boxed(x)
	if !ok {
		return nil, v, false
	}
	return b.T, unwrapRecursive(b.T.T, reflect.ValueOf(b.V)), true
}

// value is the value at a place, or x itself.
func (s *selector) value(x any) any {
	if p, ok := placeOf(x); ok {
		return s.entry(rt.Box{T: s.l.rt.Descriptor(p.t), V: reflect.ValueOf(p.p.V).Elem().Interface()})
	}
	return x
}

// pointer is the pointer to a place, or x itself.
func (s *selector) pointer(x any) any {
	if p, ok := placeOf(x); ok {
		return s.entry(p.p)
	}
	return x
}

// passed is x as an argument for a parameter of type t: at a place the value, if it is of
// the type, and otherwise the pointer.
func (s *selector) passed(t types.Type, x any) any {
	if p, ok := placeOf(x); ok && !types.AssignableTo(p.t, t) && types.AssignableTo(p.p.T.T, t) {
		return s.pointer(x)
	}
	return s.value(x)
}

// allValues are the values at places among operands.
func (s *selector) allValues(a []any) []any {
	out := make([]any, len(a))
	for i, x := range a {
		out[i] = s.value(x)
	}
	return out
}

// valuesFor replaces places among the arguments of a native function by their values,
// where parameters are of type any.
func (s *selector) valuesFor(f reflect.Type, in []reflect.Value) {
	for i, x := range in {
		switch {
		case x.Type() == anyType && !x.IsNil():
			x = reflect.New(anyType).Elem()
			x.Set(reflect.ValueOf(s.value(in[i].Interface())))
			in[i] = x
		case f.IsVariadic() && i == len(in)-1 && x.Type() == reflect.TypeFor[[]any]():
			in[i] = reflect.ValueOf(s.allValues(x.Interface().([]any)))
		}
	}
}
