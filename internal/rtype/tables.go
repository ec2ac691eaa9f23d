package rtype

import (
	"errors"
	"sync"
	"unsafe"
)

// A descriptor finds its table of methods by an unsigned 32-bit distance. The first table
// follows the descriptor; one with methods that were declared later lies anywhere above it,
// in a slab. Tables hold numbers only, so the collector has nothing to find in them.

// slabs are the memories that still have room for tables.
var slabs struct {
	sync.Mutex
	free [][]method
}

const (
	firstSlab = 1 << 10 // in entries of 16 bytes
	lastSlab  = 1 << 22
)

var errNoTable = errors.New("the memory that a table of methods would need is elsewhere")

// newTableAbove is room for n entries that a descriptor at p can refer to.
func newTableAbove(p unsafe.Pointer, n int) ([]method, error) {
	slabs.Lock()
	defer slabs.Unlock()
	for i, s := range slabs.free {
		if len(s) >= n && reaches(p, s) {
			slabs.free[i] = s[n:]
			return s[:n:n], nil
		}
	}
	var refused [][]method // kept meanwhile, or the next would be the same memory
	for size := firstSlab; size <= lastSlab; size *= 8 {
		s := make([]method, max(size, n))
		if reaches(p, s) {
			slabs.free = append(slabs.free, s[n:])
			return s[:n:n], nil
		}
		refused = append(refused, s)
	}
	return nil, errNoTable
}

// reaches reports whether a table is above an address and near enough.
func reaches(p unsafe.Pointer, table []method) bool {
	from, to := uintptr(p), uintptr(unsafe.Pointer(unsafe.SliceData(table)))
	return to > from && uint64(to-from) < 1<<32
}
