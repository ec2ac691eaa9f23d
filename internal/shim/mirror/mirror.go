// Package reflect is the library's package reflect as cells see it: it knows the
// types and methods that the user declared, where the library knows only what
// they were lowered to. New makes a session's own; its Symbols replace the
// library's.
//
// A Type is a type of go/types together with the Go type that its values have at
// run time; a Value is a value of the latter with its Type. What the library
// knows rightly, such as the methods of time.Duration, is asked of the library.
// Types and functions here have the names, and so far as lowered code can tell
// the signatures, of the library's: an interface such as reflect.Type is any.
package reflect

import (
	"go/token"
	"go/types"
	real "reflect"
	"slices"
	"sync"

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
	rt *rt.Runtime
	// named finds a type of a native package.
	named func(path, name string) types.Type

	mu       sync.Mutex
	byName   map[string][]*Type  // by the type's name; several may share one
	nameless map[real.Type]*Type // that go/types can't tell
}

// New returns the package for a session; named finds the types of native
// packages as the session's compiler knows them.
func New(r *rt.Runtime, named func(path, name string) types.Type) *Mirror {
	return &Mirror{rt: r, named: named, byName: map[string][]*Type{}, nameless: map[real.Type]*Type{}}
}

// Symbols are what a cell finds in the package instead of the library's.
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

// declared are the types that stand for the library's of the same name.
var declared = map[string]real.Type{
	"MapIter": real.TypeFor[MapIter](), "Method": real.TypeFor[Method](), "SelectCase": real.TypeFor[SelectCase](),
	"StructField": real.TypeFor[StructField](), "Value": real.TypeFor[Value](), "ValueError": real.TypeFor[ValueError](),
}

// Declared is the type that stands for one of the library's.
func Declared(name string) (real.Type, bool) {
	t, ok := declared[name]
	return t, ok
}

// typeOf is the one Type of t, whose values are of the Go type l; nil if that is
// not known, as for the parameters of an interface's methods.
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
		n = &Type{m: m, t: types.Unalias(t), l: shape(t), guessed: true}
		m.byName[name] = append(m.byName[name], n)
	}
	if n.guessed && l != nil {
		n.l, n.guessed = lowered(l), false
		g := m.goType(n.l)
		n.exact = g != nil && types.Identical(g, t)
	}
	return n
}

// shape is a Go type of the kind of t, for a type of which no value is known.
func shape(t types.Type) real.Type {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if l := basic[u.Kind()]; l != nil {
			return l
		}
	case *types.Pointer:
		return real.TypeFor[*any]()
	case *types.Slice:
		return real.TypeFor[[]any]()
	case *types.Array:
		return real.ArrayOf(int(u.Len()), real.TypeFor[any]())
	case *types.Map:
		return real.TypeFor[map[any]any]()
	case *types.Chan:
		return real.TypeFor[chan any]()
	case *types.Signature:
		list := func(n int) []real.Type { return slices.Repeat([]real.Type{real.TypeFor[any]()}, n) }
		return real.FuncOf(list(u.Params().Len()), list(u.Results().Len()), false)
	case *types.Struct:
		return real.TypeFor[struct{}]()
	}
	return real.TypeFor[any]()
}

var basic = map[types.BasicKind]real.Type{
	types.Bool: real.TypeFor[bool](), types.String: real.TypeFor[string](), types.Uintptr: real.TypeFor[uintptr](),
	types.Int: real.TypeFor[int](), types.Int8: real.TypeFor[int8](), types.Int16: real.TypeFor[int16](),
	types.Int32: real.TypeFor[int32](), types.Int64: real.TypeFor[int64](),
	types.Uint: real.TypeFor[uint](), types.Uint8: real.TypeFor[uint8](), types.Uint16: real.TypeFor[uint16](),
	types.Uint32: real.TypeFor[uint32](), types.Uint64: real.TypeFor[uint64](),
	types.Float32: real.TypeFor[float32](), types.Float64: real.TypeFor[float64](),
	types.Complex64: real.TypeFor[complex64](), types.Complex128: real.TypeFor[complex128](),
}

// Native is the Type of a type that the library gives.
func (m *Mirror) Native(l real.Type) *Type {
	if u, ok := l.(shim.UserType); ok {
		return m.typeOf(u.T, u.Type)
	}
	return m.typeOf(m.goType(l), l)
}

// lowered is the Go type that values of the Go type l have in lowered code,
// where all interfaces are any.
func lowered(l real.Type) real.Type {
	if l.Kind() == real.Interface {
		return real.TypeFor[any]()
	}
	if l.Name() != "" {
		return l
	}
	switch l.Kind() {
	case real.Pointer:
		return real.PointerTo(lowered(l.Elem()))
	case real.Slice:
		return real.SliceOf(lowered(l.Elem()))
	case real.Array:
		return real.ArrayOf(l.Len(), lowered(l.Elem()))
	case real.Map:
		return real.MapOf(lowered(l.Key()), lowered(l.Elem()))
	}
	return l
}

// goType is l as go/types knows it; nil for structs and interfaces without a
// name, and what contains them.
func (m *Mirror) goType(l real.Type) types.Type {
	switch {
	case l.PkgPath() == own:
		return m.named("reflect", l.Name())
	case l.PkgPath() != "":
		return m.named(l.PkgPath(), l.Name())
	case l.Name() != "":
		return types.Universe.Lookup(l.Name()).Type()
	}
	elem := func(make func(types.Type) types.Type) types.Type {
		if e := m.goType(l.Elem()); e != nil {
			return make(e)
		}
		return nil
	}
	switch l.Kind() {
	case real.Interface:
		if l.NumMethod() == 0 {
			return types.NewInterfaceType(nil, nil)
		}
	case real.Pointer:
		return elem(func(e types.Type) types.Type { return types.NewPointer(e) })
	case real.Slice:
		return elem(func(e types.Type) types.Type { return types.NewSlice(e) })
	case real.Array:
		return elem(func(e types.Type) types.Type { return types.NewArray(e, int64(l.Len())) })
	case real.Chan:
		return elem(func(e types.Type) types.Type { return types.NewChan(chanDir(l.ChanDir()), e) })
	case real.Map:
		k := m.goType(l.Key())
		return elem(func(e types.Type) types.Type {
			if k == nil {
				return nil
			}
			return types.NewMap(k, e)
		})
	case real.Func:
		return m.goSignature(l)
	}
	return nil
}

var own = real.TypeFor[Value]().PkgPath()

func chanDir(d ChanDir) types.ChanDir {
	return map[ChanDir]types.ChanDir{real.BothDir: types.SendRecv, real.SendDir: types.SendOnly, real.RecvDir: types.RecvOnly}[d]
}

func (m *Mirror) goSignature(l real.Type) types.Type {
	tuple := func(n int, at func(int) real.Type) (vs []*types.Var, ok bool) {
		for i := range n {
			t := m.goType(at(i))
			if t == nil {
				return nil, false
			}
			vs = append(vs, types.NewParam(token.NoPos, nil, "", t))
		}
		return vs, true
	}
	in, ok := tuple(l.NumIn(), l.In)
	out, ok2 := tuple(l.NumOut(), l.Out)
	if !ok || !ok2 {
		return nil
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(out...), l.IsVariadic())
}

// fail panics with a string, as the library does where a call is wrong.
func fail(text string) { panic(rt.Message(text)) }

// ValueError is the library's, as the panic of a call on the wrong kind.
type ValueError struct {
	Method string
	Kind   Kind
}

// Error has the library's text.
func (e *ValueError) Error() string {
	return (&real.ValueError{Method: e.Method, Kind: e.Kind}).Error()
}
