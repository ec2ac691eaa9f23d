package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"riffle/internal/proto"
)

// A function without a body may be one that a later cell defines, or a signature
// quoted from somebody's documentation. So it becomes a stub, which panics when it is
// called; defining it recompiles its callers. Where the function is defined already, the
// signature changes nothing.

// bodyless sorts out the cell's functions without a body: it reports those that are
// mistakes, gives the others a body, and drops those that are defined.
func (f *file) bodyless(defined func(name string) bool) {
	own := map[string]bool{}
	for _, d := range f.ast.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Body != nil {
			own[fd.Name.Name] = true
		}
	}
	var decls []ast.Decl
	for _, d := range f.ast.Decls {
		fd, ok := d.(*ast.FuncDecl)
		switch {
		case !ok || fd.Body != nil:
		case fd.Recv != nil || f.braceFollows(fd):
			f.errs = append(f.errs, types.Error{Pos: fd.Name.Pos(), Msg: "missing function body"})
		case own[fd.Name.Name] || defined(fd.Name.Name):
			continue
		default:
			own[fd.Name.Name] = true // once is enough
			f.stubs = append(f.stubs, fd.Name)
			giveBody(fd)
		}
		decls = append(decls, d)
	}
	f.ast.Decls = decls
}

// braceFollows reports whether the body begins on the next line, which Go doesn't
// allow.
func (f *file) braceFollows(fd *ast.FuncDecl) bool {
	src, off := f.layout.find(int(fd.End()) - f.layout.base)
	return src != nil && strings.HasPrefix(strings.TrimSpace(src.Text[off:]), "{")
}

// giveBody makes a stub of a function.
func giveBody(fd *ast.FuncDecl) {
	name, last := fd.Name, fd.End()-1 // the body ends where the signature does
	why := name.Name + " has no body: it was only declared, and no cell has defined it"
	call := &ast.CallExpr{
		Fun:    &ast.Ident{NamePos: name.Pos(), Name: "panic"},
		Lparen: name.Pos(),
		Args:   []ast.Expr{&ast.BasicLit{ValuePos: name.Pos(), Kind: token.STRING, Value: strconv.Quote(why)}},
		Rparen: name.Pos(),
	}
	fd.Body = &ast.BlockStmt{Lbrace: last, List: []ast.Stmt{&ast.ExprStmt{X: call}}, Rbrace: last}
}

// isStub reports whether the cell gave a function its body.
func (f *file) isStub(fd *ast.FuncDecl) bool {
	for _, name := range f.stubs {
		if name == fd.Name {
			return true
		}
	}
	return false
}

// defined reports whether the session has a function of that name with a body.
func (c *Compiler) defined(name string) bool {
	bd := c.bindings[name]
	return bd != nil && bd.isFunc() && bd.decl != nil && !bd.decl.stub
}

// stubNotes says in one note which functions the cell has declared and not defined.
func (b *builder) stubNotes() []proto.Diagnostic {
	if len(b.f.stubs) == 0 {
		return nil
	}
	var names []string
	for _, id := range b.f.stubs {
		names = append(names, id.Name)
	}
	have, it := "has", "it"
	if len(names) > 1 {
		have, it = "have", "them"
	}
	id := b.f.stubs[0]
	n := b.c.Diagnostic(id.Pos(), id.End(), fmt.Sprintf("%s %s no body: define %s in a later cell, with { … } behind the head", enumerate(names), have, it))
	n.Text = ""
	return []proto.Diagnostic{n}
}

// enumerate is "a, b and c".
func enumerate(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
