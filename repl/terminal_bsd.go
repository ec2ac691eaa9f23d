//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package repl

import "golang.org/x/sys/unix"

// The requests for a terminal's modes.
const getModes, setModes = unix.TIOCGETA, unix.TIOCSETA
