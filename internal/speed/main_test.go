package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTitles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
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
