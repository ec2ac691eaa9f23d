package cell

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"riffle/stdlib"
)

// TestPartial tracks the results of experiments through cells. A file of testdata has
// sessions: cells under a line "// %%", and below each line that begins "//=" what is
// known of the last one.
func TestPartial(t *testing.T) {
	text, err := os.ReadFile("testdata/partial.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, session := range strings.Split(string(text), "\n====\n") {
		c := New(Config{Importer: stdlib.Importer(), Auto: stdlib.Auto, Source: stdlib.Source, Environment: []string{"riffle/shuffle"},
			Has: func(path, name string) bool { return true }, Partial: true})
		source, want, _ := strings.Cut(session, "\n//= ")
		var last Partial
		for n, text := range strings.Split(source, "\n// %%\n") {
			unit, errs := c.Compile(context.Background(), Typed(text, n+1))
			if errs != nil {
				t.Fatalf("%s\n%v", text, errs)
			}
			c.Result(unit)
			last = unit.Partial
		}
		got := "free"
		switch {
		case last.Draws != "":
			got = "draws " + last.Draws
		case last.Aside != "":
			got = "aside " + last.Aside
		case last.Hidden != "":
			got = "hidden " + last.Hidden
		case last.Depends != "":
			got = "depends " + last.Depends
		}
		if want = strings.TrimSpace(want); got != want {
			t.Errorf("%s\n%s, want %s", source, got, want)
		}
	}
}

// TestExperiments wants the table of what runs experiments to match the packages: their
// functions that call trials, directly or through others.
func TestExperiments(t *testing.T) {
	for _, name := range []string{"check", "count", "crack", "fair", "games", "trials"} {
		files, err := filepath.Glob("../../shuffle/" + name + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(name, err)
		}
		calls := map[string][]string{}
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil && !strings.HasSuffix(file, "_test.go") {
					ast.Inspect(d.Body, func(n ast.Node) bool {
						switch n := n.(type) {
						case *ast.SelectorExpr:
							if id, ok := n.X.(*ast.Ident); ok && id.Name == "trials" {
								calls[d.Name.Name] = append(calls[d.Name.Name], "trials."+n.Sel.Name)
							}
							calls[d.Name.Name] = append(calls[d.Name.Name], n.Sel.Name)
						case *ast.Ident:
							calls[d.Name.Name] = append(calls[d.Name.Name], n.Name)
						}
						return true
					})
				}
			}
		}
		runs := map[string]bool{"trials.Run": true, "trials.Count": true, "trials.Spread": true}
		if name == "trials" {
			runs["newExperiment"] = true
		}
		for grown := true; grown; {
			grown = false
			for f, names := range calls {
				if !runs[f] && slices.ContainsFunc(names, func(n string) bool { return runs[n] }) {
					runs[f], grown = true, true
				}
			}
		}
		var want []string
		for f := range runs {
			if ast.IsExported(f) && !strings.Contains(f, ".") && calls[f] != nil {
				want = append(want, f)
			}
		}
		slices.Sort(want)
		if got := experiments(name); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
