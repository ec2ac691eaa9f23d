// Package atomic replaces the original's unsafe pointer by a guarded one.
package atomic

import "sync"

// Pointer is an atomic pointer of type *T; the zero value is nil.
type Pointer[T any] struct {
	mu sync.Mutex
	p  *T
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.p
}

// Store sets the pointer.
func (x *Pointer[T]) Store(val *T) { x.Swap(val) }

// Swap sets the pointer and returns what it was.
func (x *Pointer[T]) Swap(new *T) (old *T) {
	x.mu.Lock()
	defer x.mu.Unlock()
	old, x.p = x.p, new
	return old
}

// CompareAndSwap sets the pointer to new if it is old.
func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.p != old {
		return false
	}
	x.p = new
	return true
}
