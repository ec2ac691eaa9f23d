// Package atomic replaces the original's unsafe pointer by a guarded one.
package atomic

import "sync"

// Pointer is an atomic pointer of type *T; the zero value is nil.
//
// Its fields are where the original's are, as a printed one shows them.
type Pointer[T any] struct {
	_  [0]*T
	mu sync.Mutex
	v  *T
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.v
}

// Store sets the pointer.
func (x *Pointer[T]) Store(val *T) { x.Swap(val) }

// Swap sets the pointer and returns what it was.
func (x *Pointer[T]) Swap(new *T) (old *T) {
	x.mu.Lock()
	defer x.mu.Unlock()
	old, x.v = x.v, new
	return old
}

// CompareAndSwap sets the pointer to new if it is old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.v != old {
		return false
	}
	x.v = new
	return true
}
