//go:build amd64 || arm64

package rtype

import "unsafe"

//go:generate go run gen.go

const poolSize, stubSize = 2048, 16

// poolBase is the address of the first stub.
func poolBase() unsafe.Pointer

func poolEntry(i int) unsafe.Pointer { return unsafe.Add(poolBase(), i*stubSize) }
