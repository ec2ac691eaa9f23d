package rtype

import (
	"fmt"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
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
	// Flat reports whether memory holds values of an interface type with methods as those of
	// one without; elem says that the memory is an element or a key, else it is a variable, a
	// field, a parameter or a result. Descriptors of what is in memory tell such a type by its
	// name, but without methods. Those of methods tell it as it is. Nil: no type is.
	Flat func(t types.Type, elem bool) bool

	mu      sync.Mutex
	made    typeutil.Map // types.Type → reflect.Type
	exact   typeutil.Map // the same, where no interface type is flat
	methods typeutil.Map // types.Type → *methodTable
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
	// Func is the type of the body. Its first parameter is the receiver, by value, or an
	// unsafe.Pointer to it where Recv is a pointer. Several types share a body by pointer,
	// so the pointer is nil only if it is the program's own.
	Func reflect.Type
}

// Type is the Go type of t. Identical types have the same one. The error says why there is
// none: t is larger than memory, has too many methods, or is no complete type.
func (m *Maker) Type(t types.Type) (r reflect.Type, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			m.todo, m.depth = nil, 0
			r, err = nil, fmt.Errorf("no type at run time for %v: %v", t, p)
		}
	}()
	return m.typ(t), nil
}

// typ is the Go type of t. It is complete when the outermost call returns; until then only
// its layout and its name are sure to be known.
func (m *Maker) typ(t types.Type) reflect.Type { return m.find(&m.made, t, m.typ, m.elem) }

// elem is the Go type of elements or keys of type t.
func (m *Maker) elem(t types.Type) reflect.Type {
	if m.flat(t, false) && !m.flat(t, true) {
		return m.real(t)
	}
	return m.typ(t)
}

// real is the Go type of t in which no interface is flat.
func (m *Maker) real(t types.Type) reflect.Type {
	if !m.mentionsFlat(t) {
		return m.typ(t)
	}
	return m.find(&m.exact, t, m.real, m.real)
}

// find is a type in a table, made if it isn't there of the types of its parts and elements.
func (m *Maker) find(table *typeutil.Map, t types.Type, of, elem func(types.Type) reflect.Type) reflect.Type {
	t = types.Unalias(t)
	if r, ok := table.At(t).(reflect.Type); ok {
		return r
	}
	m.depth++
	var r reflect.Type
	var complete func()
	if table == &m.made && m.flat(t, false) {
		r = m.standIn(t)
	} else {
		r, complete = m.make(t, of, elem)
	}
	table.Set(t, r)
	if complete != nil {
		m.todo = append(m.todo, complete)
	}
	for m.depth == 1 && len(m.todo) > 0 {
		next := m.todo[0]
		m.todo = m.todo[1:]
		next()
	}
	m.depth--
	return r
}

// make makes a type of those of its parts and elements, and returns what completes it, if
// anything does.
func (m *Maker) make(t types.Type, of, elem func(types.Type) reflect.Type) (reflect.Type, func()) {
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
		return reflect.PointerTo(of(t.Elem())), nil
	case *types.Slice:
		return reflect.SliceOf(elem(t.Elem())), nil
	case *types.Array:
		return reflect.ArrayOf(int(t.Len()), elem(t.Elem())), nil
	case *types.Map:
		return reflect.MapOf(elem(t.Key()), elem(t.Elem())), nil
	case *types.Chan:
		return reflect.ChanOf(chanDir[t.Dir()], elem(t.Elem())), nil
	case *types.Signature:
		return m.function(t, of), nil
	case *types.Struct:
		return m.structure(t, of)
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

// function is the Go type of functions, of those of their parameters and results.
func (m *Maker) function(t *types.Signature, of func(types.Type) reflect.Type) reflect.Type {
	tuple := func(t *types.Tuple) []reflect.Type {
		out := make([]reflect.Type, 0, t.Len())
		for v := range t.Variables() {
			out = append(out, of(v.Type()))
		}
		return out
	}
	return reflect.FuncOf(tuple(t.Params()), tuple(t.Results()), t.Variadic())
}

// bare is a method's type without its receiver.
func (m *Maker) bare(f types.Type) reflect.Type { return m.function(f.(*types.Signature), m.real) }

func (m *Maker) pkgPath(p *types.Package) string {
	switch {
	case p == nil:
		return ""
	case m.PkgPath != nil:
		return m.PkgPath(p)
	}
	return p.Path()
}
