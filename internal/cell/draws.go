package cell

import (
	"go/ast"
	"go/types"
	"strings"
)

// A trial that draws from a generator of the process draws the same numbers in every
// process: from a variable declared outside, from the one behind math/rand's functions,
// or from what the library takes if it is given none.

// draws reports whether a type is a generator's or has one: whoever uses it changes it,
// and every process begins with the same numbers.
func draws(t types.Type) bool {
	for _, name := range []string{"Uint64", "Pick", "DealOne", "Draw", "Next"} {
		if o, _, _ := types.LookupFieldOrMethod(t, true, nil, name); o != nil {
			if f, ok := o.(*types.Func); ok && f.Pkg() != nil && (isLibrary(f) || isRand(f)) {
				return true
			}
		}
	}
	return false
}

func isRand(f *types.Func) bool {
	return f.Pkg() != nil && strings.HasPrefix(f.Pkg().Path(), "math/rand")
}

// drawsShared reports whether a function draws from the generator that math/rand keeps
// for all.
func drawsShared(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && isRand(f) && f.Signature().Recv() == nil && !strings.HasPrefix(f.Name(), "New")
}

// drawsDefault reports whether a call of the library makes or takes a generator that
// nobody gave it: the last parameter is for one, and has no argument.
func drawsDefault(o types.Object, call *ast.CallExpr) bool {
	f, ok := o.(*types.Func)
	if !ok || !isLibrary(f) {
		return false
	}
	if f.Name() == "CryptoRandom" {
		return true
	}
	params := f.Signature().Params()
	if !f.Signature().Variadic() || len(call.Args) >= params.Len() {
		return false
	}
	if f.Name() == "NewPRNG" {
		return true
	}
	last := params.At(params.Len() - 1).Type().(*types.Slice).Elem()
	n, ok := types.Unalias(last).(*types.Named)
	return ok && n.Obj().Name() == "PRNG"
}
