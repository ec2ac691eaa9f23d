package machine

import (
	"runtime"
	"unsafe"
)

// frame is a frame of compiled code in the shadow stack.
type frame struct {
	at   uint32
	site *Site
}

// header is the 8 bytes that a frame begins with.
//
//go:nocheckptr
func (c *Context) header(at uint32) *uint64 { return (*uint64)(c.m.at(at)) }

// frameAt is the frame that begins at an offset.
func (c *Context) frameAt(at uint32) frame { return frame{at, c.m.site(uint32(*c.header(at)))} }

// frames calls f for each frame from base to top, the outermost first.
func (c *Context) frames(base, top uint32, f func(frame)) {
	for at := base; at < top; {
		fr := c.frameAt(at)
		f(fr)
		at += fr.site.Size
	}
}

// pointers calls f for each pointer that a frame holds.
//
//go:nocheckptr
func (c *Context) pointers(fr frame, f func(Word, uint64)) {
	at := fr.at + siteHeader + fr.site.Raw
	for i, w := range fr.site.Words {
		if w != Raw {
			if v := *(*uint64)(c.m.at(at + 8*uint32(i))); v != 0 {
				f(w, v)
			}
		}
	}
}

// logFrame logs what a frame holds, and its module, whose code will continue when the
// calls above return (rule 4).
func (c *Context) logFrame(fr frame) {
	if c.module != fr.site.module {
		c.module = fr.site.module
		c.Keep(unsafe.Pointer(c.module))
	}
	c.pointers(fr, func(w Word, v uint64) {
		if w == Offset {
			c.Keep(c.Ptr(v))
		} else {
			c.Keep(Native(v))
		}
	})
	*c.header(fr.at) |= logged
}

// Sync keeps rule 4: it logs the pointers of all frames, since from here on others may
// unlink them. A full host function calls it before it runs user code, blocks, or removes
// pointers from memory that it doesn't own. Frames that are unchanged since they were
// logged aren't logged again, and those of waiting entries aren't even visited.
func (c *Context) Sync(sp uint32) {
	if c.m.breaks(4) {
		return
	}
	top := len(c.entries) - 1
	c.logUnknown(c.entries[top].base, sp)
	for i := top - 1; i >= 0 && !c.entries[i].known; i-- {
		c.logUnknown(c.entries[i].base, c.entries[i].top)
		c.entries[i].known = true
	}
}

// SyncLock is Sync for an operation on a lock.
func (c *Context) SyncLock(sp uint32) {
	if !c.m.breaks(BrokenLock) {
		c.Sync(sp)
	}
}

func (c *Context) logUnknown(base, top uint32) {
	for at := base; at < top; {
		fr := c.frameAt(at)
		if *c.header(at)&logged == 0 {
			c.logFrame(fr)
		}
		at += fr.site.Size
	}
}

// cleanup rebuilds the log from what the frames hold (rule 5). It may happen only in
// polls, where no local variable holds a pointer that isn't in the frame.
func (c *Context) cleanup(sp uint32) {
	old := c.log
	c.log, c.logRoom, c.module = c.spare[:0], 0, nil
	broken := c.m.breaks(5)
	if !broken {
		c.allFrames(sp, c.logFrame)
	}
	for i := range c.entries {
		c.entries[i].known = true
	}
	clear(old) // only now that all that frames hold is in the new one
	c.letGo(true)
	c.spare = old
	c.roots, c.bytes = len(c.log), 0
	c.logRoom = min(cap(c.log), c.longest())
	c.cleanups++
	if broken {
		runtime.GC()
	}
	if len(c.handles) > 0 {
		c.dropHandles(c.heldHandles(sp))
	}
}

// allFrames calls f for the frames of all entries, of which the topmost end at sp.
func (c *Context) allFrames(sp uint32, f func(frame)) {
	top := len(c.entries) - 1
	for _, e := range c.entries[:top] {
		c.frames(e.base, e.top, f)
	}
	c.frames(c.entries[top].base, sp, f)
}

// heldHandles are the handles in frames.
func (c *Context) heldHandles(sp uint32) map[uint32]bool {
	held := map[uint32]bool{}
	c.allFrames(sp, func(fr frame) {
		c.pointers(fr, func(w Word, v uint64) {
			if w == Offset && uint32(v) >= firstHandle {
				held[uint32(v)] = true
			}
		})
	})
	return held
}
