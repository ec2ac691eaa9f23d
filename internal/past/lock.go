package past

import (
	"errors"
	"os"
)

// lockFile takes an exclusive lock between processes that is released with the
// returned function, or by the system when the process dies. On a system without locks
// it does nothing: appends are still whole lines, and only an entry that another session
// adds while this one shortens the file can be lost.
func lockFile(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		f.Close()
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return func() { unlock(f); f.Close() }, nil
}
