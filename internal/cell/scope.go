package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/lower"
)

// binding is what a name of the session means now.
type binding struct {
	name string
	cell int
	obj  types.Object // nil for an import or a broken declaration
	path string       // of an import
	decl *declared    // the source of a function or type
	// given is the text of the function that a variable holds, if the text stands alone
	// and the variable was never assigned again.
	given  *declared
	moment int // of the declaration
	// broken says why a declaration no longer compiles, and where that was
	// found.
	broken string
	// lacking marks a variable that has no value, which broken explains.
	lacking bool
}

// isFunc reports whether a binding is a function or method, which may no longer
// compile.
func (b *binding) isFunc() bool {
	_, ok := b.obj.(*types.Func)
	return ok || b.decl != nil && b.decl.method != nil
}

// declared is the source of a declaration, kept to compile it again when a name that it
// uses is redeclared.
type declared struct {
	src        *Source
	start, end int
	uses       []string // free names, and ".m" for selected ones, sorted
	recv       string   // a method's receiver type
	name       string
	method     *types.Func // a method's object
	stub       bool        // a function without a body
	waits      string      // what a function can't be called without, "" if it can
}

// key identifies a declaration: a name, or a type and its method.
func (d *declared) key() string {
	if d.recv != "" {
		return d.recv + "." + d.name
	}
	return d.name
}

// environment is an environment name: one of Config.Names, or an exported object of one
// of the packages whose names need no qualifier. A package is read only when a name may
// be from it, since that takes longer than most cells; unexported names need no reading.
func (c *Compiler) environment(name string) types.Object {
	o, known := c.env[name]
	if known || c.envWhole {
		return o
	}
	o, err := c.findEnvironment(name)
	if o != nil {
		c.env[name] = o
	}
	if c.unread[name] = err; err == nil {
		delete(c.unread, name)
	}
	return o
}

// findEnvironment fails if a package that may have the name can't be read now, for its
// data may be fetched over a network, and no other has it.
func (c *Compiler) findEnvironment(name string) (o types.Object, failed error) {
	if at, ok := c.config.Names[name]; ok {
		p, err := c.config.Importer.Import(at[0])
		if err != nil {
			return nil, err
		}
		if o := p.Scope().Lookup(at[1]); o != nil {
			return underName(name, o), nil
		}
	}
	if !token.IsExported(name) {
		return nil, nil
	}
	for _, path := range c.config.Environment {
		p, err := c.config.Importer.Import(path)
		if err != nil {
			failed = err
			continue
		}
		if o := p.Scope().Lookup(name); o != nil {
			return o, nil
		}
	}
	return nil, failed
}

// wholeEnvironment are all environment names, except those that can't be read now.
func (c *Compiler) wholeEnvironment() map[string]types.Object {
	if c.envWhole {
		return c.env
	}
	whole := true
	for name := range c.config.Names {
		c.environment(name)
		whole = whole && c.unread[name] == nil
	}
	for _, path := range c.config.Environment {
		p, err := c.config.Importer.Import(path)
		if err != nil {
			whole = false
			continue
		}
		for _, name := range p.Scope().Names() {
			c.environment(name)
		}
	}
	c.envWhole = whole
	return c.env
}

// underName is a library's object renamed, so that a scope can hold it under our name.
func underName(name string, o types.Object) types.Object {
	if f, ok := o.(*types.Func); ok && f.Name() != name {
		return types.NewFunc(f.Pos(), f.Pkg(), name, f.Signature())
	}
	return o
}

// lookup is what a name means outside the cell: an object to insert in its scope, or a
// path to import.
func (c *Compiler) lookup(name string) (obj types.Object, path string) {
	if b := c.bindings[name]; b != nil && b.broken == "" {
		return b.obj, b.path
	}
	for _, p := range slices.Backward(c.dots) {
		if pk, err := c.config.Importer.Import(p); err == nil {
			if o := pk.Scope().Lookup(name); o != nil && o.Exported() {
				return o, ""
			}
		}
	}
	return c.environment(name), ""
}

// freeNames are the names a tree uses and doesn't declare: those that go/parser
// didn't resolve to an object in the tree. Names selected from something begin with
// a dot.
func freeNames(n ast.Node) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.SelectorExpr:
			out["."+m.Sel.Name] = true
			for name := range freeNames(m.X) {
				out[name] = true
			}
			return false
		case *ast.Ident:
			if m.Obj == nil || m.Obj.Pos() < n.Pos() || m.Obj.Pos() >= n.End() {
				out[m.Name] = true
			}
		}
		return true
	})
	return out
}

// selected are the members selected from each name as in x.Member, for names that may be
// packages.
func selected(f *ast.File) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := s.X.(*ast.Ident); ok && id.Obj == nil {
			if out[id.Name] == nil {
				out[id.Name] = map[string]bool{}
			}
			out[id.Name][s.Sel.Name] = true
		}
		return true
	})
	return out
}

// resolve gives the free names of a file their meaning: objects are inserted in
// the scope around the package's, packages imported into the file. declared are
// the names that the cell declares itself.
func (c *Compiler) resolve(pkg *types.Package, f *ast.File, declared map[string]bool) {
	imported := importedNames(f)
	free := freeNames(&ast.File{Name: f.Name, Decls: f.Decls, FileStart: token.NoPos, FileEnd: token.NoPos})
	members := selected(f)
	outer := pkg.Scope().Parent()
	for _, name := range slices.Sorted(maps.Keys(free)) {
		if name[0] == '.' || strings.HasPrefix(name, mark) || declared[name] || imported[name] || types.Universe.Lookup(name) != nil && c.bindings[name] == nil {
			continue
		}
		obj, path := c.lookup(strings.TrimSuffix(name, oldMark))
		switch {
		case obj != nil && strings.HasSuffix(name, oldMark):
			outer.Insert(c.alias(pkg, obj, name))
		case obj != nil:
			outer.Insert(obj)
		case path != "":
			c.importFor(f, name, path)
		default:
			if path := c.autoImport(name, members[name]); path != "" {
				c.importFor(f, name, path)
			}
		}
	}
}

// alias is an object under another name.
func (c *Compiler) alias(pkg *types.Package, o types.Object, name string) types.Object {
	a := c.newAlias(pkg, o, name)
	c.aliased(a, o)
	return a
}

func (c *Compiler) newAlias(pkg *types.Package, o types.Object, name string) types.Object {
	switch o := o.(type) {
	case *types.Var:
		if o.Pkg().Path() == lower.UserPath {
			v := types.NewVar(o.Pos(), pkg, name, o.Type())
			pkg.Scope().Insert(v) // so that it is a package variable
			c.lower.Alias(v, o)
			return v
		}
		return types.NewVar(o.Pos(), o.Pkg(), name, o.Type())
	case *types.TypeName:
		return types.NewTypeName(o.Pos(), o.Pkg(), name, o.Type())
	case *types.Const:
		return types.NewConst(o.Pos(), o.Pkg(), name, o.Type(), o.Val())
	case *types.Func:
		f := types.NewFunc(o.Pos(), o.Pkg(), name, o.Signature())
		c.lower.AliasFunc(f, o)
		return f
	}
	return o
}

// importedNames are the names of a file's own imports.
func importedNames(f *ast.File) map[string]bool {
	out := map[string]bool{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for _, s := range g.Specs {
			out[importName(s.(*ast.ImportSpec))] = true
		}
	}
	return out
}

func importPath(s *ast.ImportSpec) string {
	p, _ := strconv.Unquote(s.Path.Value)
	return p
}

// importName is the name an import declares: its own, or else one from its path; the
// packages that a cell may import are named like their last element, apart from version
// suffixes.
func importName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	elems := strings.Split(importPath(s), "/")
	last := elems[len(elems)-1]
	if len(elems) > 1 && len(last) > 1 && last[0] == 'v' && last[1] >= '0' && last[1] <= '9' {
		return elems[len(elems)-2]
	}
	return last
}

// autoImport finds the package that x in x.Member means.
func (c *Compiler) autoImport(name string, members map[string]bool) string {
	if len(members) == 0 || c.config.Auto == nil {
		return ""
	}
	paths := c.config.Auto(name)
	for _, path := range paths {
		if c.hasAll(path, members) {
			return path
		}
	}
	if len(paths) > 0 {
		return paths[0]
	}
	return ""
}

func (c *Compiler) hasAll(path string, members map[string]bool) bool {
	p, err := c.config.Importer.Import(path)
	if err != nil {
		return false
	}
	for m := range members {
		if o := p.Scope().Lookup(m); o == nil || !o.Exported() {
			return false
		}
	}
	return true
}

// importFor adds import name "path" to a file that uses the name. If the import fails,
// the error's place is the first use.
func (c *Compiler) importFor(f *ast.File, name, path string) {
	s := addImport(f, name, path)
	if _, err := c.config.Importer.Import(path); err == nil {
		return
	}
	for _, id := range f.Unresolved {
		if id.Name == name {
			s.Path.ValuePos, s.EndPos = id.Pos(), id.End()
			return
		}
	}
}

// addImport adds import name "path" to a parsed file.
func addImport(f *ast.File, name, path string) *ast.ImportSpec {
	s := &ast.ImportSpec{Name: ast.NewIdent(name), Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(path)}}
	f.Decls = append([]ast.Decl{&ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{s}}}, f.Decls...)
	f.Imports = append(f.Imports, s)
	return s
}
