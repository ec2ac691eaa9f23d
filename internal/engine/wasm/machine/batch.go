package machine

import (
	"reflect"
	"unsafe"
)

// Most allocations don't leave compiled code: it takes the next object of a batch that
// the host made in advance. Each object is a separate Go object, so it lives and dies by
// itself. Objects of one size with pointers in the same places are of one class, whatever
// their types: that is all that the collector knows of a type.
//
// A batch is part of the log (rule 3): it keeps all its objects, taken or not, until the
// next batch replaces it, and then the log gets them; a cleanup drops those that were
// taken. So what compiled code takes is already logged, and all that it writes is how
// many it has taken.

// Class is a class of objects that contexts allocate in batches.
type Class struct {
	// At is where the control block has the offset of a place with the native address of
	// the next object, whose memory is zero, or 0 if the batch is used up. Taking the
	// object adds 8 to the offset.
	At uint32

	size, most int
	fill       func([]unsafe.Pointer)
}

// batch is a context's batch of a class.
type batch struct {
	class   *Class
	objects []unsafe.Pointer // the last of them, after n, is nil
	n       int
	let     int  // how many were taken and are no longer held
	idle    bool // nothing was taken between the last two cleanups
}

// A batch is twice as large as the last one, within these bounds; a context's batches
// together have at most maxAhead bytes, unless each has one object.
const (
	maxBatch      = 64
	maxBatchBytes = 4 << 10
	maxAhead      = 32 << 10
)

// Class is the class of values of a type, nil if they are too large for one, or if
// there are too many classes.
func (m *Machine) Class(t reflect.Type) *Class {
	n := int(t.Size()+7) / 8
	if n == 0 || n > maxWords || m.Stress.Far == 1 {
		return nil
	}
	s := shape{n, pointersOf(t, 0)}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.classes[s]
	if k == nil && len(m.classes) < maxClasses {
		if m.classes == nil {
			m.classes = map[shape]*Class{}
		}
		k = &Class{At: classesAt + 4*uint32(len(m.classes)), size: 8 * n, most: min(maxBatch, maxBatchBytes/(8*n)), fill: s.filler()}
		m.classes[s] = k
	}
	return k
}

// New is a new object of the class, for a host function. If the batch is used up, it
// makes the next one.
func (k *Class) New(c *Context) unsafe.Pointer {
	next := c.word(k.At)
	if p := *c.header(*next); p != 0 {
		*next += 8
		return pointer(uintptr(p))
	}
	*next = c.tc + noneAt
	b := c.batch(k)
	if !c.m.breaks(3) && !c.m.breaks(BrokenBatch) {
		c.log = append(c.log, b.objects[b.let:b.n]...)
	}
	c.resize(b, min(max(1, 2*b.n), k.most))
	k.fill(b.objects[:b.n])
	b.let, b.idle = 0, false
	c.made((b.n - 1) * k.size)
	p := b.objects[0]
	at, ok := c.m.near(unsafe.Pointer(&b.objects[0]))
	if !ok {
		c.resize(b, 1)
		return p
	}
	for i := 1; i < b.n; i++ {
		if _, ok := c.m.near(b.objects[i]); !ok { // the host hands out what isn't in the window
			c.resize(b, i)
		}
	}
	*next = at + 8
	return p
}

// batch is the context's batch of a class.
func (c *Context) batch(k *Class) *batch {
	i := int(k.At-classesAt) / 4
	for len(c.batches) <= i {
		c.batches = append(c.batches, nil)
	}
	b := c.batches[i]
	if b == nil {
		b = &batch{class: k}
		c.batches[i] = b
	}
	if b.n == 0 {
		c.hot = append(c.hot, b)
	}
	return b
}

// resize sets the number of a batch's objects to n, or less if all batches would have too
// many bytes.
func (c *Context) resize(b *batch, n int) {
	size := b.class.size
	c.ahead -= b.n * size
	for n > 1 && c.ahead+n*size > maxAhead {
		n /= 2
	}
	c.ahead += n * size
	if b.n = n; n >= len(b.objects) {
		b.objects = make([]unsafe.Pointer, n+1)
	}
	clear(b.objects[n:])
}

// usedOf is how many objects of a batch compiled code has taken.
func (c *Context) usedOf(b *batch) int {
	next := *c.word(b.class.At)
	if next == c.tc+noneAt {
		return b.n
	}
	at, _ := c.m.near(unsafe.Pointer(&b.objects[0]))
	return int(next-at) / 8
}

// letGo drops the objects that were taken, as the log does its own. If cold, it drops
// batches from which none was taken since the last time.
func (c *Context) letGo(cold bool) {
	hot := c.hot[:0]
	for _, b := range c.hot {
		n := c.usedOf(b)
		switch {
		case n > b.let:
			clear(b.objects[b.let:n])
			b.let, b.idle = n, false
		case cold && b.idle:
			c.drop(b)
			continue
		case cold:
			b.idle = true
		}
		hot = append(hot, b)
	}
	c.hot = hot
}

// drop forgets a batch all of whose taken objects are in the log.
func (c *Context) drop(b *batch) {
	c.ahead -= b.n * b.class.size
	*c.word(b.class.At) = c.tc + noneAt
	*b = batch{class: b.class}
}
