package cell_test

import (
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/stdlib"
)

// sessions are the cells of the session's tests.
func sessions(t testing.TB) (cells []string) {
	t.Helper()
	files, err := filepath.Glob("../session/testdata/cells/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cells: ", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range strings.Split("\n"+string(text), "\n>>> ")[1:] {
			source, _, _ := strings.Cut(c, "\n---\n")
			cells = append(cells, source)
		}
	}
	return cells
}

// faults are the errors in which the compiler blames itself.
func faults(errs cell.Errors) (out []string) {
	for _, d := range errs {
		if strings.Contains(d.Message, "internal error") {
			out = append(out, d.Message)
		}
	}
	return out
}

// FuzzCompile compiles any text after a few cells, twice: its declarations may be
// repeated. The compiler must neither fail nor be damaged.
func FuzzCompile(f *testing.F) {
	for _, src := range sessions(f) {
		f.Add(src)
	}
	for _, src := range []string{
		"", "_", "x := x", "func (d Deck) F() {}", "func (T) M() {}", "type T T", "type T struct{ T }", "func () {}", "func (a, b T) F() {}",
		"import . \"math\"; Pi", "x, y", "Out[1]", "_ + _", "T{1}.M()\nfunc (t T) M() { t.M() }", "f(1)\nvar f = func(int) {}",
		"package main\nfunc main() {}", "var a, b = b, a", "const c = 1 << 100\nc", "goto l; l:", "for range f {}", "func f[P any](p P) { f(&p) }; f(1)", "type G[T any] struct{ n *G[[]T] }\nvar g G[int]\ng.n",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4096 {
			t.Skip("a long cell is only slower")
		}
		c := newCompiler(t, "x, y := 1, \"a\"\nfunc f(n int) int { return n + x }", "type T struct{ A int; b []T }\nfunc (t T) M() int { return f(t.A) }", "1 + 1")
		for n := range 2 {
			_, errs := c.Compile(t.Context(), &cell.Source{Text: src, Cell: 4 + n})
			if fault := faults(errs); fault != nil {
				t.Fatalf("%q: %q", src, fault)
			}
		}
		if _, errs := c.Compile(t.Context(), &cell.Source{Text: "func after() int { return 1 }\nafter()", Cell: 6}); errs != nil {
			t.Fatalf("after %q: %v", src, errs)
		}
	})
}

// broken is an importer that fails as only a bug of ours could.
type broken struct{ types.Importer }

func (b broken) Import(path string) (*types.Package, error) {
	if path == "strings" {
		panic("no strings today")
	}
	return b.Importer.Import(path)
}

// TestFault wants a panic of the compiler to be only the cell's error.
func TestFault(t *testing.T) {
	c := cell.New(cell.Config{Importer: broken{stdlib.Importer()}, Auto: stdlib.Auto, Has: func(string, string) bool { return true }})
	const bad = "import \"strings\"\nx := strings.ToUpper(\"a\")"
	_, errs := c.Compile(t.Context(), &cell.Source{Text: bad, Cell: 1})
	const want = "internal error: riffle can't compile this, which is a bug in riffle: no strings today"
	if len(errs) != 1 || errs[0].Message != want || errs[0].Place() != "cell 1:1:1" {
		t.Errorf("the error is %v, want %q at cell 1:1:1", errs, want)
	}
	if _, errs := c.Program(t.Context(), &cell.Source{Text: "package main\nimport \"strings\"\nvar x = strings.ToUpper(\"\")", File: "a.go"}); len(faults(errs)) != 1 {
		t.Errorf("the program's error is %v", errs)
	}
	for _, good := range []string{"y := 1", "y + 1"} {
		if _, errs := c.Compile(t.Context(), &cell.Source{Text: good, Cell: 2}); errs != nil {
			t.Errorf("afterwards %q: %v", good, errs)
		}
	}
}
