package reflect

import (
	"go/token"
	"go/types"
	real "reflect"
	"strconv"

	"riffle/internal/gotype"
	"riffle/internal/rt"
)

// ---- methods and calls ----

// NumMethod is the number of exported methods.
func (v Value) NumMethod() int { v.must("NumMethod", v.IsValid()); return v.t.NumMethod() }

// Method is a method of v as a function.
func (v Value) Method(i int) Value {
	v.must("Method", v.IsValid())
	names := v.t.methods()
	if i < 0 || i >= len(names) {
		fail("reflect: Method index out of bounds")
	}
	return v.MethodByName(names[i])
}

// MethodByName is a method of v as a function, invalid if there is none.
func (v Value) MethodByName(name string) Value {
	v.must("MethodByName", v.IsValid())
	m, ok := v.t.MethodByName(name)
	if !ok {
		return Value{}
	}
	if v.t.exact {
		return v.t.m.value(v.t.m.rt.BoundMethod(v.v, name))
	}
	v.shown("Method")
	x := v.boxed()
	if x == nil {
		fail("reflect: Method on nil interface value")
	}
	b, ok := rt.BoxOf(x)
	if !ok {
		return v.t.m.value(v.t.m.rt.BoundMethod(real.ValueOf(x), name))
	}
	f := real.ValueOf(b.Bound(m.Name))
	if !f.IsValid() {
		fail("reflect: the method " + name + " of " + v.t.String() + " is unknown here: no value of the type has been in an interface")
	}
	return Value{v: f, t: v.t.m.typeOf(v.t.signature(name), f.Type())}
}

// Methods are all exported methods and their functions.
func (v Value) Methods() func(yield func(Method, Value) bool) {
	return func(yield func(Method, Value) bool) {
		for i := range v.NumMethod() {
			if !yield(v.t.Method(i), v.Method(i)) {
				return
			}
		}
	}
}

// Call calls a function.
func (v Value) Call(in []Value) []Value {
	v.be("Call", real.Func)
	v.shown("Call")
	n := v.t.NumIn()
	if !v.t.IsVariadic() {
		return v.call("Call", in)
	}
	if len(in) < n-1 {
		fail("reflect: Call with too few input arguments")
	}
	rest := v.t.In(n - 1)
	s := v.t.m.MakeSlice(rest, len(in)-n+1, len(in)-n+1)
	for i, x := range in[n-1:] {
		s.v.Index(i).Set(x.assigned("reflect: cannot use", rest.Elem(), s.v.Type().Elem()))
	}
	return v.call("Call", append(append([]Value{}, in[:n-1]...), s))
}

// CallSlice calls a variadic function with a slice.
func (v Value) CallSlice(in []Value) []Value {
	v.be("CallSlice", real.Func)
	v.shown("CallSlice")
	if !v.t.IsVariadic() {
		fail("reflect: CallSlice of non-variadic function")
	}
	return v.call("CallSlice", in)
}

// call calls with one argument for each parameter.
func (v Value) call(method string, in []Value) []Value {
	f, n := v.in(), v.t.NumIn()
	switch {
	case f.IsNil():
		fail("reflect: call of nil function")
	case len(in) < n:
		fail("reflect: " + method + " with too few input arguments")
	case len(in) > n:
		fail("reflect: " + method + " with too many input arguments")
	}
	args := make([]real.Value, n)
	for i, x := range in {
		if !x.IsValid() {
			fail("reflect: " + method + " using zero Value argument")
		}
		x.shown(method)
		t := v.t.In(i)
		if x.t != t && !x.t.AssignableTo(t) {
			fail("reflect: " + method + " using " + x.t.String() + " as type " + t.String())
		}
		args[i] = x.assigned("reflect: "+method, t, f.Type().In(i))
	}
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	out := []Value{}
	for i, x := range call(args) {
		out = append(out, Value{v: x, t: v.t.Out(i)})
	}
	return out
}

// MakeFunc makes a function of type t that calls f.
func (m *Mirror) MakeFunc(t *Type, f func([]Value) []Value) Value {
	if t.Kind() != real.Func {
		fail("reflect: call of MakeFunc with non-Func type")
	}
	l := t.inner()
	fn := real.MakeFunc(l, func(in []real.Value) []real.Value {
		args := make([]Value, len(in))
		for i, x := range in {
			args[i] = Value{v: x, t: t.In(i)}
		}
		out := f(args)
		if len(out) != t.NumOut() {
			fail("reflect: wrong return count from function created by MakeFunc")
		}
		results := make([]real.Value, len(out))
		for i, x := range out {
			results[i] = x.assigned("reflect: function created by MakeFunc", t.Out(i), l.Out(i))
		}
		return results
	})
	return m.wrap(t, fn)
}

// wrap is x as a value of t, in its struct if t is recursive.
func (m *Mirror) wrap(t *Type, x real.Value) Value {
	if t.inner() == t.l {
		return Value{v: x, t: t}
	}
	e := Value{v: real.New(t.l).Elem(), t: t}
	e.in().Set(x)
	return e
}

// ---- new values ----

// MakeSlice makes a slice.
func (m *Mirror) MakeSlice(t *Type, n, c int) Value {
	if t.Kind() != real.Slice {
		fail("reflect.MakeSlice of non-slice type")
	}
	return m.wrap(t, real.MakeSlice(t.inner(), n, c))
}

// MakeMap makes a map.
func (m *Mirror) MakeMap(t *Type) Value { return m.MakeMapWithSize(t, 0) }

// MakeMapWithSize makes a map with room for n entries.
func (m *Mirror) MakeMapWithSize(t *Type, n int) Value {
	if t.Kind() != real.Map {
		fail("reflect.MakeMapWithSize of non-map type")
	}
	return m.wrap(t, real.MakeMapWithSize(t.inner(), n))
}

// MakeChan makes a channel.
func (m *Mirror) MakeChan(t *Type, n int) Value {
	if t.Kind() != real.Chan {
		fail("reflect.MakeChan of non-chan type")
	}
	return m.wrap(t, real.MakeChan(t.inner(), n))
}

// Append appends values to a slice.
func (m *Mirror) Append(s Value, xs ...Value) Value {
	s.beSlice()
	v := s.in()
	for _, x := range xs {
		v = real.Append(v, x.assigned("reflect.Set", s.t.Elem(), v.Type().Elem()))
	}
	return m.wrap(s.t, v)
}

// AppendSlice appends a slice's elements.
func (m *Mirror) AppendSlice(s, t Value) Value {
	s.beSlice()
	t.beSlice()
	return m.wrap(s.t, real.AppendSlice(s.in(), t.in()))
}

// beSlice panics as the library's functions, which have no name there, do for values that
// are no slices.
func (v Value) beSlice() {
	if v.Kind() != real.Slice {
		panic(&ValueError{"unknown method", v.Kind()})
	}
}

// Copy copies a slice's elements, or a string's bytes.
func (m *Mirror) Copy(dst, src Value) int {
	if k := dst.Kind(); k != real.Slice && k != real.Array {
		panic(&ValueError{"reflect.Copy", k})
	}
	switch k := src.Kind(); {
	case k == real.String && dst.t.Elem().Kind() == real.Uint8:
	case k != real.Slice && k != real.Array:
		panic(&ValueError{"reflect.Copy", k})
	case src.t.Elem() != dst.t.Elem():
		fail("reflect.Copy: " + dst.t.Elem().String() + " != " + src.t.Elem().String())
	}
	return real.Copy(dst.in(), src.in())
}

// Swapper swaps a slice's elements.
func (m *Mirror) Swapper(slice any) func(i, j int) {
	v := m.ValueOf(slice)
	if v.Kind() != real.Slice {
		panic(&ValueError{"Swapper", v.Kind()})
	}
	return real.Swapper(v.in().Interface())
}

// DeepEqual compares what is in two interface values.
func (m *Mirror) DeepEqual(x, y any) bool {
	v, u := m.ValueOf(x), m.ValueOf(y)
	if v.t != u.t || !v.IsValid() {
		return v.t == u.t
	}
	return real.DeepEqual(v.v.Interface(), u.v.Interface())
}

// ---- new types ----

// made is the type from make, or that of l if go/types doesn't know a part.
func (m *Mirror) made(l real.Type, make func() types.Type, parts ...*Type) *Type {
	for _, p := range parts {
		if p.t == nil {
			return m.Native(l)
		}
	}
	return m.typeOf(make(), l)
}

// PointerTo is *t.
func (m *Mirror) PointerTo(t *Type) *Type {
	return m.made(real.PointerTo(t.l), func() types.Type { return types.NewPointer(t.t) }, t)
}

// SliceOf is []t.
func (m *Mirror) SliceOf(t *Type) *Type {
	return m.made(real.SliceOf(t.l), func() types.Type { return types.NewSlice(t.t) }, t)
}

// ArrayOf is [n]t.
func (m *Mirror) ArrayOf(n int, t *Type) *Type {
	if n < 0 {
		fail("reflect: negative length passed to ArrayOf")
	}
	return m.made(real.ArrayOf(n, t.l), func() types.Type { return types.NewArray(t.t, int64(n)) }, t)
}

// MapOf is map[k]t.
func (m *Mirror) MapOf(k, t *Type) *Type {
	if !k.Comparable() {
		fail("reflect.MapOf: invalid key type " + k.String())
	}
	return m.made(real.MapOf(k.l, t.l), func() types.Type { return types.NewMap(k.t, t.t) }, k, t)
}

// ChanOf is chan t.
func (m *Mirror) ChanOf(d ChanDir, t *Type) *Type {
	return m.made(real.ChanOf(d, t.l), func() types.Type { return types.NewChan(gotype.ChanDir(d), t.t) }, t)
}

// FuncOf is a function's type.
func (m *Mirror) FuncOf(in, out []any, variadic bool) *Type {
	if variadic && (len(in) == 0 || in[len(in)-1].(*Type).Kind() != real.Slice) {
		fail("reflect.FuncOf: last arg of variadic func must be slice")
	}
	var parts []*Type
	list := func(ts []any) (ls []real.Type, vs []*types.Var) {
		for _, x := range ts {
			t := x.(*Type)
			parts = append(parts, t)
			ls, vs = append(ls, t.l), append(vs, types.NewParam(token.NoPos, nil, "", t.t))
		}
		return
	}
	li, vi := list(in)
	lo, vo := list(out)
	return m.made(real.FuncOf(li, lo, false), func() types.Type {
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(vi...), types.NewTuple(vo...), variadic)
	}, parts...)
}

// StructOf is a struct's type.
func (m *Mirror) StructOf(fields []StructField) *Type {
	var parts []*Type
	var ls []real.StructField
	var vs []*types.Var
	var tags []string
	for i, f := range fields {
		t, ok := f.Type.(*Type)
		switch {
		case f.Name == "":
			fail("reflect.StructOf: field " + strconv.Itoa(i) + " has no name")
		case !ok:
			fail("reflect.StructOf: field " + strconv.Itoa(i) + " has no type")
		case !token.IsExported(f.Name) && f.PkgPath == "":
			fail("reflect.StructOf: field \"" + f.Name + "\" is unexported but missing PkgPath")
		}
		parts = append(parts, t)
		ls = append(ls, real.StructField{Name: f.Name, PkgPath: f.PkgPath, Type: t.l, Tag: f.Tag, Anonymous: f.Anonymous})
		vs = append(vs, types.NewField(token.NoPos, nil, f.Name, t.t, f.Anonymous))
		tags = append(tags, string(f.Tag))
	}
	return m.made(real.StructOf(ls), func() types.Type { return types.NewStruct(vs, tags) }, parts...)
}

// SelectCase is a case of Select.
type SelectCase struct {
	Dir  real.SelectDir
	Chan Value
	Send Value
}

// Select waits until one of the cases can proceed.
func (m *Mirror) Select(cases []SelectCase) (int, Value, bool) {
	cs := make([]real.SelectCase, len(cases))
	for i, c := range cases {
		cs[i].Dir = c.Dir
		if !c.Chan.IsValid() {
			continue
		}
		cs[i].Chan = c.Chan.in()
		if c.Dir == real.SelectSend && c.Send.IsValid() {
			cs[i].Send = c.Chan.sent(c.Send)
		}
	}
	i, x, ok := real.Select(cs)
	if !x.IsValid() {
		return i, Value{}, ok
	}
	return i, Value{v: x, t: cases[i].Chan.t.Elem()}, ok
}
