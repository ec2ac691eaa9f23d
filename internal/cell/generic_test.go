package cell

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"testing"

	"riffle/stdlib"
)

// Each function of the sources is found, and checks without any but those that it mentions.
func TestSources(t *testing.T) {
	packages := 0
	for _, path := range stdlib.Paths() {
		files, err := stdlib.Source(path)
		if err != nil {
			t.Fatal(err)
		}
		if files == nil {
			continue
		}
		packages++
		for _, name := range functionsIn(t, files) {
			c := New(Config{Importer: stdlib.Importer(), Source: stdlib.Source})
			p, err := c.source(path)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			parts, err := p.Need(name)
			if err != nil {
				t.Fatalf("%s.%s: %v", path, name, err)
			}
			if o := p.Types.Scope().Lookup(name); o == nil {
				t.Errorf("%s.%s isn't found in %d parts", path, name, len(parts))
			}
		}
	}
	if packages < 10 {
		t.Errorf("%d packages have sources", packages)
	}
}

// functionsIn are the functions of files that aren't methods.
func functionsIn(t *testing.T, files map[string][]byte) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(token.NewFileSet(), name, files[name], 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil {
				names = append(names, fd.Name.Name)
			}
		}
	}
	return names
}
