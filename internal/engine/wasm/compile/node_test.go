//go:build !js

package compile_test

import (
	"os"
	"os/exec"
	"slices"
	"testing"

	"riffle/internal/test/webkit"
	"riffle/stdlib"
)

// TestNode runs the corpus, built for browsers, in Node.
func TestNode(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	data := t.TempDir()
	if err := stdlib.WriteData(data); err != nil {
		t.Fatal(err)
	}
	node := webkit.NodeTest(t, "./internal/engine/wasm/compile", "-test.short")
	node.Args[1] = "--stack-size=6000" // for the recursions of compiled Go, beside which the corpus is run
	run := func(tests string, env ...string) {
		c := exec.CommandContext(t.Context(), node.Args[0], append(slices.Clip(node.Args[1:]), "-test.run=^("+tests+")$")...)
		c.Env = append(append(os.Environ(), "RIFFLE_DATA="+data), env...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %.4000s", tests, err, out)
		}
	}
	run("TestCorpus|TestWaiting")
	run("TestMethodCode", "GODEBUG=invalidptr=1")
}
