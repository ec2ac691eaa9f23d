package compile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/core"
)

// TestPrograms compiles the functions of all programs that sessions are tested with.
// Each is refused with a reason, or machine code: a fault is a mistake of the
// compiler's, and so is a module that isn't valid. Verbose, it tells the reasons by
// their number.
func TestPrograms(t *testing.T) {
	debug = false
	defer func() { debug = true }()
	files, err := filepath.Glob("../../../session/testdata/programs/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	reasons, functions := map[string]int{}, 0
	for i, file := range files {
		if testing.Short() && i%4 > 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b := newBench(t)
		unit, errs := b.cells.Program(context.Background(), &cell.Source{Text: string(text), File: file})
		if errs != nil {
			continue // its test is that it isn't accepted
		}
		b.describe(unit)
		var fs []*core.Function
		for _, f := range unit.Program.Funcs {
			if f.Symbol.Kind != core.Factory {
				fs = append(fs, f)
			}
		}
		functions += len(fs)
		_, refused, err := Functions(b.m, b.store, b.env, fs)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
		for f, err := range refused {
			var r *Refusal
			if !errors.As(err, &r) {
				t.Errorf("%s: %s: %v", filepath.Base(file), f.Name, err)
				continue
			}
			reasons[r.Why]++
		}
	}
	var lines []string
	for why, n := range reasons {
		lines = append(lines, strings.Repeat("#", min(n, 9))+" "+why)
	}
	slices.Sort(lines)
	t.Logf("%d functions; refused:\n%s", functions, strings.Join(lines, "\n"))
}
