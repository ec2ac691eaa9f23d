package worker

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// A lifeline is a pipe that carries nothing. The supervisor holds one end; through the
// other the child makes the system kill its process group as soon as the first is closed.
// So nothing is left however the supervisor dies, even if the child is stopped, or no
// goroutine in it gets to run.

// layLifeline adds a lifeline to a command that is about to start, and returns
// its number in the child. The supervisor keeps ours, and closes theirs after
// the start.
func layLifeline(cmd *exec.Cmd) (ours, theirs *os.File, number int, err error) {
	theirs, ours, err = os.Pipe()
	if err != nil {
		return nil, nil, 0, err
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	return ours, theirs, 2 + len(cmd.ExtraFiles), nil
}

// holdLifeline ties this process's group to the lifeline of that number. If the system
// refuses, the end of stdin must do.
func holdLifeline(number int) {
	if number <= 2 {
		return
	}
	unix.CloseOnExec(number)
	owner := os.Getpid()
	if syscall.Getpgrp() == owner {
		owner = -owner
	}
	unix.FcntlInt(uintptr(number), unix.F_SETOWN, owner)
	unix.FcntlInt(uintptr(number), unix.F_SETSIG, int(unix.SIGKILL))
	unix.FcntlInt(uintptr(number), unix.F_SETFL, unix.O_ASYNC|unix.O_NONBLOCK)
}
