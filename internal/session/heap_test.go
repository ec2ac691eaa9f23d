package session

import (
	"os"
	"os/exec"
	"runtime/debug"
	"testing"
)

// heapEnv makes a process of these tests begin with a large heap.
const heapEnv = "RIFFLE_TEST_HEAP"

// ballast is memory that is never touched, so that it costs only addresses: what is made
// behind it lies at offsets of more than 2 GiB, whose sign bit is set in 32 bits.
var ballast []byte

func growHeap() {
	if os.Getenv(heapEnv) != "" {
		ballast = make([]byte, 2300<<20)
		debug.SetGCPercent(10)
	}
}

// TestLargeHeap runs the sessions of TestCells in a process whose heap is larger than 2 GiB.
func TestLargeHeap(t *testing.T) {
	if testing.Short() {
		t.Skip("runs all sessions of TestCells once more, for some seconds")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestCells$")
	cmd.Env = append(cmd.Environ(), heapEnv+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %.2000s", err, out)
	}
}
