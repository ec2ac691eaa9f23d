package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The gc compiler compiles small closures in line where they are called. A variable that
// only such closures capture stays in registers, and is copied where one in memory would
// be read later: see order.go. Whether a closure is small enough is estimated with the
// compiler's own measure, its number of nodes.

// registered reports whether the variable that a place is in, or part of, can be in
// registers.
func (o *ordering) registered(e ast.Expr) bool {
	v := o.outerVar(e)
	if v == nil || isPackageVar(v) || o.vars.addressed[v] || !fitsRegisters(o.st(v.Type())) {
		return false
	}
	u := o.vars.closures(o.info)
	if of := u.params[v]; v.Kind() != types.LocalVar && (of == nil || !o.dissolves(of)) {
		return false // those of a function that is called are in memory
	}
	for _, lit := range u.captures[v] {
		if !o.dissolves(lit) {
			return false
		}
	}
	return true
}

// outerVar is the variable that a place is part of without a pointer between.
func (o *ordering) outerVar(e ast.Expr) *types.Var {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := o.obj(x).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if sel := o.info.Selections[x]; sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() {
			return o.outerVar(x.X)
		}
	case *ast.IndexExpr:
		if _, ok := o.coreType(o.typeOf(x.X)).(*types.Array); ok {
			return o.outerVar(x.X)
		}
	}
	return nil
}

// fitsRegisters reports whether the compiler keeps a value of type t in registers: four
// words, and no array of several elements.
func fitsRegisters(t types.Type) bool {
	const most = 4
	if sizeof(t) > most*8 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() == 0 || u.Len() == 1 && fitsRegisters(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !fitsRegisters(f.Type()) {
				return false
			}
		}
		return u.NumFields() <= most
	}
	return true
}

// closureUses are the closures of a tree, and what they capture.
type closureUses struct {
	captures map[*types.Var][]*ast.FuncLit // of a variable, the closures that mention it
	params   map[*types.Var]*ast.FuncLit   // of a closure's parameter or result, the closure
	called   map[*ast.FuncLit]bool         // where they stand
	names    map[*ast.FuncLit]*types.Var   // the variables that they are declared with
	calls    map[*types.Var]int            // of such a variable
	kept     map[*types.Var]bool           // it is used otherwise, or in another closure
}

// closures finds the closures when it is first asked.
func (v *varInfo) closures(info *types.Info) *closureUses {
	if v.uses == nil {
		v.uses = &closureUses{
			captures: map[*types.Var][]*ast.FuncLit{}, params: map[*types.Var]*ast.FuncLit{}, called: map[*ast.FuncLit]bool{},
			names: map[*ast.FuncLit]*types.Var{}, calls: map[*types.Var]int{}, kept: map[*types.Var]bool{},
		}
		for o, e := range v.values {
			if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
				v.uses.names[lit], _ = o.(*types.Var)
			}
		}
		for _, root := range v.roots {
			v.uses.find(info, root)
		}
	}
	return v.uses
}

func (u *closureUses) find(info *types.Info, root ast.Node) {
	var around []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, n)
		switch n := n.(type) {
		case *ast.CallExpr:
			if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok {
				u.called[lit] = true
			}
		case *ast.FuncLit:
			u.declares(info, n)
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && !v.IsField() && !isPackageVar(v) {
				u.use(v, n, around)
			}
		}
		return true
	})
}

func (u *closureUses) declares(info *types.Info, lit *ast.FuncLit) {
	for _, fields := range []*ast.FieldList{lit.Type.Params, lit.Type.Results} {
		if fields == nil {
			continue
		}
		for _, f := range fields.List {
			for _, id := range f.Names {
				if v, ok := info.Defs[id].(*types.Var); ok {
					u.params[v] = lit
				}
			}
		}
	}
}

// use records a use of a local variable; around are the nodes around it, and the name.
func (u *closureUses) use(v *types.Var, id *ast.Ident, around []ast.Node) {
	foreign := false
	for _, n := range around {
		if lit, ok := n.(*ast.FuncLit); ok && (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) {
			foreign = true
			if all := u.captures[v]; len(all) == 0 || all[len(all)-1] != lit {
				u.captures[v] = append(all, lit)
			}
		}
	}
	if call, ok := around[len(around)-2].(*ast.CallExpr); ok && call.Fun == ast.Expr(id) {
		u.calls[v]++
		u.kept[v] = u.kept[v] || foreign
		return
	}
	u.kept[v] = true
}

// dissolves reports whether the compiler compiles a closure in line wherever it is
// called, and nothing else needs it.
func (o *ordering) dissolves(lit *ast.FuncLit) bool {
	u := o.vars.closures(o.info)
	if u.called[lit] {
		return o.inlinable(lit.Body, 1)
	}
	name := u.names[lit]
	return name != nil && !u.kept[name] && (u.calls[name] == 0 || o.inlinable(lit.Body, u.calls[name]))
}

// The compiler's budget for a function in line, in nodes, for one that is called once,
// and what a call in it counts.
const (
	inlineBudget = 80
	onceBudget   = 800
	callCost     = 57
)

// inlinable estimates whether the compiler compiles a closure in line that is called so
// many times.
func (o *ordering) inlinable(body *ast.BlockStmt, calls int) bool {
	budget := inlineBudget
	if calls == 1 {
		budget = onceBudget
	}
	possible := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.BlockStmt, *ast.ParenExpr, *ast.ExprStmt:
			return possible
		case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
			possible = false
		case *ast.CallExpr:
			switch b := o.builtinOf(ast.Unparen(n.Fun)); {
			case b == "recover":
				possible = false
			case b == "" && !o.info.Types[n.Fun].IsType():
				budget -= callCost
			}
		case *ast.BranchStmt:
			possible = possible && (n.Tok != token.GOTO || n.Label == nil)
		}
		budget--
		return possible
	})
	return possible && budget >= 0
}
