//go:build !amd64 && !arm64 && !wasm

package rt

import (
	"bytes"
	"runtime"
	"strconv"
)

// goroutine is the number of the calling goroutine.
func goroutine() uintptr {
	var b [40]byte
	f := bytes.Fields(b[:runtime.Stack(b[:], false)])
	n, _ := strconv.ParseUint(string(f[1]), 10, 64)
	return uintptr(n)
}
