package rtype

import (
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A stub is an entry point whose code is chosen at run time: a few instructions that load
// a function value and jump to its code, as a call of that function value does. It has no
// frame, so panics, tracebacks and growing stacks see only the function.
//
// The program has a pool of them. When that is used up, more are written to memory of
// their own (thunk.go), where the system lets a program make code.

type stub struct {
	entry unsafe.Pointer
	fn    *unsafe.Pointer // the function value that it jumps to
}

var pool struct {
	sync.Mutex
	used int
}

// poolFuncs are the function values of the pool's stubs; their code reads them.
var poolFuncs [poolSize]unsafe.Pointer

var errNoStubs = errors.New("too many methods have been declared; a new session has room again: restart the kernel, or load the page anew")

// newStub is the number, in descriptors, of a stub that jumps to f, a function of the type
// that its callers take it for. It lives for ever, as f does.
func newStub(f any) (int32, error) {
	s, ok := pooled()
	if !ok {
		var err error
		if s, err = thunk(); err != nil {
			return 0, err
		}
	}
	atomic.StorePointer(s.fn, (*[2]unsafe.Pointer)(unsafe.Pointer(&f))[1])
	return addReflectOff(s.entry), nil
}

func pooled() (s stub, ok bool) {
	pool.Lock()
	defer pool.Unlock()
	if pool.used == poolSize {
		return stub{}, false
	}
	i := pool.used
	pool.used++
	return stub{poolEntry(i), &poolFuncs[i]}, true
}
