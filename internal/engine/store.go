package engine

import (
	"iter"
	"maps"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/gotype"
)

// Store holds what programs leave behind: global variables, functions and types,
// in no engine's terms. It is not safe for concurrent use; the memory of a global
// is the user's to share.
type Store struct {
	native  func(path, name string) (reflect.Value, bool)
	types   gotype.Maker
	globals map[string]Global
	funcs   map[string]*function
	made    map[string]reflect.Value
}

// Global is a global variable.
type Global struct {
	*core.Var
	// V is its memory: addressable, and of the Go type of T.
	V reflect.Value
}

// function is a function with what it uses.
type function struct {
	*core.Function
	uses *Uses // nil until somebody asks
}

// NewStore returns an empty store over natives: functions, addressable variables,
// and for types nil pointers to them.
func NewStore(native func(path, name string) (reflect.Value, bool)) *Store {
	s := &Store{
		native:  native,
		globals: map[string]Global{},
		funcs:   map[string]*function{},
		made:    map[string]reflect.Value{},
	}
	s.types.Native = s.nativeType
	return s
}

func (s *Store) nativeType(path, name string) (reflect.Type, bool) {
	v, ok := s.native(path, name)
	if !ok || v.Kind() != reflect.Pointer || v.CanAddr() {
		return nil, false
	}
	return v.Type().Elem(), true
}

// Add enters a program: its globals, which are zero, and its functions.
func (s *Store) Add(p *core.Program) {
	for _, g := range p.Globals {
		s.globals[g.Name] = Global{g, reflect.New(s.types.Type(g.T)).Elem()}
	}
	for _, f := range p.Funcs {
		if f.Symbol.Kind != core.Main {
			s.funcs[f.Symbol.Name] = &function{Function: f}
		}
	}
}

// AddNative enters a native that was made for a program, in core.TypesPath.
func (s *Store) AddNative(name string, v reflect.Value) { s.made[name] = v }

// Native is what a native package exports.
func (s *Store) Native(path, name string) (reflect.Value, bool) {
	if path == core.TypesPath {
		v, ok := s.made[name]
		return v, ok
	}
	return s.native(path, name)
}

// Type is the Go type of t.
func (s *Store) Type(t *core.Type) reflect.Type { return s.types.Type(t) }

// Global is a global variable of the session.
func (s *Store) Global(name string) (Global, bool) {
	g, ok := s.globals[name]
	return g, ok
}

// Globals are all global variables by their names.
func (s *Store) Globals() iter.Seq2[string, Global] { return maps.All(s.globals) }

// Clear empties global variables, so that what they hold can be collected.
func (s *Store) Clear(names ...string) {
	for _, name := range names {
		if g, ok := s.globals[name]; ok {
			g.V.SetZero()
		}
	}
}

// Func is a function of the session.
func (s *Store) Func(name string) (*core.Function, bool) {
	if f, ok := s.funcs[name]; ok {
		return f.Function, true
	}
	return nil, false
}

// Uses are what a function of a program uses, and the types of the globals among
// it.
func (s *Store) Uses(f *core.Function) *Uses {
	known := s.funcs[f.Symbol.Name]
	if known != nil && known.uses != nil {
		return known.uses
	}
	u := UsesOf(f)
	for _, g := range u.Globals {
		u.typ(g.T)
	}
	if known != nil {
		known.uses = u
	}
	return u
}
