package reflect

import (
	"fmt"
	"go/types"
	"iter"
	real "reflect"
	"strings"

	"riffle/internal/rt"
	"riffle/internal/shim"
)

// Value is a value with its type.
type Value struct {
	v real.Value
	t *Type
	// hidden says that the value was reached through an unexported field: it is
	// read-only.
	hidden bool
}

// ValueOf is the value in an interface.
func (m *Mirror) ValueOf(x any) Value {
	if b, ok := rt.BoxOf(x); ok {
		v := real.ValueOf(b.V)
		return Value{v: v, t: m.typeOf(b.T.T, v.Type())}
	}
	return m.value(real.ValueOf(x))
}

// value is a value of a native type.
func (m *Mirror) value(v real.Value) Value {
	if !v.IsValid() {
		return Value{}
	}
	return Value{v: v, t: m.Native(v.Type())}
}

// TypeOf is the dynamic type of an interface value, nil for nil.
func (m *Mirror) TypeOf(x any) any {
	v := m.ValueOf(x)
	if v.t == nil {
		return nil
	}
	return v.t
}

// as is v with the Type t.
func (v Value) as(t *Type, x real.Value) Value { return Value{x, t, v.hidden} }

// in is the value without the struct that wraps that of a recursive type.
func (v Value) in() real.Value {
	if v.t != nil && v.v.Type() != v.t.inner() && v.v.Type() == v.t.l {
		return v.v.Field(0)
	}
	return v.v
}

// must panics as the library does for a value of the wrong kind.
func (v Value) must(method string, ok bool) {
	if !ok {
		panic(&ValueError{"reflect.Value." + method, v.Kind()})
	}
}

func (v Value) be(method string, kinds ...Kind) {
	for _, k := range kinds {
		if v.Kind() == k {
			return
		}
	}
	v.must(method, false)
}

// writable is the library's value behind v, for a method that sets it; ok says that v's
// kind is right for the method.
func (v Value) writable(method string, ok bool) real.Value {
	v.settable(method)
	v.must(method, ok)
	return v.in()
}

// settable panics as the library does for a value that can't be changed.
func (v Value) settable(method string) {
	switch {
	case !v.IsValid():
		v.must(method, false)
	case v.hidden:
		fail("reflect: reflect.Value." + method + " using value obtained using unexported field")
	case !v.v.CanAddr():
		fail("reflect: reflect.Value." + method + " using unaddressable value")
	}
}

// shown panics as the library does for a read-only value.
func (v Value) shown(method string) {
	if v.hidden {
		fail("reflect: reflect.Value." + method + " using value obtained using unexported field")
	}
}

// ---- what it is ----

// IsValid reports whether v is a value at all.
func (v Value) IsValid() bool { return v.v.IsValid() }

// Kind is the kind of the type.
func (v Value) Kind() Kind {
	if !v.IsValid() {
		return real.Invalid
	}
	return v.in().Kind()
}

// Type is the type as the user wrote it.
func (v Value) Type() *Type {
	v.must("Type", v.IsValid())
	return v.t
}

// CanInterface reports whether Interface works.
func (v Value) CanInterface() bool {
	v.must("CanInterface", v.IsValid())
	return !v.hidden && v.v.CanInterface()
}

// NotNilFilter is package go/ast's, for values of the user's types too.
func NotNilFilter(_ string, v Value) bool {
	switch v.Kind() {
	case real.Chan, real.Func, real.Interface, real.Map, real.Pointer, real.Slice:
		return !v.IsNil()
	}
	return true
}

// Interface is the value as an interface value.
func (v Value) Interface() any {
	v.must("Interface", v.IsValid())
	if v.hidden {
		fail("reflect.Value.Interface: cannot return value obtained from unexported field or method")
	}
	if t := v.v.Type(); t != v.t.l && t.Kind() == real.Pointer && t.Elem().Kind() == real.Interface && t.Elem().NumMethod() > 0 {
		fail("reflect: a pointer to an element or field of type " + t.Elem().String() + " can't be taken out of a Value here; copy the element to a variable")
	}
	return v.boxed()
}

// boxed is v as an interface value, hidden or not.
func (v Value) boxed() any {
	switch {
	case v.v.Kind() == real.Interface:
		if v.v.IsNil() {
			return nil
		}
		return v.t.m.rt.FromNative(v.v.Elem().Interface())
	case v.t.exact || v.v.Type() != v.t.l:
		return v.v.Interface()
	}
	return rt.NewBox(v.t.m.rt.Descriptor(v.t.t), v.v.Interface())
}

// Held is what fmt prints for a value that is an operand itself.
func (v Value) Held() any {
	switch {
	case v.IsValid() && !v.v.CanInterface(): // a field of the library's, which may hold the user's values
		x := rt.Readable(v.v).Interface()
		if b, ok := rt.BoxOf(x); ok || rt.HoldsBoxes(x) {
			if ok {
				x = b
			}
			return shim.Hidden{Runtime: v.t.m.rt, V: x, Held: v.v.Kind() == real.Interface}
		}
		return v.v
	case !v.IsValid():
		return v.v
	case v.hidden:
		return shim.Hidden{Runtime: v.t.m.rt, V: v.boxed()}
	default:
		return v.t.m.rt.Tied(v.boxed())
	}
}

// Format prints a value that is a part of an operand: as its String, where the verb has
// one.
func (v Value) Format(f fmt.State, verb rune) {
	if strings.ContainsRune("vsxXq", verb) && !f.Flag('#') {
		fmt.Fprintf(f, fmt.FormatString(f, verb), v.String())
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), v.Held())
}

// String is a string's value, and a note of the type for others.
func (v Value) String() string {
	switch v.Kind() {
	case real.Invalid:
		return "<invalid Value>"
	case real.String:
		return v.in().String()
	}
	return "<" + v.t.String() + " Value>"
}

// IsNil reports whether a pointer, slice and the like is nil.
func (v Value) IsNil() bool {
	v.be("IsNil", real.Chan, real.Func, real.Interface, real.Map, real.Pointer, real.Slice, real.UnsafePointer)
	return v.in().IsNil()
}

// IsZero reports whether v is the zero value of its type.
func (v Value) IsZero() bool { v.must("IsZero", v.IsValid()); return v.v.IsZero() }

// CanAddr reports whether Addr works.
func (v Value) CanAddr() bool { return v.v.CanAddr() }

// CanSet reports whether the value can be changed.
func (v Value) CanSet() bool { return !v.hidden && v.v.CanSet() }

// CanInt reports whether Int works, CanUint and the others likewise.
func (v Value) CanInt() bool { return v.IsValid() && v.in().CanInt() }

// CanUint reports whether Uint works.
func (v Value) CanUint() bool { return v.IsValid() && v.in().CanUint() }

// CanFloat reports whether Float works.
func (v Value) CanFloat() bool { return v.IsValid() && v.in().CanFloat() }

// CanComplex reports whether Complex works.
func (v Value) CanComplex() bool { return v.IsValid() && v.in().CanComplex() }

// Comparable reports whether the value can be compared.
func (v Value) Comparable() bool { return !v.IsValid() || v.in().Comparable() }

// Equal is == of two values.
func (v Value) Equal(u Value) bool {
	if !v.IsValid() || !u.IsValid() {
		return v.IsValid() == u.IsValid()
	}
	return v.t == u.t && v.in().Equal(u.in())
}

// ---- basic values ----

// Bool is a bool's value.
func (v Value) Bool() bool { v.be("Bool", real.Bool); return v.in().Bool() }

// Int is a signed integer's value.
func (v Value) Int() int64 { v.must("Int", v.CanInt()); return v.in().Int() }

// Uint is an unsigned integer's value.
func (v Value) Uint() uint64 { v.must("Uint", v.CanUint()); return v.in().Uint() }

// Float is a floating-point number's value.
func (v Value) Float() float64 { v.must("Float", v.CanFloat()); return v.in().Float() }

// Complex is a complex number's value.
func (v Value) Complex() complex128 { v.must("Complex", v.CanComplex()); return v.in().Complex() }

// Bytes is a []byte's value.
func (v Value) Bytes() []byte { v.be("Bytes", real.Slice, real.Array); return v.in().Bytes() }

// SetBool sets a bool; the others likewise.
func (v Value) SetBool(x bool) { v.writable("SetBool", v.Kind() == real.Bool).SetBool(x) }

// SetInt sets a signed integer.
func (v Value) SetInt(x int64) { v.writable("SetInt", v.CanInt()).SetInt(x) }

// SetUint sets an unsigned integer.
func (v Value) SetUint(x uint64) { v.writable("SetUint", v.CanUint()).SetUint(x) }

// SetFloat sets a floating-point number.
func (v Value) SetFloat(x float64) { v.writable("SetFloat", v.CanFloat()).SetFloat(x) }

// SetComplex sets a complex number.
func (v Value) SetComplex(x complex128) { v.writable("SetComplex", v.CanComplex()).SetComplex(x) }

// SetString sets a string.
func (v Value) SetString(x string) { v.writable("SetString", v.Kind() == real.String).SetString(x) }

// SetBytes sets a []byte.
func (v Value) SetBytes(x []byte) { v.writable("SetBytes", v.Kind() == real.Slice).SetBytes(x) }

// SetZero sets the zero value.
func (v Value) SetZero() { v.settable("SetZero"); v.v.SetZero() }

// OverflowInt reports whether a number doesn't fit; the others likewise.
func (v Value) OverflowInt(x int64) bool {
	v.must("OverflowInt", v.CanInt())
	return v.in().OverflowInt(x)
}

// OverflowUint is OverflowInt for unsigned integers.
func (v Value) OverflowUint(x uint64) bool {
	v.must("OverflowUint", v.CanUint())
	return v.in().OverflowUint(x)
}

// OverflowFloat is OverflowInt for floating-point numbers.
func (v Value) OverflowFloat(x float64) bool {
	v.must("OverflowFloat", v.CanFloat())
	return v.in().OverflowFloat(x)
}

// OverflowComplex is OverflowInt for complex numbers.
func (v Value) OverflowComplex(x complex128) bool {
	v.must("OverflowComplex", v.CanComplex())
	return v.in().OverflowComplex(x)
}

// ---- assignment and conversion ----

// Set assigns x.
func (v Value) Set(x Value) {
	v.settable("Set")
	x.shown("Set")
	v.v.Set(x.assigned("reflect.Set", v.t, v.v.Type()))
}

// assigned is x as a value of the Go type l of a variable of type t.
func (x Value) assigned(context string, t *Type, l real.Type) real.Value {
	if !x.IsValid() {
		x.must("Set", false)
	}
	if x.t != t && !x.t.AssignableTo(t) {
		fail(context + ": value of type " + x.t.String() + " is not assignable to type " + t.String())
	}
	if x.v.Type() == l && l.Kind() != real.Interface {
		return x.v
	}
	return t.m.rt.Argument(l, x.boxed())
}

// CanConvert reports whether Convert works.
func (v Value) CanConvert(t *Type) bool {
	if !v.Type().ConvertibleTo(t) {
		return false
	}
	if v.Kind() != real.Slice || t.Kind() == real.Slice || t.Kind() == real.String {
		return true
	}
	return v.v.CanConvert(t.l)
}

// Convert converts as Go does.
func (v Value) Convert(t *Type) Value {
	if !v.Type().ConvertibleTo(t) {
		fail("reflect.Value.Convert: value of type " + v.t.String() + " cannot be converted to type " + t.String())
	}
	if t.Kind() == real.Interface {
		e := real.New(t.l).Elem()
		if x := v.boxed(); x != nil {
			e.Set(real.ValueOf(x))
		}
		return v.as(t, e)
	}
	if v.t.inner() != v.t.l || t.inner() != t.l { // recursive types
		e := real.New(t.l).Elem()
		x := v.as(t, e)
		x.in().Set(v.in().Convert(t.inner()))
		return x
	}
	return v.as(t, v.v.Convert(t.l))
}

// Zero is the zero value of a type.
func (m *Mirror) Zero(t *Type) Value {
	if t == nil {
		fail("reflect: Zero(nil)")
	}
	return Value{v: real.Zero(t.l), t: t}
}

// New is a pointer to a new zero value.
func (m *Mirror) New(t *Type) Value {
	if t == nil {
		fail("reflect: New(nil)")
	}
	return Value{v: real.New(t.l), t: m.PointerTo(t)}
}

// Filled is a value that fill sets, knowing its type in the source, or the invalid one.
func (m *Mirror) Filled(t *Type, fill func(v real.Value, t types.Type) bool) (Value, bool) {
	v := m.New(t).Elem()
	if !fill(v.v, t.t) {
		return Value{}, false
	}
	return v, true
}

// Indirect is what a pointer points to, and any other value itself.
func (m *Mirror) Indirect(v Value) Value {
	if v.Kind() != real.Pointer {
		return v
	}
	return v.Elem()
}

// ---- parts ----

// Addr is a pointer to v.
func (v Value) Addr() Value {
	if !v.v.CanAddr() {
		fail("reflect.Value.Addr of unaddressable value")
	}
	return v.as(v.t.m.PointerTo(v.t), v.v.Addr())
}

// Elem is what a pointer points to or an interface holds.
func (v Value) Elem() Value {
	v.be("Elem", real.Interface, real.Pointer)
	x := v.in()
	if x.IsNil() {
		return Value{}
	}
	if x.Kind() == real.Pointer {
		return v.as(v.t.Elem(), x.Elem())
	}
	if !x.CanInterface() {
		e := v.t.m.value(x.Elem())
		if b, ok := rt.Inside(x.Elem()); ok {
			e = v.t.m.ValueOf(b)
		}
		e.hidden = true
		return e
	}
	e := v.t.m.ValueOf(v.boxed())
	e.hidden = v.hidden
	return e
}

// NumField is the number of a struct's fields.
func (v Value) NumField() int { v.be("NumField", real.Struct); return v.t.NumField() }

// Field is a struct's field.
func (v Value) Field(i int) Value {
	v.be("Field", real.Struct)
	f := v.t.Field(i)
	x := v.as(f.Type.(*Type), v.in().Field(i))
	x.hidden = x.hidden || f.PkgPath != "" && !(f.Anonymous && x.Kind() == real.Struct)
	return x
}

// FieldByIndex follows a path through embedded fields.
func (v Value) FieldByIndex(index []int) Value {
	x, err := v.fieldAt("FieldByIndex", index)
	if err != nil {
		fail("reflect: indirection through nil pointer to embedded struct")
	}
	return x
}

// FieldByIndexErr is FieldByIndex with an error for a nil pointer on the way.
func (v Value) FieldByIndexErr(index []int) (Value, error) {
	return v.fieldAt("FieldByIndexErr", index)
}

func (v Value) fieldAt(method string, index []int) (Value, error) {
	if len(index) != 1 {
		v.be(method, real.Struct)
	}
	for i, x := range index {
		if i > 0 && v.Kind() == real.Pointer {
			if v.IsNil() {
				return Value{}, fmt.Errorf("reflect: indirection through nil pointer to embedded struct field %s", v.t.Elem().Name())
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v, nil
}

// FieldByName finds a field, also in embedded structs.
func (v Value) FieldByName(name string) Value {
	v.be("FieldByName", real.Struct)
	if f, ok := v.t.FieldByName(name); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}

// FieldByNameFunc finds the field whose name matches.
func (v Value) FieldByNameFunc(match func(string) bool) Value {
	if f, ok := v.t.FieldByNameFunc(match); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}

// Fields are all fields and their values.
func (v Value) Fields() func(yield func(StructField, Value) bool) {
	v.Type().of("Fields", real.Struct)
	return func(yield func(StructField, Value) bool) {
		for i := range v.NumField() {
			if !yield(v.t.Field(i), v.Field(i)) {
				return
			}
		}
	}
}

// Len is the length of a string, slice and the like.
func (v Value) Len() int {
	if v.Kind() == real.Pointer && v.t.Elem().Kind() == real.Array {
		return v.t.Elem().Len()
	}
	v.be("Len", real.Array, real.Chan, real.Map, real.Slice, real.String)
	return v.in().Len()
}

// Cap is the capacity of a slice or channel.
func (v Value) Cap() int { v.be("Cap", real.Array, real.Chan, real.Slice); return v.in().Cap() }

// Index is an element.
func (v Value) Index(i int) Value {
	v.be("Index", real.Array, real.Slice, real.String)
	x := v.in()
	if i < 0 || i >= x.Len() {
		fail("reflect: " + v.Kind().String() + " index out of range")
	}
	if v.Kind() == real.String {
		return v.as(v.t.m.Native(x.Index(i).Type()), x.Index(i))
	}
	return v.as(v.t.Elem(), x.Index(i))
}

// Slice is v[i:j].
func (v Value) Slice(i, j int) Value { return v.sliced("Slice", v.in().Slice(i, j)) }

// Slice3 is v[i:j:k].
func (v Value) Slice3(i, j, k int) Value { return v.sliced("Slice3", v.in().Slice3(i, j, k)) }

func (v Value) sliced(method string, x real.Value) Value {
	v.be(method, real.Array, real.Slice, real.String)
	t := v.t
	if v.Kind() == real.Array {
		t = v.t.m.SliceOf(v.t.Elem())
	}
	if t.inner() != t.l {
		e := v.as(t, real.New(t.l).Elem())
		e.in().Set(x)
		return e
	}
	return v.as(t, x)
}

// SetLen sets a slice's length.
func (v Value) SetLen(n int) { v.settable("SetLen"); v.be("SetLen", real.Slice); v.in().SetLen(n) }

// SetCap sets a slice's capacity.
func (v Value) SetCap(n int) { v.settable("SetCap"); v.be("SetCap", real.Slice); v.in().SetCap(n) }

// Grow makes room for n more elements.
func (v Value) Grow(n int) { v.settable("Grow"); v.be("Grow", real.Slice); v.in().Grow(n) }

// Clear empties a map or zeroes a slice.
func (v Value) Clear() { v.be("Clear", real.Map, real.Slice); v.in().Clear() }

// ---- maps ----

// key is k as a key of the map v, for a method.
func (v Value) key(method string, k Value) real.Value {
	return k.assigned("reflect.Value."+method, v.t.Key(), v.in().Type().Key())
}

// MapIndex is the value of a key, invalid if there is none.
func (v Value) MapIndex(key Value) Value {
	v.be("MapIndex", real.Map)
	x := v.in().MapIndex(v.key("MapIndex", key))
	if !x.IsValid() {
		return Value{}
	}
	return v.as(v.t.Elem(), x)
}

// SetMapIndex sets a key's value, or deletes the key.
func (v Value) SetMapIndex(key, elem Value) {
	v.be("SetMapIndex", real.Map)
	v.shown("SetMapIndex")
	if !elem.IsValid() {
		v.in().SetMapIndex(v.key("SetMapIndex", key), real.Value{})
		return
	}
	v.in().SetMapIndex(v.key("SetMapIndex", key), elem.assigned("reflect.Value.SetMapIndex", v.t.Elem(), v.in().Type().Elem()))
}

// MapKeys are a map's keys.
func (v Value) MapKeys() []Value {
	v.be("MapKeys", real.Map)
	out := []Value{}
	for _, k := range v.in().MapKeys() {
		out = append(out, v.as(v.t.Key(), k))
	}
	return out
}

// MapIter iterates over a map.
type MapIter struct {
	of Value
	it *real.MapIter
	at place
}

// place is where an iteration is.
type place int

const (
	before place = iota
	within
	behind
)

// MapRange starts an iteration.
func (v Value) MapRange() *MapIter {
	v.be("MapRange", real.Map)
	return &MapIter{of: v, it: v.in().MapRange()}
}

// Next goes to the next entry.
func (i *MapIter) Next() bool {
	if i.it == nil {
		fail("MapIter.Next called on an iterator that does not have an associated map Value")
	}
	more := i.it.Next()
	i.at = map[bool]place{true: within, false: behind}[more]
	return more
}

// Key is the entry's key.
func (i *MapIter) Key() Value {
	i.entry("MapIter.Key")
	return i.of.as(i.of.t.Key(), i.it.Key())
}

// Value is the entry's value.
func (i *MapIter) Value() Value {
	i.entry("MapIter.Value")
	return i.of.as(i.of.t.Elem(), i.it.Value())
}

// entry panics as the library does where there is no entry.
func (i *MapIter) entry(method string) {
	switch i.at {
	case before:
		fail(method + " called before Next")
	case behind:
		fail(method + " called on exhausted iterator")
	}
}

// Reset starts again, with the map v.
func (i *MapIter) Reset(v Value) {
	if !v.IsValid() {
		*i = MapIter{}
		return
	}
	v.be("MapRange", real.Map)
	*i = *v.MapRange()
}

// SetIterKey sets v to the entry's key.
func (v Value) SetIterKey(i *MapIter) { v.setEntry("Key", i, i.Key) }

// SetIterValue sets v to the entry's value.
func (v Value) SetIterValue(i *MapIter) { v.setEntry("Value", i, i.Value) }

func (v Value) setEntry(what string, i *MapIter, part func() Value) {
	i.entry("reflect: Value.SetIter" + what)
	v.settable("SetIter" + what)
	x := part()
	x.shown("SetIter" + what)
	v.v.Set(x.assigned("reflect.MapIter.Set"+what, v.t, v.v.Type()))
}

// ---- channels ----

// Send sends on a channel.
func (v Value) Send(x Value) { v.be("Send", real.Chan); v.in().Send(v.sent(x)) }

// TrySend sends if it needn't wait.
func (v Value) TrySend(x Value) bool { v.be("TrySend", real.Chan); return v.in().TrySend(v.sent(x)) }

func (v Value) sent(x Value) real.Value {
	return x.assigned("reflect.Value.Send", v.t.Elem(), v.in().Type().Elem())
}

// Recv receives from a channel.
func (v Value) Recv() (Value, bool) {
	v.be("Recv", real.Chan)
	x, ok := v.in().Recv()
	return v.as(v.t.Elem(), x), ok
}

// TryRecv receives if it needn't wait.
func (v Value) TryRecv() (Value, bool) {
	v.be("TryRecv", real.Chan)
	x, ok := v.in().TryRecv()
	if !x.IsValid() {
		return Value{}, ok
	}
	return v.as(v.t.Elem(), x), ok
}

// Close closes a channel.
func (v Value) Close() { v.be("Close", real.Chan); v.in().Close() }

// ---- ranges ----

// Seq is a range with one value.
func (v Value) Seq() func(yield func(Value) bool) {
	if !v.Type().CanSeq() {
		fail("reflect: " + v.t.String() + " cannot produce iter.Seq[Value]")
	}
	return func(yield func(Value) bool) {
		v.in().Seq()(func(x real.Value) bool { return yield(v.ranged(x, 0)) })
	}
}

// Seq2 is a range with two values.
func (v Value) Seq2() func(yield func(Value, Value) bool) {
	if !v.Type().CanSeq2() {
		fail("reflect: " + v.t.String() + " cannot produce iter.Seq2[Value, Value]")
	}
	return func(yield func(Value, Value) bool) {
		var all iter.Seq2[real.Value, real.Value] = v.in().Seq2()
		all(func(x, y real.Value) bool { return yield(v.ranged(x, 0), v.ranged(y, 1)) })
	}
}

// ranged is the first or second value that a range yields.
func (v Value) ranged(x real.Value, i int) Value {
	switch k := v.Kind(); {
	case k == real.Func:
		return v.as(v.t.In(0).In(i), x)
	case k == real.Map && i == 0:
		return v.as(v.t.Key(), x)
	case k == real.Map, k == real.Chan, k != real.Pointer && k != real.String && i == 1:
		return v.as(v.t.Elem(), x)
	case k == real.Pointer && i == 1:
		return v.as(v.t.Elem().Elem(), x)
	case k == real.String, k == real.Array, k == real.Slice, k == real.Pointer:
		return v.as(v.t.m.Native(x.Type()), x)
	}
	return v.as(v.t, x.Convert(v.t.l)) // over an integer
}

// Pointer is the address in a pointer.
func (v Value) Pointer() uintptr {
	v.be("Pointer", real.Pointer, real.Chan, real.Func, real.Map, real.Slice, real.String, real.UnsafePointer)
	if v.in().Kind() == real.Func {
		return v.t.m.FuncPC(v.in())
	}
	return v.in().Pointer()
}

// UnsafeAddr is the address of the value.
func (v Value) UnsafeAddr() uintptr {
	if !v.v.CanAddr() {
		fail("reflect.Value.UnsafeAddr of unaddressable value")
	}
	return v.v.UnsafeAddr()
}

// InterfaceData is the library's, no longer of use.
func (v Value) InterfaceData() [2]uintptr { v.be("InterfaceData", real.Interface); return [2]uintptr{} }

// Of is a value whose type is known from elsewhere, such as a variable's.
func (m *Mirror) Of(t types.Type, v real.Value) Value { return Value{v: v, t: m.typeOf(t, v.Type())} }

// Boxed is a value as one in an interface, hidden or not.
func (m *Mirror) Boxed(v Value) any { return v.boxed() }

// Source is the type as go/types knows it, nil if it doesn't.
func (m *Mirror) Source(t *Type) types.Type { return t.t }
