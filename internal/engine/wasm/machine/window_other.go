//go:build !js

package machine

import (
	"fmt"
	"os"
	"unsafe"
)

// find places the window below the lowest object found, with slack: the first arena may
// begin lower than the objects found in it.
func (w *window) find(samples []unsafe.Pointer) error {
	lowest := ^uintptr(0)
	for _, p := range append(samples, unsafe.Pointer(os.Stdin), unsafe.Pointer(os.Stdout)) { // the files are as old as the process
		lowest = min(lowest, uintptr(p))
	}
	const arena, slack = 64 << 20, 192 << 20
	if uint64(lowest) < 1<<32 {
		return fmt.Errorf("the heap lies at %#x, too low for a window below it", lowest)
	}
	return w.place(lowest&^(arena-1) - slack - pageSize)
}
