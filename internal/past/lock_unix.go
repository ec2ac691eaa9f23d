//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package past

import (
	"errors"
	"os"
	"syscall"
)

// lock waits for an exclusive lock, which lasts until unlock or as long as the file is
// open. The file is open for writing: some network file systems insist on that.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

func unlock(f *os.File) { _ = flock(f, syscall.LOCK_UN) }

// locked reports whether another open file has the lock; err says that nobody can tell.
// It asks for a shared lock, so that two that ask at once don't see each other.
func locked(f *os.File) (bool, error) {
	err := flock(f, syscall.LOCK_SH|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	if err == nil {
		unlock(f)
	}
	return false, err
}

func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
