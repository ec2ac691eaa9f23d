//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package past

import (
	"errors"
	"os"
)

// This system has no locks, and nobody can tell a session that lives from one that is
// over.

func lock(*os.File) error           { return errors.ErrUnsupported }
func unlock(*os.File)               {}
func locked(*os.File) (bool, error) { return false, errors.ErrUnsupported }
