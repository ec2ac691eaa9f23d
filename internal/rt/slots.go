package rt

import (
	"sync/atomic"
	"unsafe"
)

// An engine that compiles method calls finds the functions in a table of each type.
// Compiled code reads it without calling this package: at SlotsAt in a Type, and in the
// tag of a made type, are 64 bits, of which the upper half is the number of the run-time
// (Runtime.ID) and the lower the table's address in the engine's terms; they are 0 if
// there is no table. A table with another number is another session's, which may be over
// and have left the tag. The table begins with its length,
// followed by function numbers, 0 for none, indexed by the number that the engine gives
// to a method's name and signature. The table is dropped when a method becomes another
// function.

// SlotsAt is the offset in a Type of its table's address.
const SlotsAt = unsafe.Offsetof(Type{}.slotsAt)

// MinSlots is the minimum length of a table: lower indices need no bounds check.
const MinSlots = 255

// Slots is what an engine knows of methods' functions.
type Slots interface {
	// Slot is the number of a method's function by its symbol, 0 if it has none.
	Slot(symbol any) uint32
	// Place is an address in compiled code's terms, 0 if it can't reach it.
	Place(unsafe.Pointer) uint32
}

// SetSlot sets entry i to the number of a method's function.
func (t *Type) SetSlot(method string, i int, s Slots) {
	t.mu.RLock()
	m := t.methods[method]
	t.mu.RUnlock()
	if m == nil {
		return
	}
	n := s.Slot(m.symbol)
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := t.methods[method]; n == 0 || now == nil || now.symbol != m.symbol {
		return
	}
	if i+1 < len(t.slots) {
		atomic.StoreUint32(&t.slots[i+1], n)
		return
	}
	grown := make([]uint32, max(1+MinSlots, 2*(i+2)))
	copy(grown, t.slots)
	grown[0], grown[i+1] = uint32(len(grown)-1), n
	t.slots = grown
	if at := s.Place(unsafe.Pointer(&grown[0])); at != 0 {
		t.setSlotsAt(uint64(t.rt.ID())<<32 | uint64(at))
	}
}

// setSlotsAt sets the table's address; t.mu is locked.
func (t *Type) setSlotsAt(at uint64) {
	t.slotsAt.Store(at)
	if t.made.exists.Load() {
		t.made.tag.slots.Store(at)
	}
}

// dropSlots drops the table; compiled code that is reading it keeps it until it polls.
func (t *Type) dropSlots() {
	t.setSlotsAt(0)
	t.slots = nil
}
