//go:build !js

package magic

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// system runs a command in the system's shell.
func system(ctx context.Context, s Session, command string) error {
	return spend(ctx, s, shellCommand(ctx, command))
}

// inBash runs lines in bash.
func inBash(ctx context.Context, s Session, lines string) error {
	program, err := exec.LookPath("bash")
	if err != nil {
		return errors.New("there is no bash here; %%sh runs the system's shell")
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Args = append(cmd.Args, "-c", lines)
	return spend(ctx, s, cmd)
}

// spend runs a command; its time counts as the cell's.
func spend(ctx context.Context, s Session, cmd *exec.Cmd) error {
	start := time.Now()
	err := shell(s, cmd)
	s.Spent(time.Since(start))
	if ctx.Err() != nil {
		return s.Interrupted(ctx)
	}
	return err
}

// dying is how long an interrupted command may take to end, and how long processes that
// it left behind may hold its output.
const dying = time.Second

// shell runs a command to its end or that of its context. It has no input: a question would
// wait for ever.
func shell(s Screen, cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = s.Stdout(), s.Stderr()
	cmd.WaitDelay = dying
	end := interruptible(cmd)
	defer end()
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil // it ended; something it started in the background continues
	}
	return err
}
