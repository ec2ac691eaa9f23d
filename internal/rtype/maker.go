package rtype

import (
	"fmt"
	"go/types"
	"reflect"
	"sync"

	"riffle/internal/typename"
)

// Maker makes types. Its fields are set before its first use; its methods may be called
// by several goroutines.
type Maker struct {
	// Native is the Go type of a named type that isn't made, and nil for one that is.
	Native func(*types.Named) reflect.Type
	// Body is the function that a method runs, of type m.Func. It is called while types
	// are made and must not ask for others: a body that isn't known yet looks for what it
	// runs when it is called.
	Body func(m Method) any
	// PkgPath is the path that reflection tells of a package's types, if not the package's
	// own.
	PkgPath func(*types.Package) string
	// Room is how many methods a type can get later.
	Room int

	mu      sync.Mutex
	made    madeTypes
	methods map[reflect.Type]*methodTables // of made types, until they are settled
	begun   []types.Type                   // by the outermost call, which may fail
	todo    []func()
	depth   int
}

// Method is a method that needs a body.
type Method struct {
	// Recv is whose method it is: a named type, a struct with embedded fields, or a pointer
	// to one of them.
	Recv types.Type
	// Selection is how the method is found in Recv: through embedded fields, perhaps.
	Selection *types.Selection
	// Func is the type of the body. Its first parameter is the receiver, by value and under
	// a type of its memory that other types may share, or an unsafe.Pointer to it where Recv
	// is a pointer. Several types share a body by pointer, so the pointer is nil only if it
	// is the program's own.
	Func reflect.Type
}

// Type is the Go type of t. Identical types have the same one. The error says why there is
// none: t is larger than memory, has too many methods, or is no complete type.
func (m *Maker) Type(t types.Type) (r reflect.Type, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			for _, t := range m.begun {
				delete(m.methods, m.made.at(t))
				m.made.remove(t)
			}
			m.begun, m.todo, m.depth = nil, nil, 0
			r, err = nil, fmt.Errorf("no room for the type %s: %v", typename.Go(t), p)
		}
	}()
	return m.typ(t), nil
}

// typ is the Go type of t. It is complete when the outermost call returns; until then only
// its layout and its name are sure to be known.
func (m *Maker) typ(t types.Type) reflect.Type {
	t = types.Unalias(t)
	if r := m.made.at(t); r != nil {
		return r
	}
	m.depth++
	r, complete := m.make(t)
	m.made.set(t, r)
	m.begun = append(m.begun, t)
	if complete != nil {
		m.todo = append(m.todo, complete)
	}
	for m.depth == 1 && len(m.todo) > 0 {
		next := m.todo[0]
		m.todo = m.todo[1:]
		next()
	}
	if m.depth--; m.depth == 0 {
		m.begun = nil
	}
	return r
}

// make makes a type, and returns what completes it, if anything does.
func (m *Maker) make(t types.Type) (reflect.Type, func()) {
	if r := m.native(t); r != nil {
		return r, nil
	}
	switch t := t.(type) {
	case *types.Named:
		return m.named(t)
	case *types.Basic:
		if r := basic[t.Kind()]; r != nil {
			return r, nil
		}
	case *types.Pointer:
		return reflect.PointerTo(m.typ(t.Elem())), nil
	case *types.Slice:
		return reflect.SliceOf(m.typ(t.Elem())), nil
	case *types.Array:
		return reflect.ArrayOf(int(t.Len()), m.typ(t.Elem())), nil
	case *types.Map:
		return reflect.MapOf(m.typ(t.Key()), m.typ(t.Elem())), nil
	case *types.Chan:
		return reflect.ChanOf(chanDir[t.Dir()], m.typ(t.Elem())), nil
	case *types.Signature:
		return reflect.FuncOf(m.tuple(t.Params()), m.tuple(t.Results()), t.Variadic()), nil
	case *types.Struct:
		return m.structure(t)
	case *types.Interface:
		return m.iface(t)
	}
	panic("it is no type that a value can have")
}

// native is the Go type of a type that isn't made, if t is one.
func (m *Maker) native(t types.Type) reflect.Type {
	n, ok := types.Unalias(t).(*types.Named)
	switch {
	case !ok:
		return nil
	case n.Obj().Pkg() != nil:
		if m.Native == nil {
			return nil
		}
		return m.Native(n)
	case n.Obj().Name() == "error":
		return reflect.TypeFor[error]()
	}
	return nil
}

var chanDir = map[types.ChanDir]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}

func (m *Maker) tuple(t *types.Tuple) []reflect.Type {
	out := make([]reflect.Type, 0, t.Len())
	for v := range t.Variables() {
		out = append(out, m.typ(v.Type()))
	}
	return out
}

// bare is a method's type without its receiver.
func (m *Maker) bare(f types.Type) reflect.Type {
	s := f.(*types.Signature)
	return m.typ(types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic()))
}

func (m *Maker) pkgPath(p *types.Package) string {
	switch {
	case p == nil:
		return ""
	case m.PkgPath != nil:
		return m.PkgPath(p)
	}
	return p.Path()
}
