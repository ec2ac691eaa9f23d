package cell

import (
	"go/ast"
	"go/types"

	"riffle/internal/library"
)

// altered notes what a call of a library's function changes.
func (w *changes) altered(o types.Object, call *ast.CallExpr) {
	if isShuffler(w.info.TypeOf(call.Fun)) && len(call.Args) > 0 {
		w.argument(call.Args[0])
		return
	}
	f, ok := o.(*types.Func)
	if !ok || f.Pkg() == nil || w.own[f] {
		return
	}
	recv := f.Signature().Recv()
	first := 0 // the parameter that takes the first argument
	if s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && recv != nil && w.info.Selections[s] != nil && w.info.Selections[s].Kind() == types.MethodVal {
		first = 1
		if isShuffler(recv.Type()) && len(call.Args) > 0 && f.Name() != "String" {
			w.argument(call.Args[0])
		}
		if w.alters(f, 0) || setsReceiver(f) {
			w.change(refers(w.info.TypeOf(s.X)), s.X)
		}
	}
	for i, arg := range call.Args {
		if w.alters(f, first+i) {
			w.argument(arg)
		}
	}
}

// alters reports whether a library's function changes what a parameter refers to.
func (w *changes) alters(f *types.Func, parameter int) bool {
	return library.MayChange(f.Pkg().Path(), library.Member(f), parameter)
}

// isShuffler reports whether a function changes the deck that it is given.
func isShuffler(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Shuffler" && isLibrary(n.Obj())
}

// setsReceiver reports whether a method sets its receiver and returns it, as z.Add(x, y)
// of math/big.
func setsReceiver(f *types.Func) bool {
	results := f.Signature().Results()
	return f.Pkg().Path() == "math/big" && results.Len() > 0 && types.Identical(results.At(0).Type(), f.Signature().Recv().Type())
}

// refers reports whether what a value of a type refers to can be changed through a copy.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	}
	return false
}
