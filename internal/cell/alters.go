package cell

import (
	"go/ast"
	"go/types"
	"strings"
)

// alters are the library's functions and methods, by the beginnings of their names,
// that change what their first argument refers to, or the receiver. It names those
// that students use in trials.
var alters = map[string][]string{
	"slices":              {"Compact", "Delete", "Insert", "Replace", "Reverse", "Sort"},
	"sort":                {"Float64s", "Ints", "Slice", "Sort", "Stable", "Strings"},
	"maps":                {"Copy", "DeleteFunc", "Insert"},
	"container/heap":      {"Fix", "Init", "Pop", "Push", "Remove"},
	"fmt":                 {"Fprint"},
	"riffle/shuffle":      {"Slice"},
	"strings.Builder":     {"Grow", "Reset", "Write"},
	"bytes.Buffer":        {"Grow", "Next", "Read", "Reset", "Truncate", "Unread", "Write"},
	"container/list.List": {"Init", "Insert", "Move", "Push", "Remove"},
	"riffle/shuffle.Hand": {"Sort"},
	"sync.Map":            {"Clear", "CompareAnd", "Delete", "LoadAnd", "LoadOr", "Store", "Swap"},
}

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
	if recv == nil {
		if begins(alters[f.Pkg().Path()], f.Name()) && !strings.HasPrefix(f.Name(), "Sorted") && len(call.Args) > 0 {
			w.argument(call.Args[0])
		} else if strings.HasPrefix(f.Name(), "Sscan") || f.Name() == "Unmarshal" {
			for _, arg := range call.Args {
				w.argument(arg)
			}
		}
		return
	}
	s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	t := recv.Type()
	if isShuffler(t) && len(call.Args) > 0 && f.Name() != "String" {
		w.argument(call.Args[0])
	}
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if ok && (begins(alters[f.Pkg().Path()+"."+n.Obj().Name()], f.Name()) || setsReceiver(f)) {
		w.change(refers(w.info.TypeOf(s.X)), s.X)
	}
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
