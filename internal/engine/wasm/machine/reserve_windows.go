package machine

import "golang.org/x/sys/windows"

// mapAt maps fresh memory at an address, where there mustn't be any.
func mapAt(at, size uintptr) error {
	_, err := windows.VirtualAlloc(at, size, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}
