//go:build (linux || darwin || freebsd) && (amd64 || arm64)

package rtype

import "golang.org/x/sys/unix"

// executable is new memory that write has filled and that can then only be run.
func executable(size int, write func([]byte)) ([]byte, error) {
	code, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	write(code)
	return code, unix.Mprotect(code, unix.PROT_READ|unix.PROT_EXEC)
}
