package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/library"
)

// Initialisers that run when a session is restored have no effects besides their values.

// harmless reports whether initialising variables always ends and has no other effects:
// it calls only library functions that are known to be harmless.
func (b *builder) harmless(r *Restored, spec *ast.ValueSpec) bool {
	ok := true
	for _, v := range spec.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				ok = ok && !(r.doubtful(n.Name) && b.global(n)) && !strings.HasPrefix(n.Name, mark)
			case *ast.CallExpr:
				ok = ok && b.harmlessCall(n)
			case *ast.UnaryExpr:
				ok = ok && n.Op != token.ARROW
			case *ast.FuncLit:
				ok = ok && !b.mentions(n, r.missing)
				return false // it doesn't run
			}
			return ok
		})
	}
	return ok
}

// global reports whether an identifier refers to something other than a field or method.
func (b *builder) global(id *ast.Ident) bool {
	o := b.info.Uses[id]
	v, isVar := o.(*types.Var)
	f, isFunc := o.(*types.Func)
	return o != nil && !(isVar && v.IsField()) && !(isFunc && f.Signature().Recv() != nil)
}

// mentions reports whether a function literal uses one of these variables, or a name of
// the compiler's: it would keep the value.
func (b *builder) mentions(f *ast.FuncLit, names map[string]int) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			_, is := names[id.Name]
			found = found || is || strings.HasPrefix(id.Name, mark)
		}
		return !found
	})
	return found
}

// harmlessCall accepts conversions, builtins that make something, and library functions
// that only make something of their arguments. A function passed as an argument might
// run.
func (b *builder) harmlessCall(call *ast.CallExpr) bool {
	tv := b.info.Types[call.Fun]
	if tv.IsType() {
		return true
	}
	for _, a := range call.Args {
		if _, isFunc := b.info.Types[a].Type.Underlying().(*types.Signature); isFunc {
			return false
		}
	}
	name := calleeName(call)
	if name == nil {
		return false
	}
	if tv.IsBuiltin() {
		return slices.Contains([]string{"append", "cap", "complex", "imag", "len", "make", "max", "min", "new", "real"}, name.Name)
	}
	f, ok := b.info.Uses[name].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Results().Len() == 0 {
		return false
	}
	return b.harmlessFunc(f, call.Args)
}

// harmlessFunc reports whether a function only makes something of its arguments. Of
// methods, only those of times and durations do; printing calls the user's methods.
func (b *builder) harmlessFunc(f *types.Func, args []ast.Expr) bool {
	path, member := f.Pkg().Path(), library.Member(f)
	if !library.Of(path, member).Has(library.Harmless) {
		return false
	}
	for i := range f.Signature().Params().Len() + 1 { // of a method, the receiver is the first
		if library.MayChange(path, member, i) {
			return false
		}
	}
	if f.Signature().Recv() != nil {
		return true
	}
	printed := func(a ast.Expr) bool {
		_, basic := types.Unalias(b.info.Types[a].Type).(*types.Basic)
		return !basic
	}
	if path == "fmt" && slices.ContainsFunc(args, printed) {
		return false
	}
	return !b.givesMethods(f.Signature(), args)
}

// givesMethods reports whether an argument may have methods of the user's that the
// function can call.
func (b *builder) givesMethods(sig *types.Signature, args []ast.Expr) bool {
	for i, a := range args {
		p := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
		if s, ok := p.Underlying().(*types.Slice); ok && sig.Variadic() && i >= sig.Params().Len()-1 {
			p = s.Elem()
		}
		if _, generic := p.(*types.TypeParam); generic || !types.IsInterface(p) {
			continue
		}
		t := b.info.Types[a].Type
		if s, ok := t.Underlying().(*types.Slice); ok && i >= sig.Params().Len()-1 { // rngs...
			t = s.Elem()
		}
		_, made := ast.Unparen(a).(*ast.CallExpr) // by the library
		if types.IsInterface(t) && !made || b.ofUser(t) {
			return true
		}
	}
	return false
}

// ofUser reports whether a type may have methods of the user's.
func (b *builder) ofUser(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == b.pkg.Path()
	}
	_, embeds := t.Underlying().(*types.Struct)
	return embeds
}
