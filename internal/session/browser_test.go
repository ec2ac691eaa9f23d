//go:build !js

package session

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"riffle/internal/test/leak"
	"riffle/internal/test/webkit"
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

// TestBrowser builds a session for browsers and runs cells in Node.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	dir := t.TempDir()
	if err := stdlib.WriteData(dir); err != nil {
		t.Fatal(err)
	}
	run := webkit.Node(t, "./internal/session/testdata/browser")
	for _, c := range browserCells {
		run.Args = append(run.Args, c.cell)
	}
	run.Env = []string{"RIFFLE_DATA=" + dir, "PATH=" + os.Getenv("PATH")}
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	leak.Check(t, string(out))
	for i, part := range bytes.Split(out, []byte("\x00"))[1:] {
		if i < len(browserCells) && !strings.Contains(string(part), browserCells[i].want) {
			t.Errorf("%s gave\n%s\nwant %s", browserCells[i].cell, part, browserCells[i].want)
		}
	}
	if n := bytes.Count(out, []byte("\x00")); n != len(browserCells) {
		t.Errorf("%d cells ran, want %d:\n%s", n, len(browserCells), out)
	}
}
