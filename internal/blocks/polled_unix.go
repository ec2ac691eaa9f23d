//go:build unix

package blocks

import (
	"os"
	"syscall"
)

// polled returns a file, which it closes, as one whose readers wait in the runtime's
// poller. A goroutine that waits in the system takes one of the runtime's processors
// along, which it loses up to ten milliseconds later; where there is only one, each
// request would begin with that pause.
func polled(f *os.File) (*os.File, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Dup(int(f.Fd()))
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("dup", err)
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), f.Name()), f.Close()
}
