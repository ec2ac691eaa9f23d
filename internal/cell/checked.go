package cell

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Checked is a compiled cell as source and types, for exporting cells in another form.
// Config.Checked gets one for every cell that compiles.
type Checked struct {
	Source *Source
	Info   *types.Info
	// Parts are the cell's declarations and statements in the order of the source.
	Parts []Checkable
	// Carried are declarations of earlier cells that were compiled again.
	Carried []Checkable
	// Blank are the packages imported for their effects only.
	Blank []string
	// Show is the statement whose values the cell displays, nil for none; Kept is the
	// variable that holds the value for _ and Out[n], if there is exactly one.
	Show *ast.ExprStmt
	List bool // Show calls a function with the values
	Kept *types.Var
}

// Checkable is one declaration or statement: a *ast.FuncDecl, a *ast.GenDecl or a
// statement, and bytes [Start, End) of its source. Node is nil for an import, and for
// what changes nothing.
type Checkable struct {
	Node       ast.Node
	Source     *Source
	Start, End int
	// Func is the object of a function or method. A method of a type of an earlier
	// cell is a function in Node, with the receiver first.
	Func *types.Func
	Stub bool // a function without a body
	// Waits says that a function uses what isn't declared yet. It is among Carried when
	// that is declared.
	Waits bool
}

// Original is the object that o aliases, if the compiler made o under a name of its own,
// and otherwise o.
func (c *Compiler) Original(o types.Object) types.Object {
	for c.aliases[o] != nil {
		o = c.aliases[o]
	}
	return o
}

// aliased records that an object is an alias of another.
func (c *Compiler) aliased(o, original types.Object) {
	if c.config.Checked == nil {
		return
	}
	if c.aliases == nil {
		c.aliases = map[types.Object]types.Object{}
	}
	c.aliases[o] = original
}

// At is the source of a position, and the offset in it.
func (c *Compiler) At(pos token.Pos) (*Source, int) { return c.locate(pos) }

// checked passes the cell to Config.Checked.
func (b *builder) checked(show *ast.ExprStmt, kept *types.Var) {
	if b.c.config.Checked == nil {
		return
	}
	u := &Checked{Source: b.f.src, Info: b.info, Show: show, List: b.f.list, Kept: kept}
	for _, s := range b.f.dots {
		if s.Name.Name == "_" {
			u.Blank = append(u.Blank, importPath(s))
		}
	}
	for _, d := range b.f.ast.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			p := b.checkable(fd)
			p.Stub, p.Waits = b.f.isStub(fd), b.waitsIn(fd) != nil
			u.Parts = append(u.Parts, p)
		}
	}
	for _, s := range b.f.main.Body.List {
		p := b.checkable(s)
		if d, ok := s.(*ast.DeclStmt); ok {
			p.Node = d.Decl
		}
		u.Parts = append(u.Parts, p)
	}
	u.Parts = b.withPieces(u.Parts)
	if b.again != nil {
		for _, d := range b.again.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue
			}
			if _, halted := b.halted[b.origin[d]]; halted {
				continue
			}
			p := b.checkable(d)
			if o := b.origin[d]; o != nil {
				p.Source, p.Start, p.End, p.Stub, p.Waits = o.src, o.start, o.end, o.stub, b.goOn[o] != nil
			}
			u.Carried = append(u.Carried, p)
		}
	}
	b.c.config.Checked(u)
}

// withPieces sorts parts, and adds the pieces of the source that none contains.
func (b *builder) withPieces(parts []Checkable) []Checkable {
	for _, p := range split(b.f.src.Text).list {
		for i, q := range parts { // a name of ours at its end may be longer than the user's
			if p.start <= q.Start && q.Start < p.end {
				if parts[i].End = min(q.End, p.end); q.End <= q.Start {
					parts[i].End = p.end
				}
			}
		}
		inside := func(q Checkable) bool { return q.Start <= p.start && p.start < q.End }
		if !slices.ContainsFunc(parts, inside) {
			parts = append(parts, Checkable{Source: b.f.src, Start: p.start, End: p.end})
		}
	}
	slices.SortStableFunc(parts, func(p, q Checkable) int { return cmp.Compare(p.Start, q.Start) })
	return parts
}

func (b *builder) checkable(n ast.Node) Checkable {
	p := Checkable{Node: n}
	from, to := n.Pos(), n.End()
	if e, ok := n.(*ast.ExprStmt); ok && b.f.list && e == b.f.lastExpr() {
		args := e.X.(*ast.CallExpr).Args
		from, to = args[0].Pos(), args[len(args)-1].End()
	}
	p.Source, p.Start = b.c.locate(from)
	_, p.End = b.c.locate(to)
	if fd, ok := n.(*ast.FuncDecl); ok {
		if p.Func = b.late[fd]; p.Func == nil {
			p.Func, _ = b.info.Defs[fd.Name].(*types.Func)
		}
	}
	return p
}
