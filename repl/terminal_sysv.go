//go:build aix || linux || solaris

package repl

import "golang.org/x/sys/unix"

// The requests for a terminal's modes.
const getModes, setModes = unix.TCGETS, unix.TCSETS
