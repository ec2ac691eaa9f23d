package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"riffle/internal/proto"
)

// magicSh runs a shell command, whose output goes where the cell's does.
func (s *Session) magicSh(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	command := c.arg
	switch {
	case c.body > 0 && command != "":
		return nil, c.errorf("%%%%sh stands alone on its line; it runs the lines below")
	case c.body > 0:
		command = c.src.Text[c.body:]
	}
	if strings.TrimSpace(command) == "" {
		return nil, c.usage()
	}
	start := time.Now()
	err := s.shell(ctx, command)
	s.took += time.Since(start)
	switch {
	case ctx.Err() != nil:
		return nil, interrupted(context.Cause(ctx))
	case err != nil:
		return nil, c.errorf("%v", err)
	}
	return nil, nil
}

// dying is how long an interrupted command may take to end, and how long
// processes that it left behind may hold its output.
const dying = time.Second

// shell runs a command to its end or ctx's. It has no input: a question would
// wait for ever.
func (s *Session) shell(ctx context.Context, command string) error {
	cmd := shellCommand(ctx, command)
	cmd.Stdout, cmd.Stderr = s.stdout, s.stderr
	cmd.WaitDelay = dying
	end := interruptible(cmd)
	defer end()
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil // it ended; something it started in the background goes on
	}
	return err
}

// magicEnv shows or sets environment variables of the session's process.
func (s *Session) magicEnv(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	if c.arg == "" {
		all := os.Environ()
		slices.Sort(all)
		fmt.Fprintln(s.stdout, strings.Join(all, "\n"))
		return nil, nil
	}
	i := strings.IndexAny(c.arg, "= \t")
	if i < 0 {
		value, ok := os.LookupEnv(c.arg)
		if !ok {
			return nil, c.errorf("%s is not set; %%env %s=VALUE sets it", c.arg, c.arg)
		}
		fmt.Fprintln(s.stdout, value)
		return nil, nil
	}
	value := strings.TrimPrefix(strings.TrimSpace(c.arg[i:]), "=")
	if err := os.Setenv(c.arg[:i], strings.TrimSpace(value)); err != nil {
		return nil, c.errorf("%v", err)
	}
	return nil, nil
}

// magicCd changes the working directory and prints the new one.
func (s *Session) magicCd(ctx context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	dir, err := s.directory(c.arg)
	if err != nil {
		return nil, c.errorf("%v", err)
	}
	was, _ := os.Getwd()
	if err := os.Chdir(dir); err != nil {
		return nil, c.errorf("%v", err)
	}
	s.previous = was
	return s.magicPwd(ctx, &call{part: c.part, src: c.src})
}

// directory is what %cd's argument means.
func (s *Session) directory(arg string) (string, error) {
	switch {
	case arg == "":
		return os.UserHomeDir()
	case arg == "-" && s.previous == "":
		return "", errors.New("there is no directory before this one")
	case arg == "-":
		return s.previous, nil
	}
	return fileName(arg)
}

// fileName is a path as the user writes it: perhaps quoted, ~ for home.
func fileName(arg string) (string, error) {
	if n := len(arg); n > 1 && (arg[0] == '"' || arg[0] == '\'') && arg[n-1] == arg[0] {
		arg = arg[1 : n-1]
	}
	if arg == "~" || strings.HasPrefix(arg, "~/") {
		home, err := os.UserHomeDir()
		return filepath.Join(home, arg[1:]), err
	}
	return arg, nil
}

// magicPwd prints the working directory.
func (s *Session) magicPwd(_ context.Context, c *call) (*proto.Bundle, *proto.CellError) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, c.errorf("%v", err)
	}
	fmt.Fprintln(s.stdout, dir)
	return nil, nil
}
