//go:build unix

package transport

import (
	"net"
	"syscall"
)

// directly returns a function that writes to conn as much as fits without waiting,
// and reports how much that was. An error is left to the next write that waits.
func directly(conn net.Conn) func([]byte) int {
	c, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return nil
	}
	return func(b []byte) (n int) {
		raw.Write(func(fd uintptr) bool {
			n, _ = syscall.Write(int(fd), b)
			return true
		})
		return max(n, 0)
	}
}
