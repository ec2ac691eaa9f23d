package magic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// sh runs a shell command, whose output goes where the cell's does.
func sh(ctx context.Context, s Session, c *Call) error {
	command := c.Arg
	switch {
	case c.Body > 0 && command != "":
		return errors.New("%%sh must be alone on its line; it runs the lines below")
	case c.Body > 0:
		command = c.Text[c.Body:]
	}
	if strings.TrimSpace(command) == "" {
		return c.usage()
	}
	return spend(ctx, s, shellCommand(ctx, command))
}

// bash runs the lines below it in bash, for what sh doesn't know.
func bash(ctx context.Context, s Session, c *Call) error {
	program, err := exec.LookPath("bash")
	if err != nil {
		return errors.New("there is no bash here; %%sh runs the system's shell")
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Args = append(cmd.Args, "-c", c.Text[c.Body:])
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

// dying is how long an interrupted command may take to end, and how long
// processes that it left behind may hold its output.
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
		return nil // it ended; something it started in the background goes on
	}
	return err
}

// env shows or sets environment variables of the session's process.
func env(_ context.Context, s Session, c *Call) error {
	if c.Arg == "" {
		all := os.Environ()
		slices.Sort(all)
		fmt.Fprintln(s.Stdout(), strings.Join(all, "\n"))
		return nil
	}
	i := strings.IndexAny(c.Arg, "= \t")
	if i < 0 {
		value, ok := os.LookupEnv(c.Arg)
		if !ok {
			return fmt.Errorf("%s is not set; %%env %s=VALUE sets it", c.Arg, c.Arg)
		}
		fmt.Fprintln(s.Stdout(), value)
		return nil
	}
	value := strings.TrimPrefix(strings.TrimSpace(c.Arg[i:]), "=")
	return os.Setenv(c.Arg[:i], strings.TrimSpace(value))
}
