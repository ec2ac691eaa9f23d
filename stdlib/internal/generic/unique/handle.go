// Package unique replaces the original's map of weak pointers by one that
// keeps what it is given.
package unique

import "sync"

// Handle identifies a value: two are equal exactly when their values are.
type Handle[T comparable] struct {
	value *T
}

// Value returns a copy of the value that the handle was made of.
func (h Handle[T]) Value() T { return *h.value }

// handles maps (*T)(nil) to a map of the values of type T to *T.
var handles sync.Map

// Make returns the handle of value.
func Make[T comparable](value T) Handle[T] {
	all, _ := handles.LoadOrStore((*T)(nil), &sync.Map{})
	p, _ := all.(*sync.Map).LoadOrStore(value, &value)
	return Handle[T]{p.(*T)}
}
