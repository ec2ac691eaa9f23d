package main

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/test/golden"
)

func TestTitles(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.go")
	for _, folder := range []string{"groups", "everyday"} {
		more, err := filepath.Glob("testdata/" + folder + "/*.go")
		if files = append(files, more...); err != nil || len(more) == 0 {
			t.Fatalf("no programs in %s: %v", folder, err)
		}
	}
	for _, f := range files {
		if what, err := title(f); err != nil || what == "" {
			t.Errorf("%s: %q, %v", f, what, err)
		}
	}
}

func TestTable(t *testing.T) {
	fib := ratios{"fib", "calls of a recursive function", 5e5, []float64{2, 300, 16}}
	loop := ratios{"loop", "nested loops", 4e6, []float64{8, 12, 4}}
	if got, want := fib.String(), "| fib | calls of a recursive function | 0.5 | 2.0 | 300 | 16 |"; got != want {
		t.Errorf("the row is %q, want %q", got, want)
	}
	if got, want := mean([]ratios{fib, loop}), "| | geometric mean | | 4.0 | 60 | 8.0 |"; got != want {
		t.Errorf("the last row is %q, want %q", got, want)
	}
}

// Each program is there in Python, too.
func TestPython(t *testing.T) {
	programs, _ := filepath.Glob("testdata/*.go")
	for _, p := range programs {
		if _, err := os.Stat(strings.TrimSuffix(p, ".go") + ".py"); err != nil {
			t.Error(err)
		}
	}
}

func TestOperations(t *testing.T) {
	ops, err := operations("12 3000 a function\n-5 40 a method value\n")
	if err != nil || len(ops) != 2 || ops[0] != (operation{"a function", 12, 3000}) || ops[1] != (operation{"a method value", -5, 40}) {
		t.Errorf("read %v, %v", ops, err)
	}
	if _, err := operations("12 a function\n"); err == nil {
		t.Error("a line without a time is read")
	}
	fast, err := faster(ops, []operation{{"a function", 12, 2000}, {"a method value", -5, 50}}, ops)
	if err != nil || fast[0].took != 2000 || fast[1].took != 40 {
		t.Errorf("the faster are %v, %v", fast, err)
	}
	if _, err := faster(ops, []operation{{"a function", 13, 1}, {"a method value", -5, 1}}, ops); err == nil {
		t.Error("a wrong result is accepted")
	}
}

// The tests of the compiler compare with these results.
func TestResults(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles all programs, which takes a while")
	}
	programs, _ := filepath.Glob("testdata/*.go")
	b := bench{dir: t.TempDir()}
	var results strings.Builder
	for _, p := range programs {
		name := strings.TrimSuffix(filepath.Base(p), ".go")
		if err := goBuild(t.Context(), b.path(name), p); err != nil {
			t.Fatal(err)
		}
		result, _, err := b.ways(p, name)[0].run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&results, name, result)
	}
	golden.Check(t, "testdata/results.txt", results.String())
}

// The cells and the program that are compared have the same pieces, and each piece gives
// a line.
func TestTyped(t *testing.T) {
	ps, err := piecesOf("testdata/typed.txt", "*")
	if err != nil || len(ps) < 10 {
		t.Fatalf("%d pieces, %v", len(ps), err)
	}
	for _, p := range ps {
		if !strings.Contains(cells(ps), p.timed()) || !strings.Contains(program(ps), p.timed()) {
			t.Errorf("%s isn't measured", p.title)
		}
	}
	if _, err := format.Source([]byte(program(ps))); err != nil {
		t.Errorf("the program is no Go: %v", err)
	}
	if _, err := piecesOf("testdata/typed.txt", "nothing"); err == nil {
		t.Error("no piece is measured without an error")
	}
}
