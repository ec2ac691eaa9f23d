package extract

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"riffle/stdlib/internal/covered"
)

// The source of a package's generics is made of two parts. Hand-written files
// in internal/generic replace what an interpreter can't run. Of the package's
// own files the generic functions and types are taken, and whatever they and the
// hand-written files use that isn't exported; what they use that is exported and not
// generic they get from the package itself, by importing it. So the result is a package that
// holds nothing but generics and their helpers, has no state of its own that
// the native package has too, and imports only what a cell may import.

// shaker collects the declarations that some generics of a package need.
type shaker struct {
	l       *Loader
	p       *Package
	info    *types.Info
	decls   map[types.Object]*decl
	methods map[types.Object][]*decl // by the type's object
	replace map[string]bool          // names that hand-written files declare
	used    []string                 // names that hand-written files use
	hidden  map[types.Object]string  // unexported members of native types, by whose
}

// decl is a declaration and the text to print for it: the node, after a
// keyword where it is one of a group.
type decl struct {
	node    ast.Node
	keyword string
	file    *ast.File
}

// Sources returns the files from which the generics and the callers of p are lowered, by
// name; none if p has neither. What can't be taken is reported in skipped,
// one error for each exported object.
func (l *Loader) Sources(p *Package, known map[string]*types.Package) (files map[string][]byte, skipped []error, err error) {
	roots := lowered(p)
	if len(roots) == 0 {
		return nil, nil, nil
	}
	files, replace, used, err := l.handwritten(p)
	if err != nil {
		return nil, nil, err
	}
	s, err := l.newShaker(p, known, replace)
	if err != nil {
		return nil, nil, err
	}
	s.used = slices.Sorted(maps.Keys(used))
	var good []types.Object
	for _, o := range roots {
		if replace[o.Name()] {
			continue
		}
		if err := s.try(files, known, o); err != nil {
			skipped = append(skipped, fmt.Errorf("%s.%s: %w", p.ImportPath, o.Name(), err))
			continue
		}
		good = append(good, o)
	}
	if len(good) > 0 {
		text, err := s.shake(good)
		if err != nil {
			return nil, nil, err
		}
		files[p.Name+".go"] = text
	}
	return files, skipped, l.verify(p, files, known)
}

// lowered lists the exported generics of p that are not excluded, and its callers.
func lowered(p *Package) []types.Object {
	return slices.DeleteFunc(Exported(p.Types), func(o types.Object) bool {
		name := p.ImportPath + "." + o.Name()
		_, excluded := covered.Reason(covered.Excluded, name)
		return excluded || KindOf(o) != Generic && !slices.Contains(covered.Callers(), name)
	})
}

// try checks that one object can be taken.
func (s *shaker) try(files map[string][]byte, known map[string]*types.Package, o types.Object) error {
	text, err := s.shake([]types.Object{o})
	if err != nil {
		return err
	}
	all := map[string][]byte{s.p.Name + ".go": text}
	for name, b := range files {
		all[name] = b
	}
	return s.l.verify(s.p, all, known)
}

// originals is the file of stand-ins for the functions that hand-written files use of the
// original.
const originals = "original.go"

// handwritten reads the replacements for p, the names they declare, and those they use.
func (l *Loader) handwritten(p *Package) (files map[string][]byte, names, used map[string]bool, err error) {
	files, names, used = map[string][]byte{}, map[string]bool{}, map[string]bool{}
	paths, err := filepath.Glob(filepath.Join(l.Dir, "internal", "generic", filepath.FromSlash(p.ImportPath), "*.go"))
	if err != nil {
		return nil, nil, nil, err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, nil, err
		}
		f, err := parser.ParseFile(l.Fset, path, b, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, nil, err
		}
		to := used
		if filepath.Base(path) != originals {
			files[filepath.Base(path)], to = b, names
		}
		for _, d := range f.Decls {
			for name := range declares(d) {
				to[name.Name] = true
			}
		}
	}
	return files, names, used, nil
}

// declares yields the names of a top-level declaration, methods excepted.
func declares(d ast.Decl) map[*ast.Ident]*decl {
	m := map[*ast.Ident]*decl{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			m[d.Name] = &decl{node: d}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				m[spec.Name] = &decl{node: spec, keyword: "type "}
			case *ast.ValueSpec:
				// A constant may depend on its place in the group.
				for _, name := range spec.Names {
					m[name] = &decl{node: d}
				}
			}
		}
	}
	return m
}

// newShaker type-checks the package again, bodies included, and indexes its
// declarations.
func (l *Loader) newShaker(p *Package, known map[string]*types.Package, replace map[string]bool) (*shaker, error) {
	files, err := l.Parse(p)
	if err != nil {
		return nil, err
	}
	s := &shaker{l: l, p: p, decls: map[types.Object]*decl{}, methods: map[types.Object][]*decl{}, replace: replace,
		info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	pkg, err := l.check(Targets[0], p, files, known, s.info)
	if err != nil {
		return nil, err
	}
	s.hidden = hidden(pkg)
	for _, f := range files {
		for _, d := range f.Decls {
			for name, dd := range declares(d) {
				dd.file = f
				s.decls[s.info.Defs[name]] = dd
			}
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				s.method(fn, f)
			}
		}
	}
	return s, nil
}

// hidden maps what the exported types of a package that have no type
// parameters keep for themselves to the types' names. The copy of a generic
// function can't reach it, because such types stay native.
func hidden(pkg *types.Package) map[types.Object]string {
	m := map[types.Object]string{}
	note := func(t types.Object, member types.Object) {
		if !member.Exported() {
			m[member] = t.Name()
		}
	}
	for _, o := range Exported(pkg) {
		n, ok := o.Type().(*types.Named)
		if _, isType := o.(*types.TypeName); !ok || !isType || KindOf(o) == Generic {
			continue
		}
		for f := range n.Methods() {
			note(o, f)
		}
		if st, ok := n.Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				note(o, f)
			}
		}
	}
	return m
}

// method files a method under its receiver's type.
func (s *shaker) method(fn *ast.FuncDecl, f *ast.File) {
	t := s.info.Defs[fn.Name].(*types.Func).Signature().Recv().Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		s.methods[n.Obj()] = append(s.methods[n.Obj()], &decl{node: fn, file: f})
	}
}

// shake writes a file with the roots, what hand-written files use, and all they need.
func (s *shaker) shake(roots []types.Object) ([]byte, error) {
	g := &gather{shaker: s, imports: map[string]string{}, edits: map[token.Pos]string{}}
	names := slices.Clone(s.used)
	for _, o := range roots { // of p.Types, whose objects are others
		names = append(names, o.Name())
	}
	for _, name := range names {
		if err := g.add(s.scope(name)); err != nil {
			return nil, err
		}
	}
	return g.print()
}

// scope finds a package-level object.
func (s *shaker) scope(name string) types.Object {
	for o := range s.decls {
		if o != nil && o.Name() == name && o.Parent() != nil {
			return o
		}
	}
	return nil
}

// gather is one walk over the declarations.
type gather struct {
	*shaker
	taken   []*decl
	imports map[string]string    // path by name
	edits   map[token.Pos]string // what to put before an identifier
}

// add takes an object's declaration, its methods, and what they use.
func (g *gather) add(o types.Object) error {
	d := g.decls[o]
	if d == nil {
		return fmt.Errorf("no declaration of %v", o)
	}
	if _, ok := o.(*types.Var); ok {
		return fmt.Errorf("it uses the unexported variable %s", o.Name())
	}
	for _, d := range append([]*decl{d}, g.methods[o]...) {
		if err := g.take(d); err != nil {
			return err
		}
	}
	return nil
}

// take takes one declaration, once.
func (g *gather) take(d *decl) (err error) {
	if slices.ContainsFunc(g.taken, func(e *decl) bool { return e.node == d.node }) {
		return nil
	}
	g.taken = append(g.taken, d)
	if fn, ok := d.node.(*ast.FuncDecl); ok && fn.Body == nil {
		return fmt.Errorf("%s has no body", fn.Name.Name)
	}
	ast.Inspect(d.node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && err == nil {
			err = g.use(id)
		}
		return err == nil
	})
	return err
}

// use follows an identifier to what it stands for.
func (g *gather) use(id *ast.Ident) error {
	switch o := g.info.Uses[id].(type) {
	case nil:
		return nil
	case *types.PkgName:
		return g.imported(o.Name(), o.Imported())
	default:
		if of, ok := g.hidden[o]; ok {
			return fmt.Errorf("it uses %s.%s, which is not exported", of, o.Name())
		}
		if o.Pkg() == nil || o.Pkg().Path() != g.p.ImportPath || o.Parent() != o.Pkg().Scope() || g.replace[o.Name()] {
			return nil
		}
		if o.Exported() && KindOf(o) != Generic {
			g.edits[id.Pos()] = g.p.Name + "."
			return g.imported(g.p.Name, o.Pkg())
		}
		return g.add(o)
	}
}

// imported notes an import.
func (g *gather) imported(name string, pkg *types.Package) error {
	path := pkg.Path()
	if _, left := covered.Reason(covered.LeftOut, path); left || path == "unsafe" || !covered.Public(path) {
		return fmt.Errorf("it needs package %s", path)
	}
	if other, ok := g.imports[name]; ok && other != path {
		return fmt.Errorf("its files call both %s and %s %s", other, path, name)
	}
	g.imports[name] = path
	return nil
}

// print writes what was taken in the order of the source.
func (g *gather) print() ([]byte, error) {
	var b bytes.Buffer
	if g.p.Standard {
		b.WriteString("// Taken from the Go distribution; see LICENSE-go.\n\n")
	}
	fmt.Fprintf(&b, "package %s\n\n", g.p.Name)
	names := make([]string, 0, len(g.imports))
	for name := range g.imports {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b.WriteString("import " + importSpec(name, g.imports[name]) + "\n")
	}
	slices.SortFunc(g.taken, func(a, b *decl) int {
		x, y := g.l.Fset.Position(a.node.Pos()), g.l.Fset.Position(b.node.Pos())
		if x.Filename != y.Filename {
			return strings.Compare(x.Filename, y.Filename)
		}
		return x.Offset - y.Offset
	})
	for _, d := range g.taken {
		text, err := g.text(d)
		if err != nil {
			return nil, err
		}
		b.WriteString("\n" + d.keyword + text + "\n")
	}
	return format.Source(b.Bytes())
}

// text is a declaration's source with the edits made.
func (g *gather) text(d *decl) (string, error) {
	tf := g.l.Fset.File(d.node.Pos())
	src, err := os.ReadFile(tf.Name())
	if err != nil {
		return "", err
	}
	from, to := tf.Offset(d.node.Pos()), tf.Offset(d.node.End())
	if to > len(src) {
		return "", errors.New(tf.Name() + " has changed")
	}
	var places []int
	for pos := range g.edits {
		if d.node.Pos() <= pos && pos < d.node.End() {
			places = append(places, tf.Offset(pos))
		}
	}
	slices.Sort(places)
	var b strings.Builder
	for _, at := range places {
		b.Write(src[from:at])
		b.WriteString(g.edits[tf.Pos(at)])
		from = at
	}
	b.Write(src[from:to])
	return b.String(), nil
}

// verify type-checks the files as a cell compiler will: as one package whose
// imports, itself included, are the native ones.
func (l *Loader) verify(p *Package, files map[string][]byte, known map[string]*types.Package) error {
	var syntax []*ast.File
	for name, src := range files {
		f, err := parser.ParseFile(l.Fset, p.ImportPath+"/"+name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		syntax = append(syntax, f)
	}
	_, err := l.check(Targets[0], &Package{ImportPath: p.ImportPath}, syntax, known, &types.Info{})
	return err
}
