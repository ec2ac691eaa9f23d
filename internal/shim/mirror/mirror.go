// Package reflect is the library's package reflect as cells see it: it knows the
// types and methods that the user declared, where the library knows only what
// they were lowered to. New makes a session's own; its Symbols replace the
// library's.
//
// A Type is a type of go/types together with the Go type that its values have at
// run time; a Value is a value of the latter with its Type. What the library knows
// correctly, such as the methods of time.Duration, comes from the library. Types and
// functions here have the library's names and, as far as lowered code can tell,
// signatures: an interface such as reflect.Type is any.
package reflect

import (
	"go/types"
	real "reflect"
	"sync"

	"riffle/internal/gotype"
	"riffle/internal/rt"
	"riffle/internal/shim"
	"riffle/internal/typename"
)

// The library's own types, which hold no types or values.
type (
	// Kind is the library's.
	Kind = real.Kind
	// ChanDir is the library's.
	ChanDir = real.ChanDir
	// StructTag is the library's.
	StructTag = real.StructTag
)

// Mirror is the package reflect of one session.
type Mirror struct {
	// FuncPC is the program counter of a function value.
	FuncPC func(real.Value) uintptr

	rt    *rt.Runtime
	forms gotype.Forms

	mu       sync.Mutex
	byName   map[string][]*Type  // by the type's name; several may share one
	nameless map[real.Type]*Type // that go/types doesn't know
}

// New returns the package for a session; named finds the types of native
// packages as the session's compiler knows them.
func New(r *rt.Runtime, named func(path, name string) types.Type) *Mirror {
	library := func(path, name string) types.Type {
		if path == own {
			path = "reflect"
		}
		return named(path, name)
	}
	return &Mirror{rt: r, forms: gotype.Forms{Named: library}, byName: map[string][]*Type{}, nameless: map[real.Type]*Type{}}
}

// Symbols replace the library's symbols in cells.
func (m *Mirror) Symbols() map[string]real.Value {
	v := real.ValueOf
	symbols := map[string]real.Value{
		"Append": v(m.Append), "AppendSlice": v(m.AppendSlice), "ArrayOf": v(m.ArrayOf), "ChanOf": v(m.ChanOf),
		"Copy": v(m.Copy), "DeepEqual": v(m.DeepEqual), "FuncOf": v(m.FuncOf), "Indirect": v(m.Indirect),
		"MakeChan": v(m.MakeChan), "MakeFunc": v(m.MakeFunc), "MakeMap": v(m.MakeMap),
		"MakeMapWithSize": v(m.MakeMapWithSize), "MakeSlice": v(m.MakeSlice), "MapOf": v(m.MapOf), "New": v(m.New),
		"PointerTo": v(m.PointerTo), "PtrTo": v(m.PointerTo), "Select": v(m.Select), "SliceOf": v(m.SliceOf),
		"StructOf": v(m.StructOf), "Swapper": v(m.Swapper), "TypeOf": v(m.TypeOf), "ValueOf": v(m.ValueOf),
		"VisibleFields": v(m.VisibleFields), "Zero": v(m.Zero),
	}
	for name, t := range declared {
		symbols[name] = real.Zero(real.PointerTo(t))
	}
	return symbols
}

// declared are the types that replace the library's of the same name.
var declared = map[string]real.Type{
	"MapIter": real.TypeFor[MapIter](), "Method": real.TypeFor[Method](), "SelectCase": real.TypeFor[SelectCase](),
	"StructField": real.TypeFor[StructField](), "Value": real.TypeFor[Value](), "ValueError": real.TypeFor[ValueError](),
}

// typeOf is the one Type of t, whose values are of the Go type l; nil if that is unknown,
// as for the parameters of an interface's methods.
func (m *Mirror) typeOf(t types.Type, l real.Type) *Type {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t == nil {
		if m.nameless[l] == nil {
			m.nameless[l] = &Type{m: m, l: l, exact: true}
		}
		return m.nameless[l]
	}
	name := typename.Go(t)
	var n *Type
	for _, have := range m.byName[name] {
		if types.Identical(have.t, t) {
			n = have
		}
	}
	if n == nil {
		n = &Type{m: m, t: types.Unalias(t), l: gotype.Shape(t), guessed: true}
		m.byName[name] = append(m.byName[name], n)
	}
	if n.guessed && l != nil {
		n.l, n.guessed = gotype.Lowered(l), false
		g := m.forms.Source(n.l)
		n.exact = g != nil && types.Identical(g, t)
	}
	return n
}

// Native is the Type of a type from the library.
func (m *Mirror) Native(l real.Type) *Type {
	if u, ok := l.(shim.UserType); ok {
		return m.typeOf(u.T, u.Type)
	}
	return m.typeOf(m.forms.Source(l), l)
}

var own = real.TypeFor[Value]().PkgPath()

// Mirrored is a value from native code as cells see it: the library's types and values
// become this package's.
func (m *Mirror) Mirrored(v any) any {
	switch v := v.(type) {
	case real.Type:
		return m.Native(v)
	case real.Value:
		if !v.IsValid() || !v.CanInterface() {
			return m.value(v)
		}
		return m.ValueOf(m.rt.FromNative(v.Interface()))
	}
	return v
}

// Library is the inverse: a Type becomes its Go type, and a Value the value that native
// code gets.
func (m *Mirror) Library(v any) any {
	switch v := v.(type) {
	case *Type:
		return v.l
	case Value:
		if v.v.IsValid() && v.v.CanInterface() {
			return real.ValueOf(m.rt.ToNative(v.boxed()))
		}
		return v.v
	}
	return v
}

// fail panics with a string, as the library does for a wrong call.
func fail(text string) { panic(rt.Untranslated{Value: text}) }

// ValueError is the library's, as the panic of a call on the wrong kind.
type ValueError struct {
	Method string
	Kind   Kind
}

// Error has the library's text.
func (e *ValueError) Error() string {
	return (&real.ValueError{Method: e.Method, Kind: e.Kind}).Error()
}
