//go:build linux || darwin

package pty

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Open returns the two ends of a new pseudo-terminal: what a person sees and types
// at, and what a program reads and writes. Without any the test is skipped.
func Open(t testing.TB) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	var name string
	Control(t, master, func(fd int) error {
		name, err = unlock(fd)
		return err
	})
	slave, err = os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// Control runs f on a file's descriptor and leaves the file as it is.
func Control(t testing.TB, file *os.File, f func(fd int) error) {
	t.Helper()
	c, err := file.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var inner error
	if err := c.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil || inner != nil {
		t.Fatal(err, inner)
	}
}
