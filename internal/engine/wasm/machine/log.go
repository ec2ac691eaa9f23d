package machine

import "unsafe"

// The log holds what only compiled code may still have: what was allocated (rule 3), what
// was overwritten (rule 2), what frames held when others could unlink it (rule 4). An
// append is a store with Go's write barrier, so that a running collector cycle marks what
// is logged.

// Keep logs p: it stays alive until a poll finds it in no frame, or the context has left
// compiled code.
func (c *Context) Keep(p unsafe.Pointer) {
	if p != nil {
		c.log = append(c.log, p)
	}
}

// Give passes a pointer to compiled code: it is logged, and returned as an offset or a
// handle.
func (c *Context) Give(p unsafe.Pointer) uint64 {
	if p == nil {
		return 0
	}
	c.log = append(c.log, p)
	if off, ok := c.m.near(p); ok {
		return uint64(off)
	}
	return uint64(c.handle(p))
}

// Pass is Give without the log, for a pointer that something else holds for as long as
// compiled code, or a host function, uses it (rule 1).
func (c *Context) Pass(p unsafe.Pointer) uint64 {
	if off, ok := c.m.near(p); ok {
		return uint64(off)
	}
	return c.Give(p)
}

// GiveMade is GiveNew of a new object that nothing else refers to.
func (c *Context) GiveMade(p unsafe.Pointer, size int, scanned bool) uint64 {
	if c.m.holes != 0 {
		p = c.m.place(p, size, scanned)
	}
	return c.GiveFixed(p, size)
}

// GiveFixed is GiveMade of an object that mustn't be moved, since it contains its own
// address.
func (c *Context) GiveFixed(p unsafe.Pointer, size int) uint64 {
	off := c.GiveNew(p, size)
	if off >= firstHandle && c.m.holes == 0 {
		c.m.full.Store(true)
	}
	return off
}

// GiveNew is Give of size bytes that were allocated for compiled code.
func (c *Context) GiveNew(p unsafe.Pointer, size int) uint64 {
	c.made(size)
	if c.m.breaks(3) {
		off, _ := c.m.near(p)
		return uint64(off)
	}
	return c.Give(p)
}

// made counts bytes that the log keeps. If they are many it takes all fuel, so that the
// next back-edge polls: a loop that makes large objects would keep a lot of them.
func (c *Context) made(size int) {
	if c.bytes += size; c.bytes > c.m.Stress.Bytes {
		*c.word(FuelAt) = 0
	}
}

// GiveString passes a string to compiled code, as an offset and a length. One outside the
// window is copied into it, since strings don't change, unless it is full.
func (c *Context) GiveString(s string) (data, length uint64) {
	if len(s) == 0 {
		return 0, 0
	}
	p := unsafe.Pointer(unsafe.StringData(s))
	if off, ok := c.m.near(p); ok {
		c.made(len(s))
		c.Keep(p)
		return uint64(off), uint64(len(s))
	}
	if !c.m.Full() {
		b := append(make([]byte, 0, len(s)), s...)
		if off := c.GiveMade(unsafe.Pointer(&b[0]), len(b), false); off < firstHandle {
			return off, uint64(len(b))
		}
	}
	c.made(len(s))
	return c.Give(p), uint64(len(s))
}

// Ref passes a map, a channel or a word of an interface to compiled code: it is logged,
// and returned as its address.
func (c *Context) Ref(p unsafe.Pointer) uint64 {
	c.Keep(p)
	return uint64(uintptr(p))
}

// RefNew is Ref of a new object for compiled code, of about size bytes.
func (c *Context) RefNew(p unsafe.Pointer, size int) uint64 {
	c.made(size)
	return c.Ref(p)
}

// Ptr is the pointer of an offset or handle that compiled code passed. Compiled code
// holds it, so the collector knows it.
func (c *Context) Ptr(a uint64) unsafe.Pointer {
	off := uint32(a)
	switch {
	case off == 0:
		return nil
	case off >= firstHandle:
		return c.m.farPointer(off)
	}
	return c.m.at(off)
}

// Native is the pointer of a native address that compiled code passed (Ref).
func Native(a uint64) unsafe.Pointer { return pointer(uintptr(a)) }

// String is a string that compiled code passed.
func (c *Context) String(data, length uint64) string {
	return unsafe.String((*byte)(c.Ptr(data)), int(length))
}

// forget drops the log and the handles when the context has left compiled code. The rest
// of the batches is for the next entry.
func (c *Context) forget() {
	if cap(c.log) > 4*c.m.Stress.Entries {
		c.log, c.spare = nil, nil
	} else {
		clear(c.log)
		c.log = c.log[:0]
	}
	c.letGo(false)
	c.roots, c.bytes, c.module = 0, 0, nil
	c.logRoom = min(cap(c.log), c.longest())
	c.dropHandles(nil)
}
