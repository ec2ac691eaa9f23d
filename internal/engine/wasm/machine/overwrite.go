package machine

import (
	"slices"
	"unsafe"

	"riffle/internal/engine/wasm/code"
)

// Compiled code stores a pointer over another by a function that does what the host does,
// as Go's compiler would translate it: while the collector marks, Go's write barrier has
// to run, and the host is called; otherwise an append to the log that has room, and the
// store, are plain stores (rule 2). The function asks the runtime's own variable, as
// compiled Go does. That changes only while the world is stopped, which waits for
// goroutines in machine code; and there is no way of the host's between the question and
// the stores.
//
// It is an assembly function that a module has in place of an imported one, as it has
// exits, and in a browser a function of the bridge. Elsewhere the host is always called.

const (
	overwriteName = "overwrite"
	logName       = "log"
	firstRoom     = 64 // in the log, when it is first full
)

// Overwrite imports the function into a module. Its arguments are those of a host call of
// StoreAddress: the place must be near, and the site's host function StoreAddress.
func Overwrite(b *code.Module) *code.Func {
	return b.Import(HostModule, overwriteName, hostSignature(3, 0))
}

// Log imports a function that logs a native address, as Overwrite logs what it overwrites.
// It is called as for a host call of LogAddress, with the address as its argument.
func Log(b *code.Module) *code.Func {
	return b.Import(HostModule, logName, hostSignature(1, 0))
}

// LogAddress is a quick host function: it logs the native address a[0].
func LogAddress(c *Context, _ uint32, a []uint64) { c.unlink(Native(a[0])) }

// unlink logs what compiled code is about to overwrite.
func (c *Context) unlink(old unsafe.Pointer) {
	if len(c.log) >= c.logRoom {
		c.makeRoom()
	}
	c.Keep(old)
}

// makeRoom lets compiled code append more to the log, up to a length at which the next
// back-edge polls and rebuilds it; there is some room for what is stored until then.
func (c *Context) makeRoom() {
	n, most := len(c.log), c.longest()
	if n >= most {
		*c.word(FuelAt) = 0
		c.logRoom = cap(c.log)
		return
	}
	if n == cap(c.log) {
		c.log = slices.Grow(c.log, min(3*n+firstRoom, most+most/4-n))
	}
	c.logRoom = min(cap(c.log), most)
}

// longest is how long the log may become by stores before a poll.
func (c *Context) longest() int { return 2 * (c.m.Stress.Entries + c.roots) }
