package machine

import "unsafe"

// Unwind is what a function runs when a panic with the value v, or a Goexit if v is nil,
// leaves it. It returns the panic that continues; nil if that was stopped, which only the
// Unwind of a site that Stops may do. record is the offset of the guard's record, which
// code keeps in its frame's part without pointers. Its first 32-bit word is the offset of
// the record that GuardAt had before, its second the number of the site with the Unwind;
// if the site Stops, a point follows at which the function is resumed, see ResumePoint; the
// rest is the Unwind's. GuardAt has the record's offset as long as the function is guarded.
//
// A guard costs only these few stores, and no call of Go. Where functions can't be resumed,
// what can stop a panic needs an entry of its own (Context.Enter).
type Unwind func(c *Context, record uint32, v any) (next any)

// guardRecord is the beginning of a guard's record.
type guardRecord struct{ before, site uint32 }

// RecordSize is how many bytes of a guard's record the machine has, without a point.
const RecordSize = 8

// popGuard removes the innermost guard, and returns what must run.
//
//go:nocheckptr
func (c *Context) popGuard() (record uint32, u Unwind) {
	record = *c.word(GuardAt)
	r := (*guardRecord)(c.m.at(record))
	*c.word(GuardAt) = r.before
	return record, c.m.site(r.site).Unwind
}

// mayResume reports whether a guard of the topmost entry may stop a panic.
//
//go:nocheckptr
func (c *Context) mayResume(v any) bool {
	if v == any(c.m.TooDeep) {
		return false
	}
	outer := c.entries[len(c.entries)-1].guard
	for record := *c.word(GuardAt); record != outer; record = c.before(record) {
		if c.m.site((*guardRecord)(c.m.at(record)).site).Stops {
			return true
		}
	}
	return false
}

// before is the record of the enclosing guard, 0 for none.
//
//go:nocheckptr
func (c *Context) before(record uint32) uint32 { return (*guardRecord)(c.m.at(record)).before }

// leave records that the call of a site has panicked. It reports the frames that the
// panic leaves, unless there are guards among them.
func (c *Context) leave(sp, id uint32) {
	e := c.entries[len(c.entries)-1]
	frames := c.tail(e.base, sp)
	// The frame of a full call is there already.
	if s := c.m.site(id); len(frames) == 0 || frames[len(frames)-1].site != s {
		frames = append(frames, frame{sp, s})
	}
	if *c.word(GuardAt) == e.guard {
		c.report(frames)
		return
	}
	c.leaving = frames
	c.Keep(unsafe.Pointer(c.m.site(id).module))
	c.Sync(sp) // since from here on its code is gone, and its modules may be too
}

// tail are the frames from base to top; if there are very many, and no guards, only the
// innermost.
func (c *Context) tail(base, top uint32) (frames []frame) {
	guarded := *c.word(GuardAt) != c.entries[len(c.entries)-1].guard
	c.frames(base, top, func(fr frame) {
		if frames = append(frames, fr); len(frames) >= 2*maxTrace && !guarded {
			frames = append(frames[:0], frames[maxTrace:]...)
		}
	})
	return frames
}

// maxUnwound is how many guards, the outermost, run when a recursion is too deep. A stack
// overflow ends compiled Go without running any, and millions would take minutes.
const maxUnwound = 1000

// unwind runs the guards of an entry that a panic leaves, and reports the frames between
// them. It returns the panic that continues, or nil and the record of the guard that has
// stopped it.
func (c *Context) unwind(guard uint32, v any) (next any, record uint32) {
	frames := c.leaving
	c.leaving = nil
	ahead := uint32(0) // not 0 while there are more than maxUnwound guards
	if v == any(c.m.TooDeep) {
		ahead = *c.word(GuardAt)
		for i := 0; i < maxUnwound && ahead != 0; i++ {
			ahead = c.before(ahead)
		}
	}
	for *c.word(GuardAt) != guard {
		record, u := c.popGuard()
		if ahead != 0 {
			ahead = c.before(ahead)
			continue
		}
		i := len(frames) - 1
		for i > 0 && frames[i].at > record {
			i--
		}
		c.report(frames[i:])
		frames = frames[:i]
		if v = u(c, record, v); v == nil {
			return nil, record
		}
	}
	c.report(frames)
	return v, 0
}

// exit runs the guards of an entry that a Goexit leaves.
func (c *Context) exit(guard uint32) {
	if *c.word(GuardAt) == guard {
		return
	}
	defer c.exit(guard)
	record, u := c.popGuard()
	u(c, record, nil)
}

// maxTrace is how many frames of a panic are reported at once.
const maxTrace = 200

// report reports frames that a panic has left.
func (c *Context) report(frames []frame) {
	var trace []Frame
	for i := len(frames) - 1; i >= 0 && len(trace) < maxTrace; i-- {
		if s := frames[i].site; s.In != nil {
			trace = append(append(trace, Frame{s.Pos, s.In}), s.Callers...)
		}
	}
	if len(trace) > 0 && c.m.Trace != nil {
		c.m.Trace(trace)
	}
}
