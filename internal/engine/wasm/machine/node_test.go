//go:build !js

package machine_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"riffle/internal/engine/wasm/machine"
	"riffle/internal/test/need"
	"riffle/internal/test/webkit"
)

// TestClosed: JavaScript keeps nothing of a machine that is closed.
func TestClosed(t *testing.T) {
	need.Programs(t, "node")
	if out, err := exec.CommandContext(t.Context(), "node", "--expose-gc", "testdata/closed.js").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestNode runs this package's tests, built for browsers, in Node: a look at what web
// workers do, whose stack it has. The stress passes for a second, and fails where what
// a rule is broken, so it sees there what it sees here.
func TestNode(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	node := webkit.NodeTest(t, "./internal/engine/wasm/machine", "-test.short")
	run := func(args []string, env ...string) (out []byte, err error) {
		c := *node
		c.Args, c.Env = args, append(os.Environ(), env...)
		return c.CombinedOutput()
	}
	if out, err := run(node.Args); err != nil {
		t.Errorf("%v: %.2000s", err, out)
	}
	process := append(node.Args[:len(node.Args)-1:len(node.Args)-1], "-test.run=^TestStressProcess$")
	stress := []string{"RIFFLE_STRESS_SECONDS=1", "GOGC=1", "GODEBUG=clobberfree=1,gccheckmark=1"}
	if out, err := run(process, append(stress, "RIFFLE_STRESS_RULE=0")...); err != nil {
		t.Errorf("the stress: %v: %.2000s", err, out)
	}
	for _, rule := range []int{1, 2, machine.BrokenMarking, 3, 4, 5} {
		if out, err := run(process, append(stress, fmt.Sprint("RIFFLE_STRESS_RULE=", rule))...); err == nil {
			t.Errorf("rule %d is broken, and the stress didn't notice: %.2000s", rule, out)
		}
	}
}
