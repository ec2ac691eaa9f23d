// Package bundle builds riffle for browsers from its sources. Start with [Builder.Kit],
// which needs nothing but Go.
package bundle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Builder builds from the sources in one folder into another.
type Builder struct {
	Root  string // of the project
	Dir   string // gets kit/, page/, lab/ and the rest
	Quick bool   // without the larger program
}

// Root is the folder of the project that the working directory belongs to.
func Root(ctx context.Context) (string, error) {
	out, err := commandOutput(exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}"))
	return strings.TrimSpace(out), err
}

// commandOutput runs a command and returns its output. The error includes what it wrote
// to standard error.
func commandOutput(cmd *exec.Cmd) (string, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return string(out), nil
}

// remakeFolder makes a folder anew.
func remakeFolder(dir string) error {
	return errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755))
}

// copyFiles copies the files of a folder that match a pattern.
func copyFiles(to, from, pattern string) error {
	names, err := fs.Glob(os.DirFS(from), pattern)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("no %s in %s", pattern, from)
	}
	for _, name := range names {
		if err := copyFile(filepath.Join(to, name), filepath.Join(from, name)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
