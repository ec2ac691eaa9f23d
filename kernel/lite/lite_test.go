//go:build !js

package main

import (
	"os/exec"
	"testing"

	"riffle/internal/test/pytest"
	"riffle/internal/test/webkit"
)

// TestChromium runs the cases of testdata/lite.py, each with a worker of its own in a
// headless Chromium. They have the larger program, too.
func TestChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program for browsers and takes a minute")
	}
	python, chromium := pytest.Browser(t)
	cmd := exec.CommandContext(t.Context(), python, "testdata/lite.py", webkit.Kit(t), webkit.Larger(t), chromium)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
