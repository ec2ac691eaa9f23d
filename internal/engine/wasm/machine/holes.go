package machine

import (
	"sync"
	"unsafe"
)

// Tests need memory past the window without 4 GiB of other memory before it. A machine
// with Stress.Far has a window with holes: every second 64 KiB of it are out of sight, so
// that everything there is far, whoever made it. What compiled code makes is put in or
// out of sight by count.
const hole = 1 << 16

// Holes is the bit that is set in offsets in holes, 0 if there are none. Code that checks
// whether a pointer is near uses it.
func (m *Machine) Holes() uint64 { return uint64(m.window.holes) }

func (m *Machine) makeHoles() {
	if m.Stress.Far > 0 {
		m.window.holes = hole
	}
}

// placing keeps memory made in the wrong place, for the next request that wants it there.
type placing struct {
	mu    sync.Mutex
	made  int
	spare map[placed][]unsafe.Pointer
}

type placed struct {
	size    int
	scanned bool
	far     bool
}

// place moves a new object to where a test wants it, unless it is large.
func (m *Machine) place(p unsafe.Pointer, size int, scanned bool) unsafe.Pointer {
	if size == 0 || size >= hole/2 {
		return p
	}
	pl := &m.placing
	pl.mu.Lock()
	defer pl.mu.Unlock()
	pl.made++
	q := pl.find(m, placed{(size + 7) &^ 7, scanned, pl.made%m.Stress.Far == 0})
	if scanned {
		n := size / 8
		copy(unsafe.Slice((*unsafe.Pointer)(q), n), unsafe.Slice((*unsafe.Pointer)(p), n))
	} else {
		copy(unsafe.Slice((*byte)(q), size), unsafe.Slice((*byte)(p), size))
	}
	return q
}

// inSight is new memory without pointers that is in sight.
func (pl *placing) inSight(m *Machine, size int) unsafe.Pointer {
	pl.mu.Lock()
	defer pl.mu.Unlock()
	return pl.find(m, placed{size: size})
}

// find is new memory that is wholly in a hole, or wholly out of holes.
func (pl *placing) find(m *Machine, want placed) unsafe.Pointer {
	if ps := pl.spare[want]; len(ps) > 0 {
		p := ps[len(ps)-1]
		ps[len(ps)-1] = nil
		pl.spare[want] = ps[:len(ps)-1]
		return p
	}
	if pl.spare == nil {
		pl.spare = map[placed][]unsafe.Pointer{}
	}
	const most = 64
	other := want
	other.far = !want.far
	for {
		p := want.make()
		_, first := m.near(p)
		_, last := m.near(unsafe.Add(p, want.size-1))
		switch whole := first == last; {
		case whole && first != want.far:
			return p
		case whole && len(pl.spare[other]) < most:
			pl.spare[other] = append(pl.spare[other], p)
		}
	}
}

// make makes memory all of whose words may be pointers, or none. It is a separate object,
// unlike Go's smallest without pointers: a spare one of those would keep its neighbour
// alive.
func (w placed) make() unsafe.Pointer {
	if w.scanned {
		return unsafe.Pointer(unsafe.SliceData(make([]unsafe.Pointer, w.size/8)))
	}
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, max(2, w.size/8))))
}
