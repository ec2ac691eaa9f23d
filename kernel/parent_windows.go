package kernel

import (
	"context"
	"os"
	"strconv"
	"syscall"
)

// parentPoll is how long one wait for the parent's end lasts, in
// milliseconds.
const parentPoll = 1000

// watchParent stops the kernel when the process whose handle Jupyter left in
// the environment ends, so that a killed server leaves no kernels behind.
func watchParent(ctx context.Context, stop func()) {
	handle, err := strconv.ParseUint(os.Getenv("JPY_PARENT_PID"), 10, 64)
	if err != nil || handle == 0 {
		return
	}
	for ctx.Err() == nil {
		event, err := syscall.WaitForSingleObject(syscall.Handle(handle), parentPoll)
		if err != nil {
			return
		}
		if event == syscall.WAIT_OBJECT_0 {
			stop()
			return
		}
	}
}
