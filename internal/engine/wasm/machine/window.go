package machine

import "unsafe"

// The window is 4 GiB less a page, so that every offset in it is below the handles.
const (
	pageSize    = 1 << 16
	windowPages = 1<<16 - 1
	windowSize  = windowPages * pageSize
)

// window is the address space that compiled code sees. It reserves nothing: it is the
// header of a slice whose base is below the heap, in none of its arenas, so that the
// collector ignores it.
type window struct {
	base  uintptr
	holes uintptr // the bit of an offset that says far, for tests; 0 for none
}

// samples are objects of all size classes, and a large one, without pointers and
// with.
func samples() (ps []unsafe.Pointer) {
	const largestClass = 32 << 10
	for size := 8; size <= largestClass+largestClass/8; size += max(8, size/8&^7) {
		b, p := make([]uint64, size/8), make([]*byte, size/8)
		ps = append(ps, unsafe.Pointer(&b[0]), unsafe.Pointer(&p[0]))
	}
	return ps
}

// Base is the address of the window's offset 0, which compiled code adds to and
// subtracts from the addresses in memory.
func (w *window) Base() uint64 { return uint64(w.base) }

// pointer is the pointer whose word is a. What it points to must be reachable in another
// way.
func pointer(a uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&a)) }

// at is the address of an offset.
//
//go:nocheckptr
func (w *window) at(off uint32) unsafe.Pointer { return pointer(w.base + uintptr(off)) }

// near is the offset of p, if p lies in the window.
func (w *window) near(p unsafe.Pointer) (uint32, bool) {
	d := uintptr(p) - w.base
	return uint32(d), d < windowSize && d&w.holes == 0
}

// inside is near for what is never a pointer in compiled code, such as a frame.
func (w *window) inside(p unsafe.Pointer) (uint32, bool) {
	d := uintptr(p) - w.base
	return uint32(d), d < windowSize
}
