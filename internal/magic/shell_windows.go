package magic

import (
	"context"
	"os/exec"
	"syscall"
)

// shellCommand gives cmd its line as it is: cmd has quoting rules of its own.
func shellCommand(ctx context.Context, command string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: "cmd /c " + command}
	return cmd
}

// interruptible leaves the command to be killed: there is nothing gentler.
func interruptible(*exec.Cmd) (end func()) { return func() {} }
