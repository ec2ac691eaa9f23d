package cell

import (
	"go/ast"
	"go/types"
)

// targets are the functions and function literals that a call may run: the one that it
// names, each method of the name if it is an interface's, and each function of the type
// if only a value tells.
func (f *flow) targets(call *ast.CallExpr) (list []ast.Node) {
	o, named := f.callee(call).(*types.Func)
	if d := f.bodies[f.callee(call)]; d != nil && d.Body != nil {
		return []ast.Node{d}
	}
	if named {
		if recv := o.Signature().Recv(); recv == nil || !types.IsInterface(recv.Type()) || isLibrary(o) {
			return nil
		}
		for m, d := range f.bodies {
			if d.Recv != nil && d.Body != nil && m.Name() == o.Name() {
				list = append(list, d)
			}
		}
		return list
	}
	if !f.info.Types[call.Fun].IsValue() {
		return nil
	}
	sig, ok := f.info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	return f.functionsOf(sig)
}

// functionsOf are the functions and function literals that a value of a type may be.
func (f *flow) functionsOf(sig *types.Signature) (list []ast.Node) {
	f.each(func(n ast.Node) {
		if function, t := f.functionAt(n); function != nil && mayBe(t, sig) {
			list = append(list, function)
		}
	})
	return list
}

// into follows results through a call into a function.
func (f *flow) into(function ast.Node, call *ast.CallExpr) {
	body, recv, t := partsOf(function)
	if f.guarded(call) {
		f.guard(body.Pos(), body.End())
	}
	f.parameters(recv, t, call)
}

func partsOf(function ast.Node) (body *ast.BlockStmt, recv *ast.FieldList, t *ast.FuncType) {
	switch d := function.(type) {
	case *ast.FuncDecl:
		return d.Body, d.Recv, d.Type
	case *ast.FuncLit:
		return d.Body, nil, d.Type
	}
	panic("no function")
}

// callbacks follows results into functions that a call of another package's function is
// given: it may call them with whatever else it is given.
func (f *flow) callbacks(call *ast.CallExpr) {
	if o, ok := f.callee(call).(*types.Func); !ok || f.bodies[o] != nil {
		return
	}
	for _, arg := range call.Args {
		t := f.info.TypeOf(arg)
		if t == nil || !isFunc(t) {
			continue
		}
		for _, function := range f.functionsIn(arg, t) {
			body, _, ft := partsOf(function)
			if f.guarded(call) {
				f.guard(body.Pos(), body.End())
			}
			for _, field := range ft.Params.List {
				for _, id := range field.Names {
					f.taint(f.object(id))
				}
			}
		}
	}
}

// functionsIn are the functions that an argument may be.
func (f *flow) functionsIn(arg ast.Expr, t types.Type) []ast.Node {
	switch x := ast.Unparen(arg).(type) {
	case *ast.FuncLit:
		return []ast.Node{x}
	case *ast.Ident:
		if d := f.bodies[f.object(x)]; d != nil && d.Body != nil {
			return []ast.Node{d}
		}
	}
	sig, _ := t.Underlying().(*types.Signature)
	return f.functionsOf(sig)
}

// reseeds reports whether a call changes from which seeds later experiments start: it
// sets the seed, or makes something that takes the next one.
func (f *flow) reseeds(call *ast.CallExpr) bool {
	o := f.callee(call)
	return isLibrary(o) && (o.Name() == "Seed" || o.Name() == "Unseed") || f.guarded(call) && drawsDefault(o, call)
}

func (f *flow) reseed(call *ast.CallExpr) {
	if !f.reseeded {
		f.reseeded, f.reseededAt, f.grown = true, call.End(), true
	}
}

// plays reports whether a call may run an experiment of the library: then the functions
// that it is given may be trials, or called by them.
func (f *flow) plays(call *ast.CallExpr, seen map[ast.Node]bool) bool {
	o := f.callee(call)
	if fn, ok := o.(*types.Func); ok && fn.Pkg() != nil && isLibrary(fn) {
		return isExperiment(fn)
	}
	if _, named := o.(*types.Func); !named && f.earlier || o != nil && !f.own[o] && f.known.runs[o.Name()] {
		return f.info.Types[call.Fun].IsValue() // of earlier cells only names are known
	}
	found := false
	for _, function := range f.targets(call) {
		if seen[function] {
			continue
		}
		seen[function] = true
		ast.Inspect(function, func(n ast.Node) bool {
			if inner, ok := n.(*ast.CallExpr); ok && !found {
				found = f.plays(inner, seen)
			}
			return !found
		})
	}
	return found
}
