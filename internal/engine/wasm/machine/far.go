package machine

import (
	"unsafe"
)

// A pointer outside the window, to a native package's static data or to a heap that has
// grown past it, is a handle: an offset of firstHandle or more. Compiled code checks what
// it dereferences, once: (p - 1) >= FarCheck, unsigned, is nil or far. The same pointer
// has the same handle everywhere, so that pointers can be compared. A context has its
// handles until it leaves compiled code, or a cleanup finds no frame that holds it;
// constants of compiled code have theirs for ever.
const (
	firstHandle = windowSize
	maxHandles  = 1 << 16

	// FarCheck is what compiled code compares p - 1 to.
	FarCheck = firstHandle - 1
)

// farTable has the handles in use. Machine.mu guards it, except pointers: the holder of a
// handle may read what it stands for.
type farTable struct {
	of       map[uintptr]uint32
	pointers []unsafe.Pointer // of all handles, nil before there is one
	slots    []farSlot
	free     []uint32
	contexts int // that have handles
}

// farSlot says how many contexts have a handle.
type farSlot struct {
	users int
	kept  bool // by compiled code, for ever
}

// share is how many handles a context may take before it must poll to free those that no
// frame holds: half of all are for what is made until then.
func (t *farTable) share() int { return maxHandles / 4 / max(1, t.contexts) }

// Offset is the offset of p, or a handle that is never freed. It is for pointers in the
// code of modules; the caller keeps what p points to alive.
func (m *Machine) Offset(p unsafe.Pointer) uint32 {
	if p == nil {
		return 0
	}
	if off, ok := m.near(p); ok {
		return off
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.far.handle(p)
	m.far.slots[h-firstHandle].kept = true
	return h
}

// Near is the offset of p, 0 if it doesn't lie in the window.
func (m *Machine) Near(p unsafe.Pointer) uint32 {
	if off, ok := m.near(p); ok {
		return off
	}
	return 0
}

// Constant copies bytes into the window, for code that reads them unchecked. The module
// must keep keep alive. ok is false if there is no memory in the window.
func (m *Machine) Constant(b []byte) (off uint32, keep any, ok bool) {
	size := (len(b) + 7) &^ 7
	p := unsafe.Pointer(unsafe.SliceData(make([]uint64, size/8)))
	if m.holes != 0 {
		p = m.placing.inSight(m, size)
	}
	copy(unsafe.Slice((*byte)(p), len(b)), b)
	off, ok = m.near(p)
	return off, p, ok
}

// handle is the context's handle of a far pointer.
func (c *Context) handle(p unsafe.Pointer) uint32 {
	if h, ok := c.handles[uintptr(p)]; ok {
		return h
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	h := c.m.far.handle(p)
	c.m.far.slots[h-firstHandle].users++
	if c.handles == nil {
		c.handles = map[uintptr]uint32{}
	}
	if len(c.handles) == 0 {
		c.m.far.contexts++
	}
	c.handles[uintptr(p)] = h
	if c.manyHandles() {
		*c.word(FuelAt) = 0
	}
	return h
}

// manyHandles reports whether it is time to find unheld handles.
func (c *Context) manyHandles() bool {
	return len(c.handles) > c.held && len(c.handles)-c.held > c.m.far.share()
}

// tooManyHandles is manyHandles for polls.
func (c *Context) tooManyHandles() bool {
	if len(c.handles) == 0 {
		return false
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	return c.manyHandles()
}

func (t *farTable) handle(p unsafe.Pointer) uint32 {
	if h, ok := t.of[uintptr(p)]; ok {
		return h
	}
	if t.of == nil {
		t.of = map[uintptr]uint32{}
		t.pointers = make([]unsafe.Pointer, maxHandles)
	}
	var i uint32
	switch n := len(t.free); {
	case n > 0:
		i, t.free = t.free[n-1], t.free[:n-1]
	case len(t.slots) < maxHandles:
		i = uint32(len(t.slots))
		t.slots = append(t.slots, farSlot{})
	default:
		panic(&Fault{"too many pointers to memory past 4 GiB are in use at once"})
	}
	t.pointers[i] = p
	t.of[uintptr(p)] = firstHandle + i
	return firstHandle + i
}

// dropHandles gives back the handles of the context that aren't in held.
func (c *Context) dropHandles(held map[uint32]bool) {
	if len(c.handles) == 0 {
		return
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	t := &c.m.far
	for p, h := range c.handles {
		if held[h] {
			continue
		}
		delete(c.handles, p)
		s := &t.slots[h-firstHandle]
		if s.users--; s.users == 0 && !s.kept {
			*s = farSlot{}
			t.pointers[h-firstHandle] = nil
			delete(t.of, p)
			t.free = append(t.free, h-firstHandle)
		}
	}
	if c.held = len(c.handles); c.held == 0 {
		t.contexts--
	}
}

// farPointer is the pointer of a handle.
func (m *Machine) farPointer(h uint32) unsafe.Pointer {
	return m.far.pointers[h-firstHandle]
}

// FarLoad is a quick host function: it copies a[2] bytes, ScratchSize at most, from
// a[1] bytes behind the pointer a[0] to the context's scratch memory, and returns that
// memory's offset. The copy is valid until the next host call; pointers in it are native
// ones, as in any memory.
func FarLoad(c *Context, _ uint32, a []uint64) {
	a[0] = c.Copy(unsafe.Add(c.Ptr(a[0]), a[1]), uintptr(a[2]))
}

// Copy copies n bytes at a native address to the scratch memory, as FarLoad does, and
// returns that memory's offset. Go's compiler fails if it inlines this for an address
// that was a number.
//
//go:noinline
func (c *Context) Copy(p unsafe.Pointer, n uintptr) uint64 {
	if n > 0 {
		_ = *(*byte)(p) // a nil pointer panics as such
	}
	copy(c.scratch(), unsafe.Slice((*byte)(p), n))
	return uint64(c.tc + ScratchAt)
}

// FarStore is a quick host function, the inverse of FarLoad: it copies a[2] bytes
// without pointers from the scratch memory to a[1] bytes behind the pointer a[0].
func FarStore(c *Context, _ uint32, a []uint64) {
	p := (*byte)(unsafe.Add(c.Ptr(a[0]), a[1]))
	if a[2] > 0 {
		_ = *p
	}
	copy(unsafe.Slice(p, a[2]), c.scratch())
}

func (c *Context) scratch() []byte {
	p := (*byte)(unsafe.Pointer(&c.control[ScratchAt/8]))
	return unsafe.Slice(p, ScratchSize)
}
