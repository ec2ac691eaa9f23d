//go:build go1.27

package rtype

import "unsafe"

type mapDescriptor struct {
	descriptor
	key, elem, group                                  unsafe.Pointer
	hasher                                            func(unsafe.Pointer, uintptr) uintptr
	groupSize                                         uintptr
	keysOff, keyStride, elemsOff, elemStride, elemOff uintptr
	flags                                             uint32
}

// known reports whether m has the numbers of a map[string]int8, whose keys and elements
// lie in turn or apart.
func (m *mapDescriptor) known() bool {
	turn, apart := m.keyStride == 24 && m.elemStride == 24, m.keyStride == 16 && m.elemStride == 1
	return (turn || apart) && m.keysOff == 8 && m.flags == 1
}
