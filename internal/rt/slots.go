package rt

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// An engine that compiles calls of methods finds their functions in a table that each
// type has. Compiled code reads it without a call of this package: at SlotsAt in a Type
// is the table's address, or nil. The table begins with its length, and has a function's
// number for each of the numbers that the engine gives to a method's name and signature;
// 0 is none. The table is dropped when a method is another function than before.

// SlotsAt is where a Type has its table's address.
const SlotsAt = unsafe.Offsetof(Type{}.slots)

// SetSlot enters the number of a method's function as number i. slot tells it of the
// method's symbol.
func (t *Type) SetSlot(method string, i int, slot func(symbol any) uint32) {
	t.mu.RLock()
	m := t.methods[method]
	t.mu.RUnlock()
	if m == nil {
		return
	}
	n := slot(m.symbol)
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := t.methods[method]; n == 0 || now == nil || now.symbol != m.symbol {
		return
	}
	var table []uint32
	if t.slots != nil {
		table = unsafe.Slice((*uint32)(t.slots), 1+int(*(*uint32)(t.slots)))
	}
	if i+1 < len(table) {
		atomic.StoreUint32(&table[i+1], n)
		return
	}
	grown := make([]uint32, max(16, 2*(i+2)))
	copy(grown, table)
	grown[0], grown[i+1] = uint32(len(grown)-1), n
	atomic.StorePointer(&t.slots, unsafe.Pointer(&grown[0]))
}

// Exact is the Go type of an exact type's values, nil for other types.
func (t *Type) Exact() reflect.Type { return t.exact }

// Epoch changes when a type of the session gets or loses a method.
func (t *Type) Epoch() int64 {
	if t.rt == nil {
		return 0
	}
	return t.rt.Methods()
}
