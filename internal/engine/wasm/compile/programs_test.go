package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
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

// TestSpeedPrograms runs the programs that speed is measured with, and compares their
// results with those of compiled Go, which internal/speed keeps.
func TestSpeedPrograms(t *testing.T) {
	results, err := os.ReadFile("../../../speed/testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(results)) {
		name, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			out, panicked := b.call(b.work("../../../speed/testdata/" + name + ".go"))
			if panicked != nil || fmt.Sprint(out...) != want {
				t.Errorf("work() = %v, panic %v; compiled Go: %s", out, panicked, want)
			}
		})
	}
}

// work is the compiled function of that name in a program.
func (b *bench) work(file string) (work reflect.Value) {
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	unit, errs := b.cells.Program(context.Background(), &cell.Source{Text: string(text), File: file})
	if errs != nil {
		b.Fatal(errs)
	}
	b.describe(unit)
	var fs []*core.Function
	for _, f := range unit.Program.Funcs {
		if f.Symbol.Kind == core.Declared && f.From != "main" || f.Symbol.Kind == core.Entry {
			fs = append(fs, f)
		}
	}
	done, refused, err := Functions(b.m, b.store, b.env, fs)
	if err != nil || len(refused) > 0 {
		b.Fatal(refused, err)
	}
	for f, c := range done {
		if b.compiled[f] = c; f.Func.From == "work" {
			work = c.Func.Value()
		}
	}
	return work
}
