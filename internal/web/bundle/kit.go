package bundle

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// programs are the kit's programs and the build tags that make them of one package. What
// the first value doesn't need of a program is fetched behind it, if it has a rest.
var programs = []struct {
	name, rest, tags string
	larger           bool
}{
	{name: "riffle.wasm", rest: "riffle-rest.wasm"},
	{name: "riffle-all.wasm", tags: "riffle_all", larger: true},
}

// Kit makes kit/: the programs, the scripts around them, and the data that they fetch on
// demand.
func (b *Builder) Kit(ctx context.Context) error {
	dir := filepath.Join(b.Dir, "kit")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, p := range programs {
		if p.larger && b.Quick {
			continue
		}
		if err := b.compileProgram(ctx, filepath.Join(dir, p.name), p.tags, p.rest != ""); err != nil {
			return err
		}
		if p.rest == "" {
			continue
		}
		if err := divide(filepath.Join(dir, p.name), filepath.Join(dir, p.rest)); err != nil {
			return err
		}
	}
	goroot, err := commandOutput(exec.CommandContext(ctx, "go", "env", "GOROOT"))
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(dir, "wasm_exec.js"), filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "wasm_exec.js")); err != nil {
		return err
	}
	if err := copyFiles(dir, filepath.Join(b.Root, "kernel", "lite", "js"), "*.js"); err != nil {
		return err
	}
	return b.writeData(filepath.Join(dir, "data"))
}

// small are flags for a program of few bytes. Functions that compile cells and run them
// are long rows of calls; without inlining there they take a sixth less of what is sent.
// Shuffles, and what running cells call of package rt, are inlined as always.
var small = []string{"-trimpath", "-ldflags=-s -w",
	"-gcflags=go/...=-l", "-gcflags=riffle/internal/...=-l", "-gcflags=riffle/kernel/...=-l", "-gcflags=riffle/internal/rt="}

// Command is a go command, such as build or list, for programs in browsers, with the
// flags that they are compiled with. All that compiles for browsers uses it, or the go
// command would compile everything once more for other flags.
func Command(ctx context.Context, root, verb string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{verb}, small, args)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	return cmd
}

// compileProgram makes one program for the browser. The go command leaves an up-to-date
// program alone.
func (b *Builder) compileProgram(ctx context.Context, to, tags string, names bool) error {
	args := []string{"-tags=" + tags, "-o", to}
	if names {
		args = append(args, "-ldflags=-w")
	}
	if _, err := commandOutput(Command(ctx, b.Root, "build", append(args, "./kernel/lite")...)); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(to), err)
	}
	return nil
}
