//go:build !js

package session

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"riffle/stdlib"
)

// browserCells are cells that the smaller program for browsers runs one after the other,
// one of each kind of package, and a part of what it prints for them.
var browserCells = []struct{ cell, want string }{
	{"1 + 1", "2\n"},
	{"NewLottery(40, JavaRandom(42)).Pick(6)", "[11 14 15 23 31 35]\n"},
	{`x := strings.Repeat("ab", 2); x`, "\"abab\"\n"},
	{"s := []int{3, 1, 2}; slices.Sort(s); s", "[1 2 3]\n"},
	{"type T struct{ n int }; func (t T) String() string { return fmt.Sprint(\"T\", t.n) }; T{7}", "T7\n"},
	{"func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }; fib(15)", "610\n"},
	{"fair.Exact(FisherYates, 3).Verdict()", "the shuffle is fair"},
	{"runtime.GOOS", "\"js\"\n"},
	{"plot.New()", "larger: gonum.org/v1/plot\n"},
	{"%test", "larger: testing\n"},
	{`import "os/exec"`, "a browser runs no other programs"},
	{"%sh ls", "a browser has no shell"},
	{"undefinedName", "undefined: undefinedName"},
	{"x", "\"abab\"\n"},
}

// needNode skips a test where there is no Node; with CI=true in the environment it fails.
func needNode(t *testing.T, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal("needs Node:", err)
	default:
		t.Skip("needs Node; kernel/lite has tests in a browser:", err)
	}
}

// TestBrowser builds a session for browsers and runs cells in Node.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	_, err := exec.LookPath("node")
	needNode(t, err)
	dir := t.TempDir()
	if err := stdlib.WriteData(dir); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "browser.wasm")
	build := exec.Command("go", "build", "-o", program, "./testdata/browser")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--stack-size=450", filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js"), program}
	for _, c := range browserCells {
		args = append(args, c.cell)
	}
	run := exec.Command("node", args...)
	run.Env = []string{"RIFFLE_DATA=" + dir, "PATH=" + os.Getenv("PATH")}
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, part := range bytes.Split(out, []byte("\x00"))[1:] {
		if i < len(browserCells) && !strings.Contains(string(part), browserCells[i].want) {
			t.Errorf("%s gave\n%s\nwant %s", browserCells[i].cell, part, browserCells[i].want)
		}
	}
	if n := bytes.Count(out, []byte("\x00")); n != len(browserCells) {
		t.Errorf("%d cells ran, want %d:\n%s", n, len(browserCells), out)
	}
}
