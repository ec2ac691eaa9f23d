package kernel

import (
	"context"
	"os"

	"golang.org/x/sys/unix"
)

// awaitEnd waits until a process has ended, and reports that it has: false if ctx ended
// first, or the system can't tell (Linux before 5.10).
func awaitEnd(ctx context.Context, pid int) bool {
	fd, err := unix.PidfdOpen(pid, unix.PIDFD_NONBLOCK)
	if err != nil {
		return false
	}
	f := os.NewFile(uintptr(fd), "process") // in the poller, since it doesn't block
	defer f.Close()
	defer context.AfterFunc(ctx, func() { f.Close() })()
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	ended := false
	err = conn.Read(func(fd uintptr) bool {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		ended = err == nil && n == 1
		return ended
	})
	return err == nil && ended
}
