package magic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
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
	return system(ctx, s, command)
}

// bash runs the lines below it in bash, for syntax that sh lacks.
func bash(ctx context.Context, s Session, c *Call) error { return inBash(ctx, s, c.Text[c.Body:]) }

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
