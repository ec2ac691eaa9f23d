package engine

import (
	"reflect"
	"sync"

	"riffle/internal/core"
	"riffle/internal/gotype"
)

// Store holds what programs have in common: natives and types, and the memory of
// global variables. It is safe for concurrent use; the memory is the user's to
// share.
//
// The store has no table of variables or functions. Their names point to them
// (core.Var.Memory, core.FuncName.Func), so that they live as long as something mentions
// them: lowering, or a live function.
type Store struct {
	native func(path, name string) (reflect.Value, bool)
	mu     sync.Mutex // guards types, and the making of memory
	types  gotype.Maker
}

// NewStore returns an empty store over natives: functions, addressable variables,
// and for types nil pointers to them.
func NewStore(native func(path, name string) (reflect.Value, bool)) *Store {
	s := &Store{native: native}
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

// Interfaces sets the function that makes an interface of the session's of a types.Type.
func (s *Store) Interfaces(of func(any) reflect.Type) { s.types.Interface = of }

// Native is the native that a name stands for.
func (s *Store) Native(n *core.NativeName) (reflect.Value, bool) {
	if n.Made != nil {
		return reflect.ValueOf(n.Made).Elem(), true
	}
	return s.native(n.Path, n.Name)
}

// Type is the Go type of t.
func (s *Store) Type(t *core.Type) reflect.Type {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.types.Type(t)
}

// Global is the memory of a global variable: addressable, and of the Go type of its type.
// It is zero until written.
func (s *Store) Global(v *core.Var) reflect.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v.Memory == nil {
		v.Memory = new(reflect.New(s.types.Type(v.T)).Interface())
	}
	return reflect.ValueOf(*v.Memory).Elem()
}

// Clear empties global variables, so that what they hold can be collected.
func (s *Store) Clear(vs ...*core.Var) {
	for _, v := range vs {
		if v != nil {
			s.Global(v).SetZero()
		}
	}
}
