package worker

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// A lifeline is a pipe that carries nothing. The supervisor holds one end; for
// the other the child asks the system to kill its process group as soon as the
// first is closed. So nothing is left when the supervisor dies in whatever way,
// even of a child that is stopped, or in which no goroutine gets to run.

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

// holdLifeline ties this process's group to the lifeline of that number. Where
// the system refuses, the end of stdin must do.
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
