package cell

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"riffle/internal/core"
)

// What a debugger asks of a compiler.

// Variable is a variable with what it is lowered to.
type Variable struct {
	Name string
	// Cell is the cell that declared it, of the session's.
	Cell int
	Type types.Type
	Var  *core.Var
}

// Variables are the session's, in alphabetical order.
func (c *Compiler) Variables() []Variable {
	var vs []Variable
	for _, name := range slices.Sorted(maps.Keys(c.bindings)) {
		b := c.bindings[name]
		o, ok := b.obj.(*types.Var)
		if !ok || b.broken != "" {
			continue
		}
		if g := c.lower.Global(o); g != nil {
			vs = append(vs, Variable{name, b.cell, o.Type(), g})
		}
	}
	return vs
}

// CompileAmong compiles a source as Compile does, with local variables that shadow the
// session's. The session doesn't keep them.
func (c *Compiler) CompileAmong(ctx context.Context, src *Source, locals []Variable) (*Unit, Errors) {
	c.freshPackage()
	for _, v := range locals {
		o := types.NewVar(token.NoPos, c.pkg, v.Name, v.Type)
		c.pkg.Scope().Insert(o) // so that it is a package variable
		own := &binding{name: v.Name, obj: o}
		before := c.bindings[v.Name]
		c.bindings[v.Name] = own
		c.lower.Lend(o, v.Var)
		defer func() {
			c.lower.TakeBack(o)
			switch {
			case c.bindings[v.Name] != own: // the source has declared it
			case before == nil:
				delete(c.bindings, v.Name)
			default:
				c.bindings[v.Name] = before
			}
		}()
	}
	return c.Compile(ctx, src)
}

// Origin is the user's text that a position is in, and the line; ok is false if it isn't
// in any.
func (c *Compiler) Origin(pos token.Pos) (text string, line int, ok bool) {
	src, off := c.locate(pos)
	if src == nil {
		return "", 0, false
	}
	text = src.Text
	if src.Typed != "" {
		text = src.Typed
	}
	return text, 1 + strings.Count(src.Text[:min(off, len(src.Text))], "\n"), true
}

// StatementLines are the lines on which statements of a source begin.
func (c *Compiler) StatementLines(src *Source) ([]int, Errors) {
	f, errs := c.read(context.Background(), src)
	if f == nil || errs != nil {
		return nil, errs
	}
	f.layout.passing = true
	var lines []int
	add := func(n ast.Node) {
		if _, line, ok := c.Origin(n.Pos()); ok {
			lines = append(lines, line)
		}
	}
	look := func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.BlockStmt, *ast.EmptyStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause:
		case *ast.DeclStmt:
			if g, ok := s.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
				add(s)
			}
		case ast.Stmt:
			add(s)
		}
		return true
	}
	for _, d := range f.ast.Decls {
		ast.Inspect(d, look)
	}
	for _, s := range f.body {
		if spec := f.inits[s]; spec != nil {
			add(spec)
			for _, v := range spec.Values {
				ast.Inspect(v, look)
			}
			continue
		}
		ast.Inspect(s, look)
	}
	slices.Sort(lines)
	return slices.Compact(lines), nil
}
