package inline_test

import (
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/core"
	"riffle/internal/inline"
	"riffle/internal/test/golden"
	"riffle/stdlib"
)

// TestCases inlines in the function use of each case of testdata: after "=== name" the Go
// source, after "---" the function afterwards.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			golden.Replay(t, file, func(text string) string {
				got, cases, _ := strings.Cut(text, "=== ")
				for _, c := range strings.Split(cases, "\n=== ") {
					title, text, _ := strings.Cut(c, "\n")
					source, _, _ := strings.Cut(text, "\n---\n")
					source = strings.TrimRight(source, "\n")
					got += "=== " + title + "\n" + source + "\n---\n" + inlined(t, source) + "\n"
				}
				return strings.TrimRight(got, "\n") + "\n"
			})
		})
	}
}

// inlined is the function use after the pass, which must still keep the rules of the normal
// form, and must not have changed the one before.
func inlined(t *testing.T, source string) string {
	t.Helper()
	compiler := cell.New(cell.Config{
		Importer: stdlib.Importer(), Auto: stdlib.Auto, Source: stdlib.Source,
		Has: func(path, name string) bool { _, ok := stdlib.Symbol(path, name); return ok },
	})
	unit, errs := compiler.Compile(t.Context(), &cell.Source{Text: source + "\nvar _ = use", Cell: 1})
	if errs != nil {
		t.Fatalf("%s: %s", errs[0].Place(), errs[0].Message)
	}
	p := unit.Program
	for i, f := range p.Funcs {
		if !strings.HasSuffix(f.Symbol.Name, "_use") {
			continue
		}
		before := core.FuncText(f)
		g := inline.NewBudget(p.Funcs...).Function(f)
		if after := core.FuncText(f); after != before {
			t.Errorf("the function itself was changed: %s", after)
		}
		if g == f {
			return "unchanged\n"
		}
		p.Funcs[i], f.Symbol.Func = g, g
		if err := core.Verify(p); err != nil {
			t.Errorf("%s: %v", core.FuncText(g), err)
		}
		return core.FuncText(g)
	}
	t.Fatal("there is no function use")
	return ""
}
