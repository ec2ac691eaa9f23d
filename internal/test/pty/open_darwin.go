package pty

import (
	"bytes"
	"unsafe"

	"golang.org/x/sys/unix"
)

// unlock makes the other end of a terminal usable and returns its name.
func unlock(fd int) (name string, err error) {
	for _, req := range []uint{unix.TIOCPTYGRANT, unix.TIOCPTYUNLK} {
		if err := unix.IoctlSetInt(fd, req, 0); err != nil {
			return "", err
		}
	}
	var buf [128]byte
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCPTYGNAME, uintptr(unsafe.Pointer(&buf)))
	if errno != 0 {
		return "", errno
	}
	return string(buf[:max(0, bytes.IndexByte(buf[:], 0))]), nil
}
