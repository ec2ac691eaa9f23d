package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// The variables of riffle's packages, such as FisherYates, stay what they are: a cell, a
// program or a submission that changed one would change what every later measure and test
// means. Go has no constants of function types, so the compiler refuses what would change
// them: assignments to them and to parts of them, and their addresses.

// checkLibraryChanges reports what changes riffle's own variables.
func (b *builder) checkLibraryChanges() {
	for _, f := range b.files {
		ast.Inspect(f, func(n ast.Node) bool {
			for _, x := range b.changesIn(n) {
				if v := b.libraryVariable(x); v != nil {
					b.errs = append(b.errs, types.Error{Fset: b.c.fset, Pos: x.Pos(), Msg: unchangeable(n, x)})
				}
			}
			return true
		})
	}
}

// unchangeable says that x can't be changed as a node does, and what to write instead.
func unchangeable(n ast.Node, x ast.Expr) string {
	name, own := types.ExprString(x), "mine := "+types.ExprString(x)
	if _, ok := x.(*ast.Ident); ok {
		if _, assigns := n.(*ast.AssignStmt); assigns {
			own = name + " := …"
		}
	}
	return fmt.Sprintf("%s belongs to riffle and can't be changed; %s or var declares a variable of your own", name, own)
}

// changesIn are the expressions that a node assigns to, or whose addresses it takes.
func (b *builder) changesIn(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	case *ast.SelectorExpr:
		if b.takesAddress(n) {
			return []ast.Expr{n.X}
		}
	}
	return nil
}

// takesAddress reports whether a selector is a method that gets its operand's address.
func (b *builder) takesAddress(s *ast.SelectorExpr) bool {
	sel := b.info.Selections[s]
	if sel == nil || sel.Kind() != types.MethodVal || sel.Indirect() {
		return false
	}
	_, pointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	_, already := sel.Recv().(*types.Pointer)
	return pointer && !already
}

// isStudentPackage reports whether a path is that of a package that riffle offers to cells.
func isStudentPackage(path string) bool {
	return path == "riffle/shuffle" || strings.HasPrefix(path, "riffle/shuffle/") || strings.HasPrefix(path, "riffle/stdlib/")
}

// libraryVariable is the variable of riffle's that an expression is, or is in; nil for none.
func (b *builder) libraryVariable(x ast.Expr) *types.Var {
	switch x := x.(type) {
	case *ast.Ident:
		v, _ := b.info.Uses[x].(*types.Var)
		if v != nil && !v.IsField() && v.Pkg() != nil && isStudentPackage(v.Pkg().Path()) {
			return v
		}
	case *ast.ParenExpr:
		return b.libraryVariable(x.X)
	case *ast.IndexExpr:
		return b.libraryVariable(x.X)
	case *ast.SelectorExpr:
		if v := b.libraryVariable(x.Sel); v != nil {
			return v
		}
		return b.libraryVariable(x.X)
	}
	return nil
}
