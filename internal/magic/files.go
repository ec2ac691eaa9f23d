package magic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// runDepth bounds scripts that run scripts.
const runDepth = 20

// runMagic runs the cells of a script as if they were typed, without displaying
// their values. A program is compiled as one and leaves no names.
func runMagic(ctx context.Context, s Session, c *Call) error {
	name, err := FileName(c.Arg)
	if err != nil {
		return err
	}
	if filepath.Ext(name) == ".ipynb" {
		return fmt.Errorf("%s is a notebook; the command riffle run executes it", name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	m := s.Memory()
	m.depth++
	defer func() { m.depth-- }()
	if m.depth > runDepth {
		return fmt.Errorf("%s: scripts run each other %d deep, probably without end", name, runDepth)
	}
	return s.Script(ctx, filepath.Base(name), string(text))
}

// cd changes the working directory and prints the new one.
func cd(ctx context.Context, s Session, c *Call) error {
	dir, err := directory(c.Arg, s.Memory().previous)
	if err != nil {
		return err
	}
	was, _ := os.Getwd()
	if err := os.Chdir(dir); err != nil {
		return err
	}
	s.Memory().previous = was
	return pwd(ctx, s, c)
}

// directory is what %cd's argument means.
func directory(arg, previous string) (string, error) {
	switch {
	case arg == "":
		return os.UserHomeDir()
	case arg == "-" && previous == "":
		return "", errors.New("there is no previous directory")
	case arg == "-":
		return previous, nil
	}
	return FileName(arg)
}

// FileName is a path as the user writes it: perhaps quoted, ~ for home.
func FileName(arg string) (string, error) {
	arg = unquoted(arg)
	if arg == "~" || strings.HasPrefix(arg, "~/") {
		home, err := os.UserHomeDir()
		return filepath.Join(home, arg[1:]), err
	}
	return arg, nil
}

// unquoted is a name without the quotes around it.
func unquoted(name string) string {
	if n := len(name); n > 1 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
		return name[1 : n-1]
	}
	return name
}

// pwd prints the working directory.
func pwd(_ context.Context, s Session, _ *Call) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Stdout(), dir)
	return nil
}

// writeFile writes the lines below it to a file.
func writeFile(_ context.Context, s Session, c *Call) error {
	name, err := FileName(c.Arg)
	if err != nil {
		return err
	}
	verb := "wrote"
	if _, err := os.Stat(name); err == nil {
		verb = "replaced"
	}
	text := strings.TrimPrefix(strings.TrimPrefix(c.Text[c.Body:], "\r"), "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		return err
	}
	fmt.Fprintf(s.Stdout(), "%s %s\n", verb, name)
	return nil
}
