package session

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"riffle/internal/test/golden"
	"riffle/internal/test/webkit"
	"riffle/stdlib"
)

// TestAlone runs the cells of testdata/alone as a browser does: in a process with one
// thread, beside which nobody watches. What would go on for ever, take all memory or the
// whole stack ends, by itself or by an interrupt, and the session goes on.
func TestAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	data := t.TempDir()
	if err := stdlib.WriteData(data); err != nil {
		t.Fatal(err)
	}
	alone := webkit.Node(t, "./internal/session/testdata/alone")
	golden.Each(t, "testdata/alone/*.txt", func(t *testing.T, text string) string {
		file := filepath.Join(t.TempDir(), "cells.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.CommandContext(t.Context(), alone.Path, append(alone.Args[1:], file)...)
		run.Env = append(os.Environ(), "RIFFLE_DATA="+data)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Errorf("%v", err)
		}
		return chance.ReplaceAllString(string(out), "N $1")
	})
}

// chance are numbers that are others each time.
var chance = regexp.MustCompile(`\b[\d,]+ (MiB|plays)`)
