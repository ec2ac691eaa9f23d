package pty

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// unlock makes the other end of a terminal usable and returns its name.
func unlock(fd int) (name string, err error) {
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return "", err
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	return fmt.Sprintf("/dev/pts/%d", n), err
}
