package shuffle

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// The code for vectors is outside of what "go test" builds. Build it, and compare it
// with portable code, wherever the toolchain can.
func TestVectorCode(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library for another experiment")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("there is code for vectors of amd64 only")
	}
	for _, args := range [][]string{{"vet", "."}, {"test", "-short", "-run", "Wide|Batch|Riffle", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), "GOEXPERIMENT=simd")
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), "unknown GOEXPERIMENT") {
			t.Skip("this toolchain has no package simd/archsimd")
		}
		if err != nil {
			t.Fatalf("go %s with vectors: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
