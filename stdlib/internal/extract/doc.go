package extract

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// Doc documents one name: its declaration as Go source, or the name that has
// it, and its comment.
type Doc struct {
	Decl  string `json:"decl,omitempty"`
	Group string `json:"group,omitempty"` // the name whose Decl is this one's too
	Text  string `json:"text,omitempty"`
}

// Docs returns the documentation of a package as JSON: an object of Doc by
// name, "" for the package, "Type.Method" and "Type.Field" for members.
func (l *Loader) Docs(p *Package) ([]byte, error) {
	// go/doc cuts its input down, so it gets syntax of its own.
	d := documenter{fset: token.NewFileSet(), docs: map[string]Doc{}}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(d.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	mode := doc.Mode(0)
	if p.ImportPath == "builtin" {
		mode, d.builtin = doc.AllDecls, true
	}
	pkg, err := doc.NewFromFiles(d.fset, files, p.ImportPath, mode)
	if err != nil {
		return nil, err
	}
	d.docs[""] = Doc{Decl: "package " + pkg.Name + " // import \"" + p.ImportPath + "\"", Text: pkg.Doc}
	d.values(pkg.Consts)
	d.values(pkg.Vars)
	d.funcs("", pkg.Funcs)
	for _, t := range pkg.Types {
		d.typ(t)
	}
	return json.Marshal(d.docs)
}

// documenter collects the documentation of one package.
type documenter struct {
	fset    *token.FileSet
	docs    map[string]Doc
	builtin bool // the package of predeclared names, which aren't exported
}

// public reports whether a name is to be documented.
func (d *documenter) public(name *ast.Ident) bool { return d.builtin || name.IsExported() }

// decl prints a declaration, function bodies aside.
func (d *documenter) decl(n any) string {
	if fn, ok := n.(*ast.FuncDecl); ok {
		n = &ast.FuncDecl{Recv: fn.Recv, Name: fn.Name, Type: fn.Type}
	}
	var b bytes.Buffer
	if format.Node(&b, d.fset, n) != nil {
		return ""
	}
	return b.String()
}

// values documents constants and variables: a group's comment, then a name's
// own.
func (d *documenter) values(groups []*doc.Value) {
	for _, v := range groups {
		v.Decl.Doc = nil
		first := ""
		for _, spec := range v.Decl.Specs {
			spec, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			for _, name := range spec.Names {
				if !d.public(name) {
					continue
				}
				entry := Doc{Group: first, Text: join(v.Doc, spec.Doc.Text(), spec.Comment.Text())}
				if first == "" {
					first, entry.Decl = name.Name, d.decl(v.Decl)
				}
				d.docs[name.Name] = entry
			}
		}
	}
}

// join puts paragraphs together.
func join(texts ...string) string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimRight(t, "\n"); t != "" {
			out = append(out, t)
		}
	}
	return strings.Join(out, "\n\n")
}

// funcs documents functions, or the methods of a type named by prefix.
func (d *documenter) funcs(prefix string, fns []*doc.Func) {
	for _, f := range fns {
		f.Decl.Doc = nil
		d.docs[prefix+f.Name] = Doc{Decl: d.decl(f.Decl), Text: strings.TrimRight(f.Doc, "\n")}
	}
}

// typ documents a type with everything that go/doc files under it.
func (d *documenter) typ(t *doc.Type) {
	t.Decl.Doc = nil
	d.docs[t.Name] = Doc{Decl: d.decl(t.Decl), Text: strings.TrimRight(t.Doc, "\n")}
	d.values(t.Consts)
	d.values(t.Vars)
	d.funcs("", t.Funcs)
	d.funcs(t.Name+".", t.Methods)
	for _, spec := range t.Decl.Specs {
		if spec, ok := spec.(*ast.TypeSpec); ok {
			d.members(t.Name, spec.Type)
		}
	}
}

// members documents the fields of a struct and the methods of an interface.
func (d *documenter) members(typ string, e ast.Expr) {
	var list *ast.FieldList
	switch e := e.(type) {
	case *ast.StructType:
		list = e.Fields
	case *ast.InterfaceType:
		list = e.Methods
	default:
		return
	}
	for _, f := range list.List {
		for _, name := range f.Names {
			if d.public(name) {
				d.docs[typ+"."+name.Name] = Doc{Decl: d.member(typ, name.Name, f.Type), Text: join(f.Doc.Text(), f.Comment.Text())}
			}
		}
	}
}

// member prints a method of an interface as a function, a field as a variable.
func (d *documenter) member(typ, name string, t ast.Expr) string {
	text := d.decl(t)
	if sig, ok := strings.CutPrefix(text, "func("); ok {
		if _, ok := t.(*ast.FuncType); ok {
			return "func (" + typ + ") " + name + "(" + sig
		}
	}
	return "field " + name + " " + text
}
