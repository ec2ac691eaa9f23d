//go:build aix || linux || solaris

package repl

import "golang.org/x/sys/unix"

// The requests for a terminal's modes.
const getModes, setModes = unix.TCGETS, unix.TCSETS

// forgetTyped drops what was typed and not read yet.
func forgetTyped(fd int) { _ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH) }
