package diff

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// standalone is a check as a program of its own, with as much of the prelude as it needs.
func standalone(p *prelude, c check) string {
	text := "package main\n" + p.text + c.decls + "\nfunc main() {\n\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\tfmt.Println(\"PANIC\", r)\n\t\t}\n\t}()\n" + c.body + "\n}\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return text
	}
	var b bytes.Buffer
	for _, d := range needed(f.Decls) {
		format.Node(&b, fset, d)
		b.WriteString("\n\n")
	}
	src := "package main\n\n" + imports(b.String()) + "\n" + b.String()
	if out, err := format.Source([]byte(src)); err == nil {
		return string(out)
	}
	return src
}

// needed are the declarations that main needs.
func needed(decls []ast.Decl) (left []ast.Decl) {
	// uses are the names that each declaration mentions; a method belongs to its type.
	byName, methods := map[string][]ast.Node{}, map[string][]ast.Node{}
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				byName[d.Name.Name] = append(byName[d.Name.Name], d)
			} else {
				ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						methods[id.Name] = append(methods[id.Name], d)
					}
					return true
				})
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					byName[s.Name.Name] = append(byName[s.Name.Name], s)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						byName[n.Name] = append(byName[n.Name], s)
					}
				}
			}
		}
	}
	keep := map[ast.Node]bool{}
	var visit func(name string)
	visit = func(name string) {
		for _, n := range append(byName[name], methods[name]...) {
			if keep[n] {
				continue
			}
			keep[n] = true
			ast.Inspect(n, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					visit(id.Name)
				}
				return true
			})
		}
	}
	visit("main")
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if keep[d] {
				left = append(left, d)
			}
		case *ast.GenDecl:
			var specs []ast.Spec
			for _, s := range d.Specs {
				if keep[s] {
					specs = append(specs, s)
				}
			}
			if len(specs) > 0 {
				d.Specs = specs
				left = append(left, d)
			}
		}
	}
	return left
}

// TestStandalone wants a program that is Go and has nothing that it doesn't need.
func TestStandalone(t *testing.T) {
	got := standalone(values(), check{body: "fmt.Println(newSquare())\n"})
	for _, want := range []string{"type Square", "String() string", `import "fmt"`, "func newSquare"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "Trouble") {
		t.Errorf("Trouble isn't needed in\n%s", got)
	}
}
