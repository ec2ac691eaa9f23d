package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// resultUses rewrites _ as a value, and Out[n] with a constant n, to the variables that
// hold what was displayed.
type resultUses struct {
	c      *Compiler
	ownOut bool // Out is a name of the user's
	inside bool // a function, where _ isn't a value
}

// ownOut reports whether Out is a name of the user's.
func (b *builder) ownOut() bool {
	return b.c.bindings["Out"] != nil || b.f.names["Out"].IsValid()
}

// useResultsIn replaces Out[n] in functions by the displayed values.
func (b *builder) useResultsIn(f *ast.File) {
	r := &resultUses{c: b.c, ownOut: b.ownOut(), inside: true}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
			r.node(fd.Body)
		}
	}
}

const (
	lastName = mark + "last"
	outName  = mark + "out"
)

func (r *resultUses) expr(e *ast.Expr) {
	switch x := (*e).(type) {
	case *ast.Ident:
		if x.Name == "_" && !r.inside && r.c.last != nil {
			x.Name = lastName
		}
	case *ast.IndexExpr:
		if n, ok := outIndex(x); ok && !r.ownOut && r.c.outs[n] != nil {
			*e = &ast.Ident{NamePos: x.Pos(), Name: outName + strconv.Itoa(n)}
			return
		}
		r.node(x)
	default:
		r.node(x)
	}
}

// outIndex reports whether x is Out[n], and n.
func outIndex(x *ast.IndexExpr) (int, bool) {
	id, ok := x.X.(*ast.Ident)
	if !ok || id.Name != "Out" || id.Obj != nil {
		return 0, false
	}
	lit, ok := x.Index.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return 0, false
	}
	n, err := strconv.Atoi(lit.Value)
	return n, err == nil
}

func (r *resultUses) exprs(es []ast.Expr) {
	for i := range es {
		r.expr(&es[i])
	}
}

// loop visits the statements of a source that is a loop.
func (r *resultUses) loop(body []ast.Stmt) {
	for _, s := range body {
		if e, ok := s.(*ast.ExprStmt); ok {
			if lit, ok := e.X.(*ast.FuncLit); ok {
				r.node(lit.Body)
			}
		}
	}
}

func (r *resultUses) stmt(s ast.Stmt) {
	if s != nil {
		r.node(s)
	}
}

// node visits the values in a tree.
func (r *resultUses) node(n ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		if m == n && !isValueParent(m) {
			return true
		}
		switch m := m.(type) {
		case *ast.ExprStmt:
			r.expr(&m.X)
		case *ast.CallExpr:
			r.expr(&m.Fun)
			r.exprs(m.Args)
		case *ast.BinaryExpr:
			r.expr(&m.X)
			r.expr(&m.Y)
		case *ast.UnaryExpr:
			r.expr(&m.X)
		case *ast.StarExpr:
			r.expr(&m.X)
		case *ast.ParenExpr:
			r.expr(&m.X)
		case *ast.SelectorExpr:
			r.expr(&m.X)
		case *ast.IndexExpr:
			r.expr(&m.X)
			r.expr(&m.Index)
		case *ast.SliceExpr:
			r.slice(m)
		case *ast.TypeAssertExpr:
			r.expr(&m.X)
		case *ast.KeyValueExpr:
			r.expr(&m.Value)
		case *ast.CompositeLit:
			r.exprs(m.Elts)
		case *ast.AssignStmt:
			r.exprs(m.Rhs)
			for i := range m.Lhs {
				if _, ok := m.Lhs[i].(*ast.Ident); !ok {
					r.expr(&m.Lhs[i])
				}
			}
		case *ast.ValueSpec:
			r.exprs(m.Values)
		case *ast.ReturnStmt:
			r.exprs(m.Results)
		case *ast.IfStmt:
			r.stmt(m.Init)
			r.expr(&m.Cond)
			r.node(m.Body)
			r.stmt(m.Else)
		case *ast.RangeStmt:
			r.expr(&m.X)
			r.node(m.Body)
		case *ast.SwitchStmt:
			r.stmt(m.Init)
			if m.Tag != nil {
				r.expr(&m.Tag)
			}
			r.node(m.Body)
		case *ast.CaseClause:
			r.exprs(m.List)
			for _, s := range m.Body {
				r.stmt(s)
			}
		case *ast.SendStmt:
			r.expr(&m.Chan)
			r.expr(&m.Value)
		case *ast.FuncLit:
			inside := *r
			inside.inside = true
			inside.node(m.Body)
		default:
			return true
		}
		return false
	})
}

// isValueParent reports whether node handles m field by field.
func isValueParent(m ast.Node) bool {
	switch m.(type) {
	case *ast.BlockStmt, *ast.DeclStmt, *ast.GenDecl, *ast.ForStmt, *ast.LabeledStmt, *ast.Ident, *ast.BasicLit:
		return false
	}
	return true
}

func (r *resultUses) slice(m *ast.SliceExpr) {
	r.expr(&m.X)
	for _, e := range []*ast.Expr{&m.Low, &m.High, &m.Max} {
		if *e != nil {
			r.expr(e)
		}
	}
}

// insertResults puts the variables of displayed values in the cell's scope.
func (b *builder) insertResults() {
	put := func(name string, v *types.Var) {
		w := types.NewVar(v.Pos(), b.pkg, name, v.Type())
		b.c.lower.Alias(w, v)
		b.c.aliased(w, v)
		b.pkg.Scope().Insert(w)
	}
	if b.c.last != nil {
		put(lastName, b.c.last)
	}
	for _, name := range b.outsUsed() {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, outName)); err == nil && b.c.outs[n] != nil {
			put(name, b.c.outs[n])
		}
	}
}

// outsUsed are the names of results that the cell mentions.
func (b *builder) outsUsed() []string {
	var names []string
	for _, f := range b.files {
		for name := range freeNames(f) {
			if strings.HasPrefix(name, outName) {
				names = append(names, name)
			}
		}
	}
	return names
}
