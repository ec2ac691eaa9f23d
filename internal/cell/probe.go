package cell

import (
	"go/ast"
	"go/scanner"
	"go/types"
	"maps"
	"slices"

	"riffle/internal/lower"
)

// probe is an unfinished source, repaired and checked in a throwaway package, with an
// identifier of ours at the cursor. Nothing of the session's compiler changes.
type probe struct {
	*cursor
	c    *Compiler // a copy of the session's
	f    *file
	pkg  *types.Package
	info *types.Info
	path []ast.Node // from a declaration to the cursor's identifier
	late []late
	// faults counts the syntax errors that are left.
	faults int
}

// probe checks a source around a cursor; nil if it can't be repaired.
func (c *Compiler) probe(at *cursor) *probe {
	var best *probe
	for _, text := range at.repairs() {
		p := c.parseProbe(at, text)
		if p == nil {
			continue
		}
		if best == nil || p.faults < best.faults {
			best = p
		}
		if p.faults == 0 {
			break
		}
	}
	if best == nil {
		return nil
	}
	if best.check(); best.path == nil {
		return nil // it was the name of a method that is checked as a function
	}
	return best
}

// parseProbe lays out and parses a repaired source; nil if the cursor's
// identifier is lost.
func (c *Compiler) parseProbe(at *cursor, text string) *probe {
	text = withoutClause(text)
	ps := split(text)
	p := &probe{cursor: at, c: c.scratch(), faults: len(ps.errs)}
	if ps.open >= 0 {
		p.faults++
	}
	src := &Source{Text: text}
	y := lay(src, ps)
	a, err := p.c.parseLayout(y)
	if a == nil || !whole(a) || pathTo(a, cursorName) == nil {
		return nil
	}
	if list, ok := err.(scanner.ErrorList); ok {
		p.faults += len(list)
	}
	p.f = &file{src: src, layout: y, ast: a}
	if n := len(ps.list); n > 0 {
		p.f.list = ps.list[n-1].list
	}
	return p
}

// whole reports whether the laid-out file still has the function of the cell's
// statements, and no declaration that the parser gave up on.
func whole(a *ast.File) bool {
	var main *ast.FuncDecl
	for _, d := range a.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == mainFunc {
			main = fd
		}
	}
	if main == nil || main.Body == nil {
		return false
	}
	return !slices.ContainsFunc(main.Body.List, func(s ast.Stmt) bool {
		d, ok := s.(*ast.DeclStmt)
		if !ok {
			return false
		}
		_, ok = d.Decl.(*ast.GenDecl)
		return !ok
	})
}

// scratch is a copy of the compiler for lookups: the maps it shares are only read, and it
// has its own state for parsing and lowering.
func (c *Compiler) scratch() *Compiler {
	c.wholeEnvironment()
	c.known()
	s := *c
	s.fset = after(c.fset) // positions tell the two apart
	s.layouts = nil
	if !s.envWhole {
		s.env, s.unread = maps.Clone(c.env), maps.Clone(c.unread)
	}
	s.dots = slices.Clone(c.dots)
	s.lower = c.seen.lower
	return &s
}

// pathTo is the path from a tree's root to the identifier of a name, nil if there is
// none.
func pathTo(n ast.Node, name string) []ast.Node {
	var path, found []ast.Node
	ast.Inspect(n, func(m ast.Node) bool {
		if m == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, m)
		if id, ok := m.(*ast.Ident); ok && id.Name == name && found == nil {
			found = slices.Clone(path)
		}
		return true
	})
	return found
}

// check hoists and checks what matters to the cursor: all declarations, but only the
// function bodies and statements around it.
func (p *probe) check() {
	p.f.hoist()
	for _, s := range p.f.dots {
		if s.Name.Name == "." {
			p.c.dots = append(p.c.dots, importPath(s))
		}
	}
	b := &builder{c: p.c, f: p.f}
	b.useOld()
	b.useResults()
	p.methods()
	file := p.prune()
	p.pkg = enclose(types.NewPackage(lower.UserPath, "main"))
	p.c.resolve(p.pkg, file, b.declared())
	b.files, b.pkg = []*ast.File{file}, p.pkg
	b.insertResults()
	p.info = newInfo()
	p.path = pathTo(file, cursorName)
	conf := types.Config{Importer: p.c.config.Importer, Error: func(error) {}, DisableUnusedImportCheck: true}
	types.NewChecker(&conf, p.c.fset, p.pkg, p.info).Files(b.files)
}

// late is a method of a type that the unfinished cell doesn't declare. It is
// checked as a function, whose first parameter is the receiver.
type late struct {
	recv, name string
	fd         *ast.FuncDecl
}

// methods turns methods of types that the cell doesn't declare into functions.
func (p *probe) methods() {
	for _, d := range p.f.ast.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Recv == nil || len(fd.Recv.List) == 0 {
			continue
		}
		recv, name := baseName(fd.Recv), fd.Name.Name
		if _, own := p.f.names[recv]; own {
			continue
		}
		p.c.asFunction(fd) // a fault is the cell's when it runs
		if name != cursorName {
			p.late = append(p.late, late{recv, name, fd})
		}
	}
}

// prune is the file without the bodies and statements that the cursor isn't in.
func (p *probe) prune() *ast.File {
	f := *p.f.ast
	f.Decls = nil
	for _, d := range p.f.ast.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && pathTo(fd, cursorName) == nil {
			empty := *fd
			empty.Body = &ast.BlockStmt{Lbrace: fd.Body.Lbrace, Rbrace: fd.Body.Rbrace}
			d = &empty
		}
		f.Decls = append(f.Decls, d)
	}
	m := *p.f.main
	m.Body = &ast.BlockStmt{Lbrace: m.Body.Lbrace, Rbrace: m.Body.Rbrace}
	for _, s := range p.f.body {
		if pathTo(s, cursorName) != nil {
			m.Body.List = append(m.Body.List, s)
		}
	}
	f.Decls = append(f.Decls, &m)
	if p.f.list {
		f.Decls = append(f.Decls, listDecl(m.Pos()))
	}
	return &f
}

// ident is the cursor's identifier.
func (p *probe) ident() *ast.Ident { return p.path[len(p.path)-1].(*ast.Ident) }

// up is the nth node around the cursor's identifier, nil for none.
func (p *probe) up(n int) ast.Node {
	if len(p.path) <= n {
		return nil
	}
	return p.path[len(p.path)-1-n]
}

// selector is x.cursor, nil if the cursor follows no dot.
func (p *probe) selector() *ast.SelectorExpr {
	if s, ok := p.up(1).(*ast.SelectorExpr); ok && s.Sel == p.ident() {
		return s
	}
	return nil
}

// scope is the innermost scope around the cursor.
func (p *probe) scope() *types.Scope {
	for _, n := range slices.Backward(p.path) {
		switch d := n.(type) {
		case *ast.FuncDecl:
			n = d.Type
		case *ast.FuncLit:
			n = d.Type
		}
		if s := p.info.Scopes[n]; s != nil {
			return s
		}
	}
	return p.pkg.Scope()
}

// inFunction reports whether the cursor is in a declared function, which sees all
// variables of the cell.
func (p *probe) inFunction() bool {
	for _, n := range p.path {
		if fd, ok := n.(*ast.FuncDecl); ok {
			return fd.Name.Name != mainFunc
		}
	}
	return false
}

// sees reports whether the cursor's statement sees a name that the cell
// declares at top level: variables begin where they are declared.
func (p *probe) sees(o types.Object) bool {
	if _, ok := o.(*types.Var); !ok || p.inFunction() {
		return true
	}
	return o.Pos() < p.statement().Pos()
}

// statement is the top-level statement or declaration that the cursor is in.
func (p *probe) statement() ast.Node {
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.File:
			continue
		case *ast.FuncDecl:
			if n.Name.Name == mainFunc && len(n.Body.List) > 0 {
				return n.Body.List[0]
			}
		}
		return n
	}
	return p.ident()
}
