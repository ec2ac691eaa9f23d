//go:build unix

package machine

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mapAt maps fresh memory at an address, where there mustn't be any.
func mapAt(at, size uintptr) error {
	p, err := unix.MmapPtr(-1, 0, pointer(at), size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err == nil && uintptr(p) != at {
		err = fmt.Errorf("memory at %#x is in use", at)
		unix.MunmapPtr(p, size)
	}
	return err
}
