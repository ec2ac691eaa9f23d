package split_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/test/need"
	"riffle/internal/web/bundle"
	"riffle/internal/web/split"
)

// want is what testdata/program prints: the rest is asked for once, when a function of it
// is called.
const want = `begun
rest
sum: 55
deep: 1000
recovered: runtime error: index out of range [1] with length 1 runtime error: index out of range [1] with length 1
goroutines: 2470
closures: 2 6
methods: late A [late B late C]
floats: 1.5 100 -7
kinds: int string another nil
frames: main.lateFrames
`

func TestSplit(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	need.Programs(t, "node")
	program := build(t)
	first, rest, err := split.Split(program, func(name string) bool { return strings.HasPrefix(name, "main.late") })
	if err != nil {
		t.Fatal(err)
	}
	if whole := len(program); len(rest) < 1000 || len(rest) > whole/20 {
		t.Errorf("of %d bytes %d are in the rest", whole, len(rest))
	}
	if got := run(t, first, rest); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// Nearly all of the program may be in the rest, but no part of another program.
	first, most, err := split.Split(program, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if got, want := run(t, first, most), "rest\n"+strings.Replace(want, "rest\n", "", 1); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	_, other, err := split.Split(append(program, "\x00\x02\x01x"...), func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, first, other); !strings.Contains(got, "LinkError") {
		t.Errorf("with the rest of another program: %s", got)
	}
}

func build(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	if out, err := bundle.Command(t.Context(), ".", "build", "-ldflags=-w", "-o", file, "./testdata/program").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// run is what a program in two parts prints.
func run(t *testing.T, first, rest []byte) string {
	t.Helper()
	goroot, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "first.wasm"), filepath.Join(dir, "rest.wasm")}
	for i, part := range [][]byte{first, rest} {
		if err := os.WriteFile(files[i], part, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "node", "testdata/run.js", strings.TrimSpace(string(goroot)), files[0], files[1]).CombinedOutput()
	if err != nil && !strings.Contains(string(out), "Error") {
		t.Errorf("%v", err)
	}
	return string(out)
}

// small is a program with a function f that calls another, g, both of Go's kind.
const small = "\x00asm\x01\x00\x00\x00" +
	"\x01\x06\x01\x60\x01\x7f\x01\x7f" + // their type
	"\x02\x01\x00" +
	"\x03\x03\x02\x00\x00" +
	"\x04\x04\x01\x70\x00\x03" + // a table of 3
	"\x05\x03\x01\x00\x01" +
	"\x06\x06\x01\x7f\x01\x41\x00\x0b" +
	"\x07\x07\x01\x03mem\x02\x00" +
	"\x09\x08\x01\x00\x41\x01\x0b\x02\x00\x01" + // both are in it
	"\x0a\x0d\x02\x06\x00\x20\x00\x10\x01\x0b\x04\x00\x20\x00\x0b" +
	"\x00\x0e\x04name\x01\x07\x02\x00\x01f\x01\x01g"

func TestRefused(t *testing.T) {
	all := func(string) bool { return true }
	if _, _, err := split.Split([]byte(small), all); err != nil {
		t.Fatal(err)
	}
	for n := range len(small) - 1 {
		if n == len(small)-16 {
			continue // all but the names, see below
		}
		if _, _, err := split.Split([]byte(small[:n]), all); err == nil {
			t.Errorf("the first %d bytes are taken for a program", n)
		}
	}
	for _, tt := range []struct{ old, new, want string }{
		{"\x00\x0e\x04name", "\x00\x0e\x04nome", "link it without -s"},
		{"\x03\x03\x02\x00\x00", "\x03\x03\x02\x00\x07", "type 7 of 1"},
		{"\x03\x03\x02\x00\x00", "\x03\x02\x01\x00", "1 functions with 2 bodies"},
		{"\x02\x00\x01\x0a", "\x02\x00\x05\x0a", "function 5 is in the table"},
		{"\x20\x00\x10\x01", "\x20\x00\x06\x01", "f: instruction 0x6"},
		{"\x41\x01\x0b\x02", "\x23\x01\x0b\x02", "section 9: a constant that isn't a number"},
	} {
		_, _, err := split.Split([]byte(strings.Replace(small, tt.old, tt.new, 1)), all)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q in place of %q: %v, want %s", tt.new, tt.old, err, tt.want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte(small))
	f.Fuzz(func(t *testing.T, program []byte) {
		split.Split(program, func(string) bool { return true })
	})
}
