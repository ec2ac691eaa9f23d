package stdlib

import (
	"bytes"
	"go/version"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"riffle/stdlib/internal/covered"
	"riffle/stdlib/internal/extract"
)

// TestStale compares what the packages export now, read from their sources,
// with what is embedded.
func TestStale(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("needs the go command to see what the packages export:", err)
	}
	l := extract.NewLoader(".")
	surface, err := l.Current()
	if err != nil {
		t.Fatal(err)
	}
	stale := false
	im := Importer()
	release := sameRelease(t)
	if fresh, err := l.Fresh(); release && !fresh {
		stale = true
		t.Errorf("%s doesn't name the modules and the generator of now; error %v", extract.InputsFile, err)
	}
	now := []string{unsafePath}
	for _, p := range surface.Packages {
		now = append(now, p.ImportPath)
		if find(p.ImportPath) == nil || !release && !covered.Own(p.ImportPath) {
			continue
		}
		then := extract.Describe(load(t, im, p.ImportPath))
		for _, d := range differences(then, extract.Describe(p.Types)) {
			stale = true
			t.Errorf("%s: %s", p.ImportPath, d)
		}
		src, _, err := l.Sources(p, surface.Known())
		if err != nil {
			t.Error(err)
		}
		if old, _ := Source(p.ImportPath); !maps.EqualFunc(old, src, bytes.Equal) {
			stale = true
			t.Errorf("%s: the source of its generics has changed", p.ImportPath)
		}
	}
	slices.Sort(now)
	if paths := Paths(); release && !slices.Equal(now, paths) {
		stale = true
		t.Errorf("packages embedded:\n%v\nwant:\n%v", paths, now)
	}
	if stale {
		t.Error("run go generate ./stdlib")
	}
}

// sameRelease reports whether the embedded data are of the Go release that runs
// the test; with another one only the project's own packages can be compared.
func sameRelease(t *testing.T) bool {
	t.Helper()
	b, err := typeData("fmt")
	if err != nil {
		t.Fatal(err)
	}
	_, header, _ := bytes.Cut(b, []byte("go object "))
	data := strings.Fields(string(header[:min(80, len(header))]))[2]
	running, _, _ := strings.Cut(runtime.Version(), " ")
	if version.Lang(data) != version.Lang(running) {
		t.Logf("made with %s, run with %s: comparing the project's packages only", data, running)
		return false
	}
	return true
}

// differences lists what changed between two descriptions of a package.
func differences(then, now map[string]string) []string {
	var out []string
	for name, text := range now {
		switch old, ok := then[name]; {
		case !ok:
			out = append(out, "new: "+text)
		case old != text:
			out = append(out, "was: "+old+"\nis: "+text)
		}
	}
	for name, text := range then {
		if _, ok := now[name]; !ok {
			out = append(out, "gone: "+text)
		}
	}
	slices.Sort(out)
	return out
}

// TestDifferences checks that the comparison sees a change of any kind.
func TestDifferences(t *testing.T) {
	then := map[string]string{"A": "func A()", "B": "func B()", "C": "const C = 1"}
	now := map[string]string{"A": "func A(int)", "C": "const C = 1", "D": "var D int"}
	want := []string{"gone: func B()", "new: var D int", "was: func A()\nis: func A(int)"}
	if got := differences(then, now); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLeftOut checks that each package left out is refused with its reason.
func TestLeftOut(t *testing.T) {
	n := 0
	for path, reason := range LeftOut() {
		n++
		_, err := Importer().Import(path)
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("Import(%q): %v", path, err)
		}
	}
	if n != len(covered.LeftOut) {
		t.Errorf("%d packages, want %d", n, len(covered.LeftOut))
	}
}

// TestNoInit runs this test's binary and reads what its packages did before
// main: the tables must not be among them.
func TestNoInit(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip("can't run again:", err)
	}
	cmd := exec.Command(exe, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "init runtime @") {
		t.Fatalf("no trace in %q", out)
	}
	for _, line := range strings.Split(string(out), "\n") {
		for _, pkg := range []string{"std", "own", "native", "covered"} {
			if strings.HasPrefix(line, "init riffle/stdlib/internal/"+pkg+" ") {
				t.Errorf("work at start-up: %s", line)
			}
		}
	}
}
