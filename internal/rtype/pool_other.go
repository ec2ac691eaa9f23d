//go:build !amd64 && !arm64 && !wasm

package rtype

import "unsafe"

// No stubs are written for this processor, so its types have no methods.
const poolSize = 0

func poolEntry(int) unsafe.Pointer { return nil }
