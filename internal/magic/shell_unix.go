//go:build unix

package magic

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

func shellCommand(ctx context.Context, command string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", command)
}

// interruptible makes the end of a command's context an interrupt of the
// command and all that it started. Those are of our own process group, so that
// they end with the session; if we lead it, an interrupt of the group is what
// Ctrl-C is in a terminal, and we alone ignore it. The function returned ends
// that.
func interruptible(cmd *exec.Cmd) (end func()) {
	if syscall.Getpgrp() != os.Getpid() {
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		return func() {}
	}
	// A caught signal, unlike an ignored one, is not inherited.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	sent := false
	cmd.Cancel = func() error {
		sent = true
		return syscall.Kill(0, syscall.SIGINT)
	}
	return func() {
		if sent { // it must not come after we stopped catching it
			select {
			case <-caught:
			case <-time.After(dying):
			}
		}
		signal.Stop(caught)
	}
}
