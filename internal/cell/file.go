package cell

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"
)

// file is a cell laid out and parsed.
type file struct {
	src    *Source
	ast    *ast.File
	layout *layout
	main   *ast.FuncDecl
	silent bool
	list   bool // the last statement is a list of expressions

	// after hoisting
	body  []ast.Stmt
	inits map[ast.Stmt]*ast.ValueSpec
	names map[string]token.Pos // declared by the cell at top level
	dots  []*ast.ImportSpec
	stubs []*ast.Ident // functions without a body
	errs  []types.Error
}

// syntaxErrors are those that the scanner and the brackets show.
func (c *Compiler) syntaxErrors(src *Source, ps pieces) Errors {
	var errs Errors
	last := -1
	if len(ps.errs) == 0 && ps.open >= 0 {
		ps.errs = []placed{neverClosed(src.Text, ps.open)}
	}
	slices.SortStableFunc(ps.errs, func(a, b placed) int { return cmp.Compare(a.offset, b.offset) })
	for _, e := range ps.errs {
		if e.offset == last {
			continue
		}
		last = e.offset
		d := src.Diagnostic(e.offset, e.end, e.message)
		d.Hint = cmp.Or(syntaxHint(&d, e.message, src.program), e.hint)
		errs = append(errs, d)
	}
	return errs
}

// lay lays the pieces out as a file: imports, the statements as the body of one
// function, then functions.
func lay(src *Source, ps pieces) *layout {
	y := &layout{}
	y.glue("package main\n")
	each := func(k kind) {
		for _, p := range ps.list {
			if p.kind != k {
				continue
			}
			if p.list {
				y.glue(listFunc + "(")
			}
			y.add(src, p.start, p.end)
			if p.list {
				y.glue(",)")
			}
			y.glue("\n")
		}
	}
	each(imports)
	y.glue("func " + mainFunc + "() {\n")
	if src.Loop {
		y.glue("func(" + loopCount + " int) { for ; " + loopCount + " > 0; " + loopCount + "-- {\n")
	}
	each(statement)
	if src.Loop {
		y.glue("}}\n")
	}
	y.glue("}\n")
	each(function)
	return y
}

func (c *Compiler) parse(src *Source, ps pieces) (*file, Errors) {
	y := lay(src, ps)
	f := &file{src: src, layout: y, silent: ps.silent && !src.Loop}
	if n := len(ps.list); n > 0 {
		f.list = ps.list[n-1].list
	}
	a, err := c.parseLayout(y)
	if err != nil {
		y.passing = true
		return nil, c.pieceErrors(src, ps, y, err)
	}
	f.ast, y.passing = a, passes(a)
	f.bodyless(c.defined)
	f.hoist()
	if src.Restored != nil && len(src.Restored.live) > 0 {
		c.leaveOut(f, src.Restored)
	}
	return f, nil
}

// parseLayout parses a laid-out file; go/parser resolves its local names.
func (c *Compiler) parseLayout(y *layout) (*ast.File, error) {
	text := y.b.String()
	y.b, y.spans = strings.Builder{}, slices.Clip(slices.Clone(y.spans)) // the layout may live as long as the session
	c.layouts.enter(y, c.fset, len(text))
	return parser.ParseFile(c.fset, "cell", text, parser.AllErrors)
}

// pieceErrors are the errors of a cell that doesn't parse: the first of each piece,
// parsed on its own, since in the whole file one error causes others.
func (c *Compiler) pieceErrors(src *Source, ps pieces, whole *layout, err error) Errors {
	var errs Errors
	for i := 0; i < len(ps.list); i++ {
		p := ps.list[i]
		for i+1 < len(ps.list) && src.Text[ps.list[i+1].start] == '{' { // if x, and { on the next line
			i++
			p.end = ps.list[i].end
		}
		y := lay(src, pieces{list: []piece{p}})
		if _, err := parser.ParseFile(token.NewFileSet(), "", y.b.String(), parser.AllErrors|parser.SkipObjectResolution); err != nil {
			errs = append(errs, c.parseErrors(y, err)[:1]...)
		}
	}
	if len(errs) == 0 {
		return c.parseErrors(whole, err)
	}
	return errs
}

func (c *Compiler) parseErrors(y *layout, err error) Errors {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return Errors{{Message: err.Error()}}
	}
	var errs Errors
	line := 0
	for _, e := range list {
		src, off := y.find(e.Pos.Offset)
		if src == nil {
			continue
		}
		d := src.Diagnostic(off, off, plainSyntax(e.Msg, off >= len(src.Text), src.program))
		if d.Line == line { // the first on a line is the cause
			continue
		}
		line = d.Line
		d.Hint = syntaxHint(&d, e.Msg, src.program)
		errs = append(errs, d)
	}
	return errs
}

// hoist moves the declarations of the cell's body to the file: types and
// constants as they are, variables with placeholders where they are
// initialised.
func (f *file) hoist() {
	f.inits = map[ast.Stmt]*ast.ValueSpec{}
	f.names = map[string]token.Pos{}
	var decls []ast.Decl
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == mainFunc {
				f.main = d
				continue
			}
			if d.Recv == nil {
				f.declare(d.Name)
			}
		case *ast.GenDecl:
			if d.Tok == token.IMPORT && !f.imports(d) {
				continue
			}
		}
		decls = append(decls, d)
	}
	f.ast.Decls = decls
	for _, s := range f.main.Body.List {
		f.hoistStmt(s)
	}
}

func (f *file) declare(id *ast.Ident) {
	if id.Name != "_" {
		f.names[id.Name] = id.Pos()
	}
}

// imports removes dot imports, which would clash with what the session declares, and
// blank ones; it reports whether any are left.
func (f *file) imports(d *ast.GenDecl) bool {
	var rest []ast.Spec
	for _, s := range d.Specs {
		is := s.(*ast.ImportSpec)
		if is.Name != nil && (is.Name.Name == "." || is.Name.Name == "_") {
			f.dots = append(f.dots, is)
			continue
		}
		rest = append(rest, s)
	}
	d.Specs = rest
	return len(rest) > 0
}

func (f *file) hoistStmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.DeclStmt:
		g := s.Decl.(*ast.GenDecl)
		f.declareAll(g)
		if g.Tok != token.VAR {
			f.ast.Decls = append(f.ast.Decls, g)
			return
		}
		for _, sp := range g.Specs {
			f.variable(sp.(*ast.ValueSpec), g.Pos())
		}
		return
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE && f.define(s) {
			return
		}
	}
	f.body = append(f.body, s)
}

func (f *file) declareAll(g *ast.GenDecl) {
	for _, sp := range g.Specs {
		switch sp := sp.(type) {
		case *ast.TypeSpec:
			f.declare(sp.Name)
		case *ast.ValueSpec:
			for _, id := range sp.Names {
				f.declare(id)
			}
		}
	}
}

// variable makes a package variable, initialised where the user declared it.
func (f *file) variable(spec *ast.ValueSpec, pos token.Pos) {
	f.ast.Decls = append(f.ast.Decls, &ast.GenDecl{Tok: token.VAR, TokPos: pos, Specs: []ast.Spec{spec}})
	place := &ast.EmptyStmt{Semicolon: pos}
	f.inits[place] = spec
	f.body = append(f.body, place)
}

// define turns x := e into a package variable. Names that this cell has already declared
// are assigned.
func (f *file) define(s *ast.AssignStmt) bool {
	f.matchValues(s)
	var fresh []*ast.Ident
	for _, e := range s.Lhs {
		id, ok := e.(*ast.Ident)
		if !ok {
			return false // an error that the checker reports
		}
		if _, old := f.names[id.Name]; id.Name != "_" && !old {
			fresh = append(fresh, id)
		}
	}
	if len(fresh) == 0 {
		f.errs = append(f.errs, types.Error{Pos: s.TokPos, Msg: "no new variables on left side of :="})
		return true
	}
	if len(fresh) == len(s.Lhs) || f.onlyFreshOrBlank(s, fresh) {
		names := make([]*ast.Ident, len(s.Lhs))
		for i, e := range s.Lhs {
			names[i] = e.(*ast.Ident)
			f.declare(names[i])
		}
		f.variable(&ast.ValueSpec{Names: names, Values: s.Rhs}, s.Pos())
		return true
	}
	f.defineSome(s)
	return true
}

// matchValues reports a count of values that doesn't match the variables as Go does for
// an assignment, and evens it out: as a declaration of package variables it would get
// another message.
func (f *file) matchValues(s *ast.AssignStmt) {
	l, r := len(s.Lhs), len(s.Rhs)
	if l == r || r == 1 {
		return
	}
	plural := ""
	if l > 1 {
		plural = "s"
	}
	msg := fmt.Sprintf("assignment mismatch: %d variable%s but %d values", l, plural, r)
	f.errs = append(f.errs, types.Error{Pos: s.Rhs[0].Pos(), Msg: msg})
	for len(s.Rhs) < l {
		s.Rhs = append(s.Rhs, s.Rhs[r-1])
	}
	s.Rhs = s.Rhs[:l]
}

func (f *file) onlyFreshOrBlank(s *ast.AssignStmt, fresh []*ast.Ident) bool {
	blank := 0
	for _, e := range s.Lhs {
		if e.(*ast.Ident).Name == "_" {
			blank++
		}
	}
	return blank+len(fresh) == len(s.Lhs)
}

// defineSome is a, b := x, y or f() where a exists: new variables take the
// values, and a is assigned.
func (f *file) defineSome(s *ast.AssignStmt) {
	spec := &ast.ValueSpec{Values: s.Rhs}
	assign := &ast.AssignStmt{Tok: token.ASSIGN, TokPos: s.TokPos}
	for i, e := range s.Lhs {
		id := e.(*ast.Ident)
		if _, old := f.names[id.Name]; old {
			tmp := &ast.Ident{NamePos: id.NamePos, Name: fmt.Sprintf("%st%d", mark, int(id.NamePos))}
			spec.Names = append(spec.Names, tmp)
			assign.Lhs = append(assign.Lhs, id)
			assign.Rhs = append(assign.Rhs, &ast.Ident{NamePos: s.Rhs[min(i, len(s.Rhs)-1)].Pos(), Name: tmp.Name})
			continue
		}
		f.declare(id)
		spec.Names = append(spec.Names, id)
	}
	f.variable(spec, s.Pos())
	f.body = append(f.body, assign)
}

// lastExpr is the statement whose value the cell displays, nil for none.
func (f *file) lastExpr() *ast.ExprStmt {
	if len(f.body) == 0 {
		return nil
	}
	e, ok := f.body[len(f.body)-1].(*ast.ExprStmt)
	if !ok || f.after(e) {
		return nil
	}
	return e
}

// after reports whether a declaration follows the expression in the source.
func (f *file) after(e *ast.ExprStmt) bool {
	_, off := f.layout.find(int(e.End()) - f.layout.base)
	i := sort.Search(len(f.layout.spans), func(i int) bool { return int(f.layout.spans[i].at) > int(e.Pos())-f.layout.base }) - 1
	for k, s := range f.layout.spans {
		if k != i && int(s.offset) > off {
			return true
		}
	}
	return false
}
