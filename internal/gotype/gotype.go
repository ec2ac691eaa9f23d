// Package gotype converts between the forms that a type has: a types.Type is what
// the compiler knows, a core.Type what it is lowered to, a reflect.Type what a
// value is at run time. From go/types to core is package lower's business; all
// other ways are here.
//
//	Forms.Type     types.Type   → reflect.Type   of native code
//	Forms.Source   reflect.Type → types.Type
//	Maker.Type     core.Type    → reflect.Type   of lowered code
//	Lowered        reflect.Type → reflect.Type   from native to lowered code
//	Shape          types.Type   → reflect.Type   of which only the kind is right
package gotype

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"riffle/internal/typename"
)

// Forms knows the named types of native packages in both forms.
type Forms struct {
	// Native finds a named type of a native package.
	Native func(path, name string) (reflect.Type, bool)
	// Named finds it as the compiler knows it.
	Named func(path, name string) types.Type
}

// basic are the Go types of the basic types by name.
var basic = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](),
	"int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](), "rune": reflect.TypeFor[rune](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](), "byte": reflect.TypeFor[byte](),
	"uintptr": reflect.TypeFor[uintptr](), "float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"complex64": reflect.TypeFor[complex64](), "complex128": reflect.TypeFor[complex128](), "error": reflect.TypeFor[error](),
}

var anyType = reflect.TypeFor[any]()

// Type is the Go type of t in native code; ok is false if t is made of types that
// don't exist there, as those of the user don't.
func (f *Forms) Type(t types.Type) (r reflect.Type, ok bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		r, ok = basic[t.Name()]
		return r, ok
	case *types.Named:
		return f.named(t)
	case *types.Interface:
		return anyType, t.NumMethods() == 0
	case *types.Pointer:
		return f.elem(t.Elem(), reflect.PointerTo)
	case *types.Slice:
		return f.elem(t.Elem(), reflect.SliceOf)
	case *types.Array:
		return f.elem(t.Elem(), func(e reflect.Type) reflect.Type { return reflect.ArrayOf(int(t.Len()), e) })
	case *types.Chan:
		return f.elem(t.Elem(), func(e reflect.Type) reflect.Type { return reflect.ChanOf(reflectDir[t.Dir()], e) })
	case *types.Map:
		if k, ok := f.Type(t.Key()); ok {
			return f.elem(t.Elem(), func(e reflect.Type) reflect.Type { return reflect.MapOf(k, e) })
		}
	case *types.Signature:
		return f.Func(t)
	case *types.Struct:
		if t.NumFields() == 0 {
			return reflect.TypeFor[struct{}](), true
		}
	}
	return nil, false
}

// Func is the Go type of a function, or of a method without its receiver.
func (f *Forms) Func(t *types.Signature) (reflect.Type, bool) {
	in, ok := f.tuple(t.Params())
	out, ok2 := f.tuple(t.Results())
	if !ok || !ok2 {
		return nil, false
	}
	return reflect.FuncOf(in, out, t.Variadic()), true
}

func (f *Forms) named(t *types.Named) (reflect.Type, bool) {
	p := t.Obj().Pkg()
	switch {
	case p == nil:
		r, ok := basic[t.Obj().Name()]
		return r, ok
	case t.TypeArgs().Len() > 0 || f.Native == nil:
		return nil, false
	}
	return f.Native(p.Path(), t.Obj().Name())
}

func (f *Forms) elem(t types.Type, of func(reflect.Type) reflect.Type) (reflect.Type, bool) {
	e, ok := f.Type(t)
	if !ok {
		return nil, false
	}
	return of(e), true
}

func (f *Forms) tuple(t *types.Tuple) ([]reflect.Type, bool) {
	var out []reflect.Type
	for v := range t.Variables() {
		r, ok := f.Type(v.Type())
		if !ok {
			return nil, false
		}
		out = append(out, r)
	}
	return out, true
}

// SameMethod reports whether a method of a native type, which has the receiver
// among its parameters, has the signature sig.
func (f *Forms) SameMethod(m reflect.Type, sig *types.Signature) bool {
	if m.NumIn()-1 != sig.Params().Len() || m.NumOut() != sig.Results().Len() || m.IsVariadic() != sig.Variadic() {
		return false
	}
	for i := range sig.Params().Len() {
		if !f.same(m.In(i+1), sig.Params().At(i).Type()) {
			return false
		}
	}
	for i := range sig.Results().Len() {
		if !f.same(m.Out(i), sig.Results().At(i).Type()) {
			return false
		}
	}
	return true
}

// same compares by name where t is of no Go type that can be found.
func (f *Forms) same(r reflect.Type, t types.Type) bool {
	if n, ok := f.Type(t); ok {
		return n == r
	}
	return r.String() == typename.Go(t)
}

// Source is r as the compiler knows it; nil for structs and interfaces without a
// name, and for what contains them.
func (f *Forms) Source(r reflect.Type) types.Type {
	if r.PkgPath() != "" {
		return f.Named(r.PkgPath(), r.Name())
	}
	if r.Name() != "" {
		if o := types.Universe.Lookup(r.Name()); o != nil {
			return o.Type()
		}
		return nil
	}
	switch r.Kind() {
	case reflect.Interface:
		if r.NumMethod() == 0 {
			return types.NewInterfaceType(nil, nil)
		}
	case reflect.Func:
		return f.signature(r)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan, reflect.Map:
		if e := f.Source(r.Elem()); e != nil {
			return f.container(r, e)
		}
	}
	return nil
}

func (f *Forms) container(r reflect.Type, elem types.Type) types.Type {
	switch r.Kind() {
	case reflect.Pointer:
		return types.NewPointer(elem)
	case reflect.Slice:
		return types.NewSlice(elem)
	case reflect.Array:
		return types.NewArray(elem, int64(r.Len()))
	case reflect.Chan:
		return types.NewChan(ChanDir(r.ChanDir()), elem)
	}
	k := f.Source(r.Key())
	if k == nil {
		return nil
	}
	return types.NewMap(k, elem)
}

var reflectDir = map[types.ChanDir]reflect.ChanDir{
	types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir,
}

// ChanDir is a channel's direction as the compiler knows it.
func ChanDir(d reflect.ChanDir) types.ChanDir {
	for t, r := range reflectDir {
		if r == d {
			return t
		}
	}
	return types.SendRecv
}

func (f *Forms) signature(r reflect.Type) types.Type {
	tuple := func(n int, at func(int) reflect.Type) (vs []*types.Var, ok bool) {
		for i := range n {
			t := f.Source(at(i))
			if t == nil {
				return nil, false
			}
			vs = append(vs, types.NewParam(token.NoPos, nil, "", t))
		}
		return vs, true
	}
	in, ok := tuple(r.NumIn(), r.In)
	out, ok2 := tuple(r.NumOut(), r.Out)
	if !ok || !ok2 {
		return nil
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(out...), r.IsVariadic())
}

// Lowered is the Go type that values of the Go type r have in lowered code, where
// all interfaces are any, except for elements that are kept as native code keeps them.
func Lowered(r reflect.Type) reflect.Type {
	if r.Kind() == reflect.Interface {
		return anyType
	}
	if r.Name() != "" {
		return r
	}
	switch r.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(Lowered(r.Elem()))
	case reflect.Slice:
		return reflect.SliceOf(element(r.Elem()))
	case reflect.Array:
		return reflect.ArrayOf(r.Len(), element(r.Elem()))
	case reflect.Map:
		return reflect.MapOf(element(r.Key()), element(r.Elem()))
	}
	return r
}

// element is Lowered for what a slice, an array or a map holds.
func element(r reflect.Type) reflect.Type {
	if r.Kind() == reflect.Interface && r.Name() != "" && r.NumMethod() > 0 && r.PkgPath() != "reflect" {
		return r
	}
	return Lowered(r)
}

// Shape is a Go type of the kind of t, for a type of which no value is known.
func Shape(t types.Type) reflect.Type {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if r := basic[types.Typ[u.Kind()].Name()]; r != nil {
			return r
		}
	case *types.Pointer:
		return reflect.TypeFor[*any]()
	case *types.Slice:
		return reflect.TypeFor[[]any]()
	case *types.Array:
		return reflect.ArrayOf(int(u.Len()), anyType)
	case *types.Map:
		return reflect.TypeFor[map[any]any]()
	case *types.Chan:
		return reflect.TypeFor[chan any]()
	case *types.Signature:
		list := func(n int) []reflect.Type { return slices.Repeat([]reflect.Type{anyType}, n) }
		return reflect.FuncOf(list(u.Params().Len()), list(u.Results().Len()), false)
	case *types.Struct:
		return reflect.TypeFor[struct{}]()
	}
	return anyType
}
