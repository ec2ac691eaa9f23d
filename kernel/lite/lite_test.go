//go:build !js

package main

import (
	"os/exec"
	"testing"

	"riffle/internal/test/full"
	"riffle/internal/test/pytest"
	"riffle/internal/test/webkit"
)

// usual are the cases of the usual run: what most visitors do.
var usual = []string{"cells", "history", "interrupts", "interrupts_by_message", "widgets", "death", "first_values", "no_network"}

// TestChromium runs the cases of testdata/lite.py, each with a worker of its own in a
// headless Chromium. They have the larger program, too.
func TestChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program for browsers and takes a minute")
	}
	python, chromium := pytest.Browser(t)
	cmd := exec.CommandContext(t.Context(), python, "testdata/lite.py", webkit.Kit(t), webkit.Larger(t), chromium)
	cmd.Args = append(cmd.Args, full.Or(usual, nil)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
