package cell

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// Declaration finds the declaration of a name, or of a method "Type.Name", in
// the files of a package and returns its text. A variable is followed by the function
// that it is initialised with.
func Declaration(files map[string][]byte, name string) (text string, ok bool) {
	for _, file := range slices.Sorted(maps.Keys(files)) {
		src := string(files[file])
		if !strings.Contains(src, name[strings.LastIndexByte(name, '.')+1:]) {
			continue
		}
		d, ok := findDeclaration(src, func(s string, _ *ast.Ident) bool { return s == name })
		if !ok {
			continue
		}
		if d.value != "" && d.value != name {
			if more, ok := Declaration(files, d.value); ok {
				return d.text + "\n\n" + more, true
			}
		}
		return d.text, true
	}
	return "", false
}

// declarationAt is the text of the function, method or type whose name is at an
// offset of a cell.
func declarationAt(src string, off int) (string, bool) {
	for _, p := range split(src).list {
		if off < p.start || off >= p.end {
			continue
		}
		const clause = "package main;"
		d, ok := findDeclaration(clause+src[p.start:p.end], func(_ string, id *ast.Ident) bool {
			return int(id.Pos())-1 == len(clause)+off-p.start
		})
		return d.text, ok
	}
	return "", false
}

// found is a declaration in a file.
type found struct {
	text  string
	value string // the function that a variable is initialised with
}

// findDeclaration looks for a top-level declaration by name, which for a method is
// Type.Name, and identifier.
func findDeclaration(src string, is func(name string, id *ast.Ident) bool) (found, bool) {
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if f == nil {
		return found{}, false
	}
	text := func(n ast.Node) string { return src[n.Pos()-1 : n.End()-1] }
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = baseName(d.Recv) + "." + name
			}
			if is(name, d.Name) {
				return found{text: text(d)}, true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				id, value := specName(s, is)
				switch {
				case id == nil:
				case d.Tok == token.CONST: // with its group, which gives it its value
					return found{text: text(d)}, true
				default:
					return found{text: d.Tok.String() + " " + text(s), value: value}, true
				}
			}
		}
	}
	return found{}, false
}

// specName is the identifier in a specification that is looked for, and the function that
// it is initialised with.
func specName(s ast.Spec, is func(name string, id *ast.Ident) bool) (id *ast.Ident, value string) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if is(s.Name.Name, s.Name) {
			return s.Name, ""
		}
	case *ast.ValueSpec:
		for i, id := range s.Names {
			if is(id.Name, id) {
				if i < len(s.Values) {
					value = functionName(s.Values[i])
				}
				return id, value
			}
		}
	}
	return nil, ""
}

// functionName is the name of f or f[T].
func functionName(e ast.Expr) string {
	if x, ok := e.(*ast.IndexExpr); ok {
		e = x.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
