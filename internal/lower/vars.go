package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A local variable is lowered in one of three ways. One that only its own function uses
// stays a variable. One that a closure captures and nothing reassigns goes into the
// closure by value. One that is captured and reassigned, or whose address is taken,
// becomes a cell, x := new(T), used as *x.

// varInfo is what the analysis of a cell found.
type varInfo struct {
	cell     map[types.Object]bool
	captured map[types.Object]bool
	// addressed are those whose address is taken: as always, a field's is its struct's.
	addressed map[types.Object]bool
	defers    map[ast.Node]bool     // functions with a defer statement of their own
	recovers  map[ast.Node]bool     // functions that call recover themselves
	gotos     map[types.Object]bool // labels that a goto names
	names     map[types.Object]string
	values    map[types.Object]ast.Expr      // of local functions that are never assigned again
	specs     map[types.Object]*ast.TypeSpec // of local types
	roots     []ast.Node                     // all that was analysed
	uses      *closureUses                   // nil until they are needed
}

// mainNode is the key of the cell's body among the functions.
var mainNode ast.Node = &ast.BlockStmt{}

func (v *varInfo) hasDefer(n ast.Node) bool   { return v.defers[n] }
func (v *varInfo) hasRecover(n ast.Node) bool { return v.recovers[n] }

// analyse finds the cells and captures of a checked cell.
func analyse(info *types.Info, files []*ast.File, main []ast.Stmt) *varInfo {
	a := &analysis{
		info: info,
		varInfo: &varInfo{
			cell:      map[types.Object]bool{},
			captured:  map[types.Object]bool{},
			addressed: map[types.Object]bool{},
			defers:    map[ast.Node]bool{},
			recovers:  map[ast.Node]bool{},
			gotos:     map[types.Object]bool{},
			names:     map[types.Object]string{},
			values:    map[types.Object]ast.Expr{},
			specs:     map[types.Object]*ast.TypeSpec{},
		},
		owner:    map[types.Object]ast.Node{},
		assigned: map[types.Object]bool{},
	}
	for _, f := range files {
		a.walk(f, nil, nil)
		a.roots = append(a.roots, f)
	}
	body := &ast.BlockStmt{List: main}
	a.roots = append(a.roots, body)
	a.function(mainNode, nil, nil, body)
	for o := range a.values {
		if a.assigned[o] || a.cell[o] {
			delete(a.values, o)
		}
	}
	for o := range a.captured {
		if a.assigned[o] {
			a.cell[o] = true
		}
	}
	for o := range a.cell {
		if isPackageVar(o) {
			delete(a.cell, o)
		}
	}
	return a.varInfo
}

func isPackageVar(o types.Object) bool {
	return o.Pkg() != nil && o.Parent() == o.Pkg().Scope()
}

type analysis struct {
	info *types.Info
	*varInfo
	owner    map[types.Object]ast.Node
	assigned map[types.Object]bool
}

// function analyses one function: owner of its parameters is the node, of its
// body's variables the body if that becomes a closure because of a defer.
func (a *analysis) function(n ast.Node, recv *ast.FieldList, ft *ast.FuncType, body *ast.BlockStmt) {
	if body == nil {
		return
	}
	a.defers[n], a.recovers[n] = a.direct(body)
	if recv != nil {
		a.walk(recv, n, n)
	}
	if ft != nil {
		a.walk(ft, n, n)
	}
	owner := n
	if a.defers[n] {
		owner = body
	}
	a.walk(&ast.BlockStmt{List: []ast.Stmt{body}}, owner, n)
}

// direct reports defer statements and calls of recover in a body, not those in
// function literals in it.
func (a *analysis) direct(body ast.Node) (defers, recovers bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			defers = true
		case *ast.CallExpr:
			if isBuiltin(a.info, n.Fun, "recover") {
				recovers = true
			}
		}
		return true
	})
	return
}

func isBuiltin(info *types.Info, fun ast.Expr, name string) bool {
	id, ok := ast.Unparen(fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := info.Uses[id].(*types.Builtin)
	return ok && b.Name() == name
}

// walk visits the nodes below n; fn is the enclosing function, for its results.
func (a *analysis) walk(n ast.Node, owner, fn ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		if m == nil || m == n {
			return true
		}
		return a.visit(m, owner, fn)
	})
}

func (a *analysis) visit(m ast.Node, owner, fn ast.Node) bool {
	switch m := m.(type) {
	case *ast.FuncDecl:
		a.function(m, m.Recv, m.Type, m.Body)
		return false
	case *ast.FuncLit:
		a.function(m, nil, m.Type, m.Body)
		return false
	case *ast.RangeStmt:
		return a.rangeStmt(m, owner, fn)
	case *ast.ReturnStmt:
		a.returns(m, owner, fn)
	case *ast.Ident:
		a.ident(m, owner)
	case *ast.CaseClause:
		if o := a.info.Implicits[m]; o != nil {
			a.owner[o] = owner
		}
	case *ast.TypeSpec:
		a.specs[a.info.Defs[m.Name]] = m
	case *ast.ValueSpec:
		for i, id := range m.Names {
			a.defines(id, i, m.Values)
		}
	case *ast.AssignStmt:
		for i, e := range m.Lhs {
			a.defines(e, i, m.Rhs)
		}
		for _, e := range m.Lhs {
			if id, ok := e.(*ast.Ident); ok && m.Tok == token.DEFINE && a.info.Defs[id] != nil {
				continue
			}
			a.assign(e)
		}
	case *ast.BranchStmt:
		if m.Tok == token.GOTO {
			a.gotos[a.info.Uses[m.Label]] = true
		}
	case *ast.IncDecStmt:
		a.assign(m.X)
	case *ast.UnaryExpr:
		if m.Op == token.AND {
			a.address(m.X)
		}
	case *ast.SliceExpr:
		if t := a.info.Types[m.X].Type; t != nil {
			if _, ok := t.Underlying().(*types.Array); ok {
				a.address(m.X)
			}
		}
	case *ast.SelectorExpr:
		a.methodValue(m)
	}
	return true
}

func (a *analysis) ident(id *ast.Ident, owner ast.Node) {
	if o, ok := a.info.Defs[id].(*types.Var); ok {
		a.owner[o] = owner
		return
	}
	o, ok := a.info.Uses[id].(*types.Var)
	if !ok || o.IsField() {
		return
	}
	if w, ok := a.owner[o]; ok && w != owner {
		a.captured[o] = true
	}
}

// rangeStmt handles a range over a function, whose body becomes a closure.
func (a *analysis) rangeStmt(m *ast.RangeStmt, owner, fn ast.Node) bool {
	if m.Tok == token.ASSIGN {
		a.assign(m.Key)
		if m.Value != nil {
			a.assign(m.Value)
		}
	}
	t := a.info.Types[m.X].Type
	if t == nil || !isFuncRange(t) {
		return true
	}
	a.walk(&ast.ParenExpr{X: m.X}, owner, fn)
	for _, e := range []ast.Expr{m.Key, m.Value} {
		if e != nil {
			a.walk(&ast.ParenExpr{X: e}, m, fn)
		}
	}
	a.walk(&ast.BlockStmt{List: []ast.Stmt{m.Body}}, m, fn)
	return false
}

func isFuncRange(t types.Type) bool {
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		u, ok := tp.Constraint().Underlying().(*types.Interface)
		if !ok || u.NumEmbeddeds() == 0 {
			return false
		}
		if un, ok := u.EmbeddedType(0).(*types.Union); ok {
			t = un.Term(0).Type()
		} else {
			t = u.EmbeddedType(0)
		}
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// returns handles a return with values, which assigns the named results.
func (a *analysis) returns(m *ast.ReturnStmt, owner, fn ast.Node) {
	ft := funcType(fn)
	if ft == nil || ft.Results == nil {
		return
	}
	for _, f := range ft.Results.List {
		for _, id := range f.Names {
			o := a.info.Defs[id]
			if o == nil {
				continue
			}
			if len(m.Results) > 0 {
				a.assigned[o] = true
			}
			if owner != fn {
				a.captured[o] = true
			}
		}
	}
}

func funcType(n ast.Node) *ast.FuncType {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Type
	case *ast.FuncLit:
		return n.Type
	}
	return nil
}

// defines records the function that a name is declared with.
func (a *analysis) defines(name ast.Expr, i int, values []ast.Expr) {
	id, ok := name.(*ast.Ident)
	if !ok || i >= len(values) {
		return
	}
	o := a.info.Defs[id]
	if o == nil || o.Type() == nil {
		return
	}
	if _, function := o.Type().Underlying().(*types.Signature); function {
		a.values[o] = values[i]
	}
}

func (a *analysis) assign(e ast.Expr) {
	if o := a.rootVar(e); o != nil {
		a.assigned[o] = true
	}
}

func (a *analysis) address(e ast.Expr) {
	if o := a.rootVar(e); o != nil {
		a.cell[o], a.addressed[o] = true, true
	}
}

// methodValue handles methods with a pointer receiver, which take a variable's address,
// and native methods, which need an addressable operand.
func (a *analysis) methodValue(m *ast.SelectorExpr) {
	sel := a.info.Selections[m]
	if sel == nil || sel.Kind() != types.MethodVal {
		return
	}
	recv := sel.Obj().Type().(*types.Signature).Recv()
	if recv == nil || !isPointerType(recv.Type()) && !native(deref(recv.Type())) {
		return
	}
	if o := a.rootVar(m.X); o != nil && !isPointer(types.Unalias(o.Type())) {
		a.cell[o] = true
		a.addressed[o] = a.addressed[o] || isPointerType(recv.Type())
	}
}

func isPointerType(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// rootVar is the variable whose storage e is part of, nil beyond a pointer, a slice or a
// map.
func (a *analysis) rootVar(e ast.Expr) types.Object {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if t := a.info.Types[x.X].Type; t == nil || isPointer(t) {
				return nil
			}
			e = x.X
		case *ast.IndexExpr:
			t := a.info.Types[x.X].Type
			if t == nil {
				return nil
			}
			if _, ok := t.Underlying().(*types.Array); !ok {
				return nil
			}
			e = x.X
		case *ast.Ident:
			if o := a.info.Uses[x]; o != nil {
				return o
			}
			return a.info.Defs[x]
		default:
			return nil
		}
	}
}
