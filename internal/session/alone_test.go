package session

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"riffle/internal/test/golden"
	"riffle/stdlib"
)

// TestAlone runs the cells of testdata/alone as a browser does: in a process with one
// thread, beside which nobody watches. What would go on for ever, take all memory or the
// whole stack ends, by itself or by an interrupt, and the session goes on.
func TestAlone(t *testing.T) {
	node, err := exec.LookPath("node")
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	needNode(t, err)
	dir := t.TempDir()
	program, data := filepath.Join(dir, "alone.wasm"), filepath.Join(dir, "data")
	if err := stdlib.WriteData(data); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", program, "./testdata/alone")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	golden.Each(t, "testdata/alone/*.txt", func(t *testing.T, text string) string {
		file := filepath.Join(t.TempDir(), "cells.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		// The stack of a web worker is half of what Node has.
		run := exec.CommandContext(t.Context(), node, "--stack-size=450", filepath.Join(runtime.GOROOT(), "lib/wasm/wasm_exec_node.js"), program, file)
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
