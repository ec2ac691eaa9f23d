//go:build unix

package kernel

import (
	"context"
	"errors"
	"os"
	"strconv"
	"syscall"
	"time"
)

// parentPoll is how often the parent is checked where the system doesn't report its end.
const parentPoll = time.Second

// watchParent stops the kernel when the process that Jupyter names as its
// parent is gone, so that a killed server leaves no kernels behind.
func watchParent(ctx context.Context, stop func()) {
	parent, err := strconv.Atoi(os.Getenv("JPY_PARENT_PID"))
	if err != nil || parent <= 1 {
		return
	}
	direct := os.Getppid() == parent
	if parentAlive(parent, direct) && awaitEnd(ctx, parent) {
		stop()
		return
	}
	tick := time.NewTicker(parentPoll)
	defer tick.Stop()
	for parentAlive(parent, direct) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	stop()
}

// parentAlive reports whether the parent lives. A direct one is gone when another process has
// adopted us, even if it lingers as a zombie; for another one, behind a launcher, all we
// can tell is whether its number is in use.
func parentAlive(pid int, direct bool) bool {
	if direct {
		return os.Getppid() == pid
	}
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
