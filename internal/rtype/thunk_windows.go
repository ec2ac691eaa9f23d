//go:build amd64 || arm64

package rtype

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// executable is new memory that write has filled and that can then only be run.
func executable(size int, write func([]byte)) ([]byte, error) {
	at, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_COMMIT|windows.MEM_RESERVE, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	code := unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size)
	write(code)
	var old uint32
	return code, windows.VirtualProtect(at, uintptr(size), windows.PAGE_EXECUTE_READ, &old)
}
