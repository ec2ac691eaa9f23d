package machine

import (
	"unsafe"
)

// A pointer outside of the window, to a native package's static data or to a heap
// that has grown past it, is a handle: an offset of firstHandle or more. Compiled
// code checks what it follows, once: (p - 1) >= FarCheck, unsigned, is nil or far.
// The same pointer has the same handle everywhere, so that pointers can be compared.
// A context has its handles until it leaves compiled code, or a cleanup finds no
// frame that holds it; constants of compiled code have theirs for ever.
const (
	firstHandle = windowSize
	maxHandles  = 1 << 16

	// FarCheck is what compiled code compares p - 1 to.
	FarCheck = firstHandle - 1
)

// farTable has the handles in use. Machine.mu guards it.
type farTable struct {
	of    map[uintptr]uint32
	slots []farSlot
	free  []uint32
}

// farSlot is what a handle stands for, and how many contexts have it.
type farSlot struct {
	p     unsafe.Pointer
	users int
	kept  bool // by compiled code, for ever
}

// Offset is the offset of p, or a handle that is never freed. It is for pointers in
// the code of modules; whoever asks keeps what p points to alive.
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
	c.handles[uintptr(p)] = h
	return h
}

func (t *farTable) handle(p unsafe.Pointer) uint32 {
	if h, ok := t.of[uintptr(p)]; ok {
		return h
	}
	if t.of == nil {
		t.of = map[uintptr]uint32{}
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
	t.slots[i].p = p
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
			delete(t.of, p)
			t.free = append(t.free, h-firstHandle)
		}
	}
}

// farPointer is the pointer of a handle.
func (m *Machine) farPointer(h uint32) unsafe.Pointer {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.far.slots[h-firstHandle].p
}

// FarLoad is a quick host function: it copies a[2] bytes, ScratchSize at most, from
// a[1] bytes behind the pointer a[0] to the context's scratch memory, and returns that
// memory's offset. What was copied is good until the next host call; pointers in it
// are native ones, as in any memory.
func FarLoad(c *Context, _ uint32, a []uint64) {
	from := unsafe.Slice((*byte)(unsafe.Add(c.Ptr(a[0]), a[1])), a[2])
	copy(c.scratch(), from)
	a[0] = uint64(c.tc + ScratchAt)
}

// FarStore is a quick host function, the inverse of FarLoad: it copies a[2] bytes
// without pointers from the scratch memory to a[1] bytes behind the pointer a[0].
func FarStore(c *Context, _ uint32, a []uint64) {
	to := unsafe.Slice((*byte)(unsafe.Add(c.Ptr(a[0]), a[1])), a[2])
	copy(to, c.scratch())
}

func (c *Context) scratch() []byte {
	p := (*byte)(unsafe.Pointer(&c.control[ScratchAt/8]))
	return unsafe.Slice(p, ScratchSize)
}
