package lower_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"riffle/internal/cell"
	"riffle/internal/core"
	"riffle/internal/test/golden"
	"riffle/stdlib"
)

// ruleless are the files that hold no rule.
var ruleless = map[string]bool{"lower.go": true, "consttext.go": true, "decl.go": true, "dissolve.go": true, "emit.go": true, "sweep.go": true, "undo.go": true, "wake.go": true}

// TestRules lowers the cases of testdata/rules, a file for each file of rules:
// after "=== name" the Go source, after "---" its normal form. A source of
// declarations only is lowered function by function; of one with statements the
// cell is shown too.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || ruleless[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			cases := "testdata/rules/" + strings.TrimSuffix(name, ".go") + ".txt"
			if _, err := os.Stat(cases); err != nil {
				t.Fatalf("a file of rules needs cases, or an entry in the table ruleless: %v", err)
			}
			golden.Replay(t, cases, func(text string) string { return lowerCases(t, text) })
		})
	}
}

// lowerCases lowers the cases of a file again.
func lowerCases(t *testing.T, text string) string {
	head, cases, _ := strings.Cut(text, "=== ")
	got := head
	for _, c := range strings.Split(cases, "\n=== ") {
		title, text, _ := strings.Cut(c, "\n")
		source, _, _ := strings.Cut(text, "\n---\n")
		source = strings.TrimRight(source, "\n")
		got += "=== " + title + "\n" + source + "\n---\n" + lowered(t, title, source) + "\n"
	}
	return strings.TrimRight(got, "\n") + "\n"
}

// lowered is the normal form of a source, or the errors.
func lowered(t *testing.T, title, source string) string {
	t.Helper()
	uses, declarations := mentions(source)
	unit, errs := newCompiler().Compile(t.Context(), &cell.Source{Text: source + uses, Cell: 1})
	if errs != nil {
		t.Logf("%s: %s", title, errs[0].Message)
		return errs[0].Place() + ": " + errs[0].Message + "\n"
	}
	_, text, _ := strings.Cut(unit.Print(), "package main\n")
	for strings.HasPrefix(text, "import ") {
		_, text, _ = strings.Cut(text, "\n")
	}
	if declarations {
		before, rest, _ := strings.Cut(text, "func init() {")
		_, after, _ := strings.Cut(rest, "\n}\n")
		text = before + after
	}
	return text
}

func newCompiler() *cell.Compiler {
	v := core.NewVerifier()
	v.Native = has
	return cell.New(cell.Config{
		Check:    v.Verify,
		Importer: stdlib.Importer(),
		Auto:     stdlib.Auto,
		Source:   stdlib.Source,
		Has:      has,
	})
}

func has(path, name string) bool { _, ok := stdlib.Symbol(path, name); return ok }

// mentions uses every function of a source that is not generic; ok is false if
// it holds statements.
func mentions(source string) (uses string, ok bool) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+source, parser.SkipObjectResolution)
	if err != nil {
		return "", false
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Type.TypeParams == nil {
			uses += "\nvar _ = " + fd.Name.Name
		}
	}
	return uses, true
}
