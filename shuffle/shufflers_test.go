package shuffle

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestShufflersAreListed reads the source of the package, and wants every exported
// shuffle in the table, and every function that makes one, with the first parameter
// that it takes.
func TestShufflersAreListed(t *testing.T) {
	declared := map[string]string{}
	files, err := fs.Glob(Sources(), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		src, err := fs.ReadFile(Sources(), name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			addShufflers(declared, d)
		}
	}
	listed := map[string]string{}
	for _, e := range Shufflers() {
		listed[e.Name] = e.Takes
	}
	for name, takes := range declared {
		if got, ok := listed[name]; !ok || got != takes {
			t.Errorf("%s, which takes %q, is not in the table of Shufflers", name, takes)
		}
	}
	if len(declared) != len(listed) || len(listed) != len(Shufflers()) {
		t.Errorf("%d shuffles declared, %d listed", len(declared), len(Shufflers()))
	}
}

// addShufflers adds the shuffles of a declaration, and what they take.
func addShufflers(declared map[string]string, d ast.Decl) {
	isShuffler := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && id.Name == "Shuffler"
	}
	switch d := d.(type) {
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if v, ok := s.(*ast.ValueSpec); ok && isShuffler(v.Type) && v.Names[0].IsExported() {
				declared[v.Names[0].Name] = ""
			}
		}
	case *ast.FuncDecl:
		if r := d.Type.Results; d.Recv == nil && d.Name.IsExported() && r != nil && isShuffler(r.List[0].Type) {
			declared[d.Name.Name] = d.Type.Params.List[0].Names[0].Name
		}
	}
}

// TestShufflersAreNamed wants shuffles to print as their names, and the table to keep
// to 80 columns.
func TestShufflersAreNamed(t *testing.T) {
	for _, e := range Shufflers() {
		want := "Shuffler(" + e.Name + ")"
		if e.Takes != "" {
			want = "Shuffler(" + e.Name + "(…))"
		}
		if got := fmt.Sprint(e.Shuffler); got != want {
			t.Errorf("%s prints as %s, want %s", e.Name, got, want)
		}
	}
	for want, s := range map[string]Shuffler{
		"Shuffler(Insertion(…))": Insertion(7, Beside), "Shuffler(Riffle(…))": Riffle(0), "Shuffler(SortShuffleKeys(…))": SortShuffleKeys(2), "Shuffler(ExchangeDistinct(…))": ExchangeDistinct(1),
		"Shuffler(nil)": nil, "Shuffler(…)": func([]int, PRNG) {},
	} {
		if got := s.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for line := range strings.Lines(Shufflers().String()) {
		if utf8.RuneCountInString(line) > 81 {
			t.Errorf("more than 80 columns: %s", line)
		}
	}
}
