package machine

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"
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

// startHost makes the module of host functions. All of them are one.
func (m *Machine) startHost() error {
	b := m.wazero.NewHostModuleBuilder(HostModule)
	for n := 0; n <= MaxArguments; n++ {
		for r := 0; r <= MaxResults; r++ {
			in := []api.ValueType{api.ValueTypeI32, api.ValueTypeI32, api.ValueTypeI32}
			var out []api.ValueType
			for range n {
				in = append(in, api.ValueTypeI64)
			}
			for range r {
				out = append(out, api.ValueTypeI64)
			}
			b.NewFunctionBuilder().WithGoFunction(api.GoFunc(m.host), in, out).Export(HostName(n, r))
		}
	}
	_, err := b.Instantiate(m.ctx)
	return err
}

// host is every host function. s has the arguments and takes the results.
func (m *Machine) host(_ context.Context, s []uint64) {
	c, sp, id := m.contextOf(uint32(s[0])), uint32(s[1]), uint32(s[2])
	copy(s, s[hostArguments:])
	defer c.catch(sp, id)
	m.site(id).Host(c, sp, s)
}

// unwound is the panic that ends a call of wazero's; the value that it stands for is
// the context's failure. wazero returns such an error as it is.
var unwound = sys.NewExitError(1)

// catch keeps the value of a panic in a host function, and its trace, for the entry
// that it is in: wazero can't pass it.
func (c *Context) catch(sp, id uint32) {
	v := recover()
	if v == nil {
		return // or runtime.Goexit, which goes through
	}
	c.failure = v
	c.leave(sp, id)
	panic(unwound)
}

// Settle is a full host function that makes the log anew, as a poll does when it is
// long: what compiled code has let go of can be collected then.
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

// store logs what it overwrites, as another frame may have loaded it.
func (c *Context) store(place, p unsafe.Pointer) {
	if c.m.Stress.Broken != 2 {
		c.Keep(*(*unsafe.Pointer)(place))
	}
	*(*unsafe.Pointer)(place) = p
}

// Give1 is a quick host function: it turns the native address a[0] of an object into
// an offset or a handle, and logs it. Code calls it for a pointer that it has loaded
// and that isn't near.
func Give1(c *Context, _ uint32, a []uint64) { a[0] = c.Give(Native(a[0])) }
