package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// target is a system to build for, in Go's terms.
type target struct{ system, arch string }

// targets are the systems that riffle is released for.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// String is the target as written on the command line: linux/amd64.
func (t target) String() string { return t.system + "/" + t.arch }

// choose finds targets by name; no names choose all.
func choose(names []string) ([]target, error) {
	if len(names) == 0 {
		return targets, nil
	}
	var chosen []target
	for _, name := range names {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("no target %q, want some of %v", name, targets)
		}
		chosen = append(chosen, targets[i])
	}
	return chosen, nil
}

// program is the file name of the program.
func (t target) program() string {
	if t.system == "windows" {
		return "riffle.exe"
	}
	return "riffle"
}

// ending is the extension of the archive.
func (t target) ending() string {
	if t.system == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

func (t target) writer() archiver {
	if t.system == "windows" {
		return writeZip
	}
	return writeTarGz
}

// goCommand is the go command for a target, whatever the environment of this process or
// "go env -w" say. Without cgo the program needs no libraries, and any system can build
// for any other. It runs on the oldest processors, and has no vectors: doc/shuffles.md
// says why.
func (t target) goCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.arch,
		"GOEXPERIMENT=nosimd", "GOAMD64=v1", "GOARM64=v8.0")
	return cmd
}

// output runs a command; the error includes its standard error.
func output(cmd *exec.Cmd) ([]byte, error) {
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, &said)
	}
	return out, nil
}

// builtProgram is a program and what it records of its commit.
type builtProgram struct {
	binary  []byte
	version string
	// goVersion is that of the Go that compiled it.
	goVersion string
	time      time.Time
}

// build compiles the program in the folder of this process. Nothing of the
// machine gets into it: no paths (-trimpath), and only the symbols that Go's own
// traces need (-s -w).
func (t target) build(ctx context.Context, work string) (*builtProgram, error) {
	name := filepath.Join(work, t.program())
	cmd := t.goCommand(ctx, "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", name, ".")
	if _, err := output(cmd); err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(name)
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &builtProgram{binary: program, version: version(info), goVersion: info.GoVersion, time: commitTime(info)}, nil
}

// version is what riffle version prints: the commit's tag, or a pseudo-version made
// from its time and hash.
func version(info *buildinfo.BuildInfo) string {
	if v := strings.Trim(info.Main.Version, "()"); v != "" {
		return v
	}
	return "devel"
}

// epoch is the time of the files in a build without a commit: the earliest that a
// zip archive can hold.
var epoch = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// commitTime is the time of the files in the archives, so that everybody who builds
// the commit gets the same ones.
func commitTime(info *buildinfo.BuildInfo) time.Time {
	for _, s := range info.Settings {
		if t, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil && t.After(epoch) {
			return t.UTC()
		}
	}
	return epoch
}
