package machine

import (
	"fmt"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// The host functions that code imports from the module HostModule, by the numbers
// of their arguments and results.
const (
	HostModule    = "env"
	MaxArguments  = 8
	MaxResults    = 3
	hostArguments = 3 // the context, the frame's offset, the site's number
)

// HostName is the name of the host function of n arguments and r results.
func HostName(n, r int) string { return fmt.Sprintf("h%d_%d", n, r) }

// hostSignature is the signature of the host function of n arguments and r results.
func hostSignature(n, r int) code.Signature {
	s := code.Signature{Params: []code.Type{code.I32, code.I32, code.I32}}
	for range n {
		s.Params = append(s.Params, code.I64)
	}
	for range r {
		s.Results = append(s.Results, code.I64)
	}
	return s
}

// Settle is a full host function that rebuilds the log, as a poll does when it is long:
// then what compiled code has dropped can be collected.
func Settle(c *Context, sp uint32, _ []uint64) { c.cleanup(sp) }

// Store is a quick host function: it stores the pointer a[2], an offset or a handle, to
// a[1] bytes behind the pointer a[0]. Compiled code calls it instead of storing a
// pointer over another (rule 2), and where the place or the pointer is far.
func Store(c *Context, _ uint32, a []uint64) {
	c.store(unsafe.Add(c.Ptr(a[0]), a[1]), c.Ptr(a[2]))
}

// StoreAddress is Store of a native address.
func StoreAddress(c *Context, _ uint32, a []uint64) {
	c.store(unsafe.Add(c.Ptr(a[0]), a[1]), Native(a[2]))
}

// store logs what it overwrites, since another frame may have loaded it.
func (c *Context) store(place, p unsafe.Pointer) {
	if !c.m.breaks(2) {
		c.unlink(*(*unsafe.Pointer)(place))
	}
	*(*unsafe.Pointer)(place) = p
}

// Give1 is a quick host function: it turns the native address a[0] of an object into
// an offset or a handle, and logs it. Code calls it for a loaded pointer that isn't near.
func Give1(c *Context, _ uint32, a []uint64) { a[0] = c.Give(Native(a[0])) }
