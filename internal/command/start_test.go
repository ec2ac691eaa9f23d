package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkStart is what a command takes as a whole, from its start to its end.
// BenchmarkPaneStart has the prompt.
func BenchmarkStart(b *testing.B) {
	script := filepath.Join(b.TempDir(), "script.go")
	if err := os.WriteFile(script, []byte("fmt.Println(1 + 1)\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct {
		name string
		args []string
	}{
		{"nothing", []string{"version"}},
		{"expression", []string{"-e", "1+1"}},
		{"lottery", []string{"-e", "NewLottery(40).Pick(6)"}},
		{"script", []string{"run", script}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if err := exec.Command("riffle", bench.args...).Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
