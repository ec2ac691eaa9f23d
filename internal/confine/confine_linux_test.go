package confine

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func signalParent() error { return unix.Kill(os.Getppid(), 0) }

// systemAttempts have no portable functions.
func systemAttempts() map[string]func() error {
	const file = "../" + outside
	return map[string]func() error{
		"change the owner":         func() error { return os.Chown(file, os.Getuid(), os.Getgid()) },
		"change a link's owner":    func() error { return os.Lchown(file, os.Getuid(), os.Getgid()) },
		"change the mode at":       func() error { return unix.Fchmodat(unix.AT_FDCWD, file, 0o644, 0) },
		"change a link's mode at":  func() error { return unix.Fchmodat(unix.AT_FDCWD, file, 0o644, unix.AT_SYMLINK_NOFOLLOW) },
		"change the old way":       func() error { return unix.Utimes(file, make([]unix.Timeval, 2)) },
		"set an attribute":         func() error { return unix.Setxattr(file, "user.riffle", []byte("1"), 0) },
		"set a link's attribute":   func() error { return unix.Lsetxattr(file, "user.riffle", []byte("1"), 0) },
		"remove an attribute":      func() error { return unix.Removexattr(file, "user.riffle") },
		"change its program":       onProgram(func(f *os.File) error { return f.Chmod(0o755) }),
		"change its program's age": onProgram(func(f *os.File) error { return unix.Futimes(int(f.Fd()), make([]unix.Timeval, 2)) }),
	}
}

// onProgram does something to this program's file.
func onProgram(do func(*os.File) error) func() error {
	return func() error {
		f, err := os.Open(os.Args[0])
		if err != nil {
			return err
		}
		defer f.Close()
		return do(f)
	}
}

// TestAttempts wants every attempt to be refused that the system knows how to
// refuse.
func TestAttempts(t *testing.T) {
	if got, err := Try(); err != nil || got != (Report{true, true, true}) {
		t.Skipf("this system can't refuse it all: %+v, %v", got, err)
	}
	t.Logf("Landlock version %d", landlockVersion())
	var said map[string]string
	run(t, "attempts", &said)
	for what, err := range said {
		allowed := what == "write within" || what == "write to nothing"
		refused := strings.Contains(err, "permission denied") || strings.Contains(err, "operation not permitted")
		if allowed && err != "<nil>" || !allowed && !refused {
			t.Errorf("%s: %s", what, err)
		}
	}
}
