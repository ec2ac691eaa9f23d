package cell

import (
	"go/ast"
	"go/types"

	"riffle/internal/proto"
)

// printNotes explains Go's print to users who call it as in Python. Once per session is
// enough, and whoever writes a file knows what it does.
func (b *builder) printNotes() []proto.Diagnostic {
	src := b.f.src
	if b.c.printed || src.Cell == 0 || src.File != "" || src.Restored != nil {
		return nil
	}
	for _, s := range b.f.body {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := ast.Unparen(e.X).(*ast.CallExpr)
		if !ok {
			continue
		}
		id, ok := call.Fun.(*ast.Ident)
		if !ok || id.Name != "print" || b.info.Uses[id] != types.Universe.Lookup("print") {
			continue
		}
		b.c.printed = true
		n := b.c.Diagnostic(id.Pos(), id.End(), "Go's print is for a quick look and ends no line; fmt.Println is what programs use")
		n.Text = ""
		return []proto.Diagnostic{n}
	}
	return nil
}
