package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"riffle/internal/library"
)

// effects are what running some of a session's code may do to its variables. They are
// found in the syntax, and may be too many but not too few.
type effects struct {
	c       *Compiler
	pkg     *types.Package // of the cell that is compiled, nil for none
	within  ast.Node       // whose own names are no variables of the session
	changes map[string]bool
	uses    map[string]bool // names, and ".m" for selected ones
}

// effectsOf finds what running a tree may do itself, including its function literals if
// functions is set; uses says what else to look at.
func (c *Compiler) effectsOf(pkg *types.Package, n ast.Node, functions bool) *effects {
	e := &effects{c: c, pkg: pkg, within: n, changes: map[string]bool{}, uses: freeNames(n)}
	ast.Inspect(n, func(n ast.Node) bool {
		if _, lit := n.(*ast.FuncLit); lit && !functions {
			return false
		}
		if n != nil {
			e.node(n)
		}
		return true
	})
	return e
}

func (e *effects) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			e.change(n.Lhs...)
		}
		e.share(n.Rhs...)
	case *ast.ValueSpec:
		e.share(n.Values...)
	case *ast.ReturnStmt:
		e.share(n.Results...)
	case *ast.IncDecStmt:
		e.change(n.X)
	case *ast.SendStmt:
		e.change(n.Chan)
		e.share(n.Value)
	case *ast.UnaryExpr:
		if n.Op == token.AND || n.Op == token.ARROW {
			e.change(n.X)
		}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			e.change(n.Key, n.Value)
		}
		if t := e.typeOf(n.X); t == nil || shares(element(t)) {
			e.change(n.X)
		}
	case *ast.CallExpr:
		e.call(n)
	}
}

// call assumes that a function changes whatever it can of its arguments.
func (e *effects) call(call *ast.CallExpr) {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		switch f.Name {
		case "append", "cap", "complex", "imag", "len", "make", "max", "min", "new", "panic", "print", "println", "real":
			return // append's result is examined where it is used
		}
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok && id.Obj == nil && e.variable(id) == nil && library.LeavesAll(e.packagePath(id.Name, f.Sel.Name), f.Sel.Name) {
			return
		}
		if e.mayChange(f) {
			e.change(f.X)
		}
	}
	e.share(call.Args...)
}

// packagePath is the path of the package that a name means, of which a member is used.
func (e *effects) packagePath(name, member string) string {
	if bd := e.c.bindings[name]; bd != nil {
		return bd.path
	}
	return e.c.autoImport(name, map[string]bool{member: true})
}

// mayChange reports whether calling a method may change its receiver.
func (e *effects) mayChange(s *ast.SelectorExpr) bool {
	t := e.typeOf(s.X)
	if t == nil {
		return true
	}
	o, _, _ := types.LookupFieldOrMethod(t, true, e.c.pkg, s.Sel.Name)
	f, ok := o.(*types.Func)
	if !ok {
		return true
	}
	_, byPointer := types.Unalias(f.Signature().Recv().Type()).(*types.Pointer)
	return f.Pkg() == nil || f.Pkg().Path() != "time" && (byPointer || shares(t))
}

// share records that something else can now reach what the values of these variables
// refer to.
func (e *effects) share(list ...ast.Expr) {
	for _, x := range list {
		switch x := x.(type) {
		case *ast.Ident:
			if t := e.variable(x); t != nil && shares(t) {
				e.change(x)
			}
		case *ast.IndexExpr, *ast.SelectorExpr, *ast.StarExpr:
			if t := e.typeOf(x); t == nil || shares(t) {
				e.change(x)
			}
		case *ast.SliceExpr:
			e.change(x)
		case *ast.ParenExpr:
			e.share(x.X)
		case *ast.TypeAssertExpr:
			e.share(x.X)
		case *ast.KeyValueExpr:
			e.share(x.Key, x.Value)
		case *ast.CompositeLit:
			e.share(x.Elts...)
		case *ast.CallExpr:
			if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "append" {
				e.share(x.Args...)
			}
		}
	}
}

// change records that the variables that expressions are parts of may change.
func (e *effects) change(list ...ast.Expr) {
	for _, x := range list {
		if id, ok := Whole(x).(*ast.Ident); ok && e.variable(id) != nil {
			e.changes[id.Name] = true
		}
	}
}

// Whole is the operand that x is an element, field, slice or dereference of, to the
// outermost; x itself if it is none of these.
func Whole(x ast.Expr) ast.Expr {
	for {
		switch y := x.(type) {
		case *ast.ParenExpr:
			x = y.X
		case *ast.SelectorExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.SliceExpr:
			x = y.X
		case *ast.StarExpr:
			x = y.X
		default:
			return x
		}
	}
}

// variable is the type of the session's variable that a name means, nil for anything
// else.
func (e *effects) variable(id *ast.Ident) types.Type {
	if id.Obj != nil && id.Obj.Pos() >= e.within.Pos() && id.Obj.Pos() < e.within.End() {
		return nil
	}
	var o types.Object
	if e.pkg != nil {
		o = e.pkg.Scope().Lookup(id.Name)
	}
	if bd := e.c.bindings[id.Name]; o == nil && bd != nil {
		o = bd.obj
	}
	if v, ok := o.(*types.Var); ok {
		return v.Type()
	}
	return nil
}

// typeOf is the type of a part of a variable, nil if unknown.
func (e *effects) typeOf(x ast.Expr) types.Type {
	switch x := x.(type) {
	case *ast.Ident:
		return e.variable(x)
	case *ast.ParenExpr:
		return e.typeOf(x.X)
	case *ast.BasicLit:
		return types.Typ[types.Int]
	case *ast.IndexExpr:
		return element(e.typeOf(x.X))
	case *ast.StarExpr:
		return element(e.typeOf(x.X))
	case *ast.SelectorExpr:
		if t := e.typeOf(x.X); t != nil {
			if o, _, _ := types.LookupFieldOrMethod(t, true, e.c.pkg, x.Sel.Name); o != nil {
				return o.Type()
			}
		}
	}
	return nil
}

// element is the type of a value's elements or of what it points to, nil if unknown.
func element(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case interface{ Elem() types.Type }:
		return u.Elem()
	case *types.Basic:
		return u
	}
	return nil
}

// shares reports whether through a copy of a value one can change what the value holds.
func shares(t types.Type) bool {
	if t == nil {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return shares(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if shares(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
