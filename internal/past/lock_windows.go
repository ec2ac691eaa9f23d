package past

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// place is the byte that is locked. Windows keeps others from reading what is locked, so
// it is one that no file reaches.
func place() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 1 << 30} }

// lock waits for an exclusive lock, which lasts until unlock or as long as the file is
// open.
func lock(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, place())
}

// unlock is called before the file is closed: after that, Windows takes its time.
func unlock(f *os.File) { _ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, place()) }

// locked reports whether another open file has the lock; err says that nobody can tell.
// It asks for a shared lock, so that two that ask at once don't see each other.
func locked(f *os.File) (bool, error) {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, place())
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return true, nil
	}
	if err == nil {
		unlock(f)
	}
	return false, err
}
