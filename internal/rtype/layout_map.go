//go:build !go1.27

package rtype

import "unsafe"

type mapDescriptor struct {
	descriptor
	key, elem, group  unsafe.Pointer
	hasher            func(unsafe.Pointer, uintptr) uintptr
	groupSize         uintptr
	slotSize, elemOff uintptr
	flags             uint32
}

// known reports whether m has the numbers of a map[string]int8.
func (m *mapDescriptor) known() bool {
	return m.groupSize == 8+8*24 && m.slotSize == 24 && m.elemOff == 16 && m.flags == 1
}
