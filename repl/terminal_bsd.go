//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package repl

import "golang.org/x/sys/unix"

// The requests for a terminal's modes.
const getModes, setModes = unix.TIOCGETA, unix.TIOCSETA

// forgetTyped drops what was typed and not read yet.
func forgetTyped(fd int) {
	const read = 1 // FREAD of sys/fcntl.h: the queue of what is typed alone
	_ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, read)
}
