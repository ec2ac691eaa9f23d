package cell

import (
	"go/ast"
	"go/types"
	"strings"
)

// Of a function that a call made, or that comes from a list, a struct or an interface,
// only the type is known. It is one of the program's functions of that type, or the
// library's: if none of them changes what isn't its own, it doesn't either.

// unknown is what such a function changes that is the value of an expression: nothing,
// or it is hidden.
func (w *changes) unknown(x ast.Expr) *changed {
	hidden := &changed{hidden: x}
	sig := functionIn(w.info.TypeOf(x))
	if sig == nil || w.known.impure[typeKey(sig)] || w.known.impure[anyGeneric] || generic(sig) && len(w.known.impure) > 0 {
		return hidden
	}
	harmless := true
	w.each(func(n ast.Node) {
		if f, t := w.functionAt(n); f != nil && harmless && mayBe(t, sig) {
			harmless = w.pure(f)
		}
	})
	if !harmless {
		return hidden
	}
	return &changed{}
}

// functionAt is the function that a node declares, and its type; nil if it is none.
func (f *flow) functionAt(n ast.Node) (ast.Node, *types.Signature) {
	switch n := n.(type) {
	case *ast.FuncLit:
		t, _ := f.info.TypeOf(n).(*types.Signature)
		return n, t
	case *ast.FuncDecl:
		if o, ok := f.info.Defs[n.Name].(*types.Func); ok && n.Body != nil {
			return n, o.Signature()
		}
	}
	return nil, nil
}

// pure reports whether a function changes nothing that isn't its own, as far as that is
// known. What it is given, such as a deck, it may change.
func (w *changes) pure(function ast.Node) bool {
	c := w.look(function)
	return c.at == nil && c.hidden == nil && !c.foreign && !c.through[-1]
}

// functionIn is the type of the function that a value of a type is, or that its elements
// are; nil if they are none.
func functionIn(t types.Type) *types.Signature {
	for t != nil {
		switch u := t.Underlying().(type) {
		case *types.Signature:
			return u
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Pointer:
			t = u.Elem()
		default:
			return nil
		}
	}
	return nil
}

// mayBe reports whether functions of one type may be values of another, of which some
// instance may be meant: a type parameter may be any type.
func mayBe(t, sig *types.Signature) bool {
	return t != nil && t.Variadic() == sig.Variadic() && mayBeAll(t.Params(), sig.Params()) && mayBeAll(t.Results(), sig.Results())
}

func mayBeAll(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		x, y := a.At(i).Type(), b.At(i).Type()
		if !types.Identical(x, y) && !hasParameter(x) && !hasParameter(y) {
			return false
		}
	}
	return true
}

// generic reports whether a function's type has type parameters in it.
func generic(t *types.Signature) bool {
	for _, list := range []*types.Tuple{t.Params(), t.Results()} {
		for v := range list.Variables() {
			if hasParameter(v.Type()) {
				return true
			}
		}
	}
	return false
}

// hasParameter reports whether a type is made of type parameters.
func hasParameter(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if hasParameter(a) {
				return true
			}
		}
	case *types.Map:
		return hasParameter(t.Key()) || hasParameter(t.Elem())
	case interface{ Elem() types.Type }:
		return hasParameter(t.Elem())
	case *types.Signature:
		return generic(t)
	case *types.Struct:
		for f := range t.Fields() {
			if hasParameter(f.Type()) {
				return true
			}
		}
	}
	return false
}

// anyGeneric is the key of functions of which a type parameter hides the type.
const anyGeneric = "generic"

// typeKey is how later cells know the type of a function: by the types of its
// parameters and results.
func typeKey(t *types.Signature) string {
	var key strings.Builder
	for _, list := range []*types.Tuple{t.Params(), t.Results()} {
		for v := range list.Variables() {
			key.WriteString(types.TypeString(v.Type(), func(*types.Package) string { return "" }) + ",")
		}
		key.WriteString(";")
	}
	return key.String()
}

// rememberImpure notes the types of the functions that change what isn't theirs, for the
// cells that find them in values.
func (f *flow) rememberImpure() {
	w := &changes{flow: f, functions: map[ast.Node]*changed{}, variables: map[*types.Var]bool{}}
	f.each(func(n ast.Node) {
		if function, t := f.functionAt(n); function != nil && t != nil && !w.pure(function) {
			key := typeKey(t)
			if generic(t) {
				key = anyGeneric
			}
			f.known.impure[key] = true
		}
	})
}
