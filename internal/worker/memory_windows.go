package worker

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is the system's MEMORYSTATUSEX.
type memoryStatus struct {
	length, load         uint32
	totalPhys, availPhys uint64
	totalPage, availPage uint64
	totalVirt, availVirt uint64
	availExtended        uint64
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// freeMemory is the physical memory that the system has available.
func freeMemory() (uint64, bool) {
	s := memoryStatus{length: uint32(unsafe.Sizeof(memoryStatus{}))}
	ok, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&s)))
	return s.availPhys, ok != 0
}
