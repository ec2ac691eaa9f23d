package rtype

import "unsafe"

const poolSize = 4096

// poolBase is the address of a table of the stubs' addresses.
func poolBase() unsafe.Pointer

func poolEntry(i int) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(poolBase(), 8*i))
}
