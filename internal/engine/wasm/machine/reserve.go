package machine

import (
	"fmt"
	"sync"
	"unsafe"
)

// The end of the window isn't part of the heap. So no object is partly in the window, and
// when the heap has grown past it, contexts and segments, which must be in it, still have
// some memory: for 4,000 goroutines inside compiled code at once, and for recursions that
// take 64 MiB. Until then it costs only address space.
const (
	roomBlock   = firstSegment
	roomSize    = 64 << 20
	deepSize    = 64 << 20
	reserveSize = roomSize + deepSize
	reserveAt   = windowSize - reserveSize // its offset
)

// process is what all machines of the process share, since they share its address space:
// the window, and the memory at its end.
var process struct {
	once       sync.Once
	base       uintptr
	err        error
	room, deep reserve
}

// place places the process's window at an address, if it has none yet.
func (w *window) place(base uintptr) error {
	process.once.Do(func() {
		if err := mapAt(base+reserveAt, reserveSize); err != nil {
			process.err = fmt.Errorf("there is no memory for the end of the window: %w", err)
			return
		}
		process.base = base
		process.room = reserve{block: roomBlock, next: reserveAt, end: reserveAt + roomSize}
		process.deep = reserve{block: segmentSize, next: reserveAt + roomSize, end: windowSize}
	})
	w.base = process.base
	return process.err
}

// reserve is memory of blocks of one size.
type reserve struct {
	mu        sync.Mutex
	block     uint32
	next, end uint32 // offsets: what was never taken
	free      []uint32
}

// block is memory in the window, without pointers.
type block struct {
	words []uint64
	at    uint32
	from  *reserve // it goes back there, nil if it is from the heap
}

// nearBlock is n words in the window, all zero.
func (m *Machine) nearBlock(n int) block {
	if !m.Stress.Full {
		words := make([]uint64, n)
		if at, ok := m.inside(unsafe.Pointer(&words[0])); ok {
			return block{words: words, at: at}
		}
	}
	m.full.Store(true)
	for _, r := range []*reserve{&process.room, &process.deep} {
		if at, ok := r.take(n); ok {
			words := unsafe.Slice((*uint64)(m.at(at)), n)
			clear(words)
			return block{words, at, r}
		}
	}
	panic(m.Config.Full)
}

// take takes a block of n words, if there is one.
func (r *reserve) take(n int) (at uint32, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch k := len(r.free); {
	case 8*n > int(r.block):
		return 0, false
	case k > 0:
		at, r.free = r.free[k-1], r.free[:k-1]
	case r.next < r.end:
		at = r.next
		r.next += r.block
	default:
		return 0, false
	}
	return at, true
}

// give gives back a block that is no longer used.
func (b block) give() {
	if r := b.from; r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.free = append(r.free, b.at)
	}
}

// giveBack gives back a context's part of the reserve, after which it is no longer
// usable; ok is false if it has none.
func (c *Context) giveBack() (ok bool) {
	if c.room.from == nil && c.first.from == nil {
		return false
	}
	c.m.mu.Lock()
	c.gone = true
	c.m.mu.Unlock()
	c.first.give()
	c.room.give()
	return true
}
