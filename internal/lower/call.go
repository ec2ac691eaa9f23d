package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/core"
)

// call lowers a call and returns its results.
func (l *funcLowerer) call(x *ast.CallExpr) []core.Expr {
	fun := ast.Unparen(x.Fun)
	if tv := l.info.Types[fun]; tv.IsType() {
		return []core.Expr{l.conversion(x.Args[0], l.st(tv.Type))}
	}
	if b := l.builtinOf(fun); b != "" {
		return l.builtin(b, x)
	}
	defer l.orderCall(x)()
	do, sig := l.callee(x)
	args := l.argsAs(x, sig)
	if recovers, _ := l.recovers(fun); recovers {
		l.rt("Withhold") // it isn't deferred, so it recovers no panic
	}
	if l.frames {
		l.mark(x.Lparen) // a statement may have several lines
	}
	return do(args)
}

func (l *declLowerer) builtinOf(fun ast.Expr) string {
	id := instIdent(fun)
	if id == nil {
		return ""
	}
	if b, ok := l.info.Uses[id].(*types.Builtin); ok {
		return b.Name()
	}
	return ""
}

// callee evaluates what is called, and returns how to call it, and its signature.
func (l *funcLowerer) callee(x *ast.CallExpr) (do func(args []core.Expr) []core.Expr, sig *types.Signature) {
	fun := ast.Unparen(x.Fun)
	sig = l.coreType(l.typeOf(fun)).(*types.Signature)
	spread := x.Ellipsis.IsValid()
	if f, ok := fun.(*ast.SelectorExpr); ok {
		if sel := l.info.Selections[f]; sel != nil && sel.Kind() == types.MethodVal {
			m, recv := l.receiver(f, sel)
			return func(a []core.Expr) []core.Expr {
				if m.native {
					return l.nativeMethod(m, recv, a, spread)
				}
				return l.invoke(m, recv, a, true)
			}, sig
		}
	}
	if o, id := l.staticCallee(fun); o != nil {
		if fromSource(o.Pkg().Path()) || l.generic(o) {
			name := l.funcName(o, l.typeArgs(id))
			return func(a []core.Expr) []core.Expr { return l.callResults(name, a, sig) }, sig
		}
		if name, source := l.callsOurs(o, x); name != nil {
			return func(a []core.Expr) []core.Expr { return l.callResults(name, a, source) }, source
		}
		return func(a []core.Expr) []core.Expr {
			o, sig, a := l.withNames(o, sig, x, a)
			announced := l.site(o, x)
			results := l.nativeCall(o, sig, a, spread)
			if announced {
				l.siteOver()
			}
			return results
		}, sig
	}
	v := l.underlying(fun)
	if _, plain := v.(*core.Var); !plain || !l.stable(fun) {
		v = l.spillUnlessTmp(v)
	}
	return func(a []core.Expr) []core.Expr { return l.callValue(v, l.typeOf(fun), sig, a, spread) }, sig
}

// callValue calls a function value. One of a native function type may have interface
// parameters, which only natives can convert to, or pass without reflection.
func (l *funcLowerer) callValue(v core.Expr, t types.Type, sig *types.Signature, args []core.Expr, spread bool) []core.Expr {
	if native(t) && (!l.direct(sig, spread || sig.Variadic()) || takesInterface(sig)) {
		return l.reflective("Native", []core.Expr{v}, sig, args, sig.Variadic())
	}
	return l.callResults(v, args, sig)
}

// takesInterface reports whether a function has a parameter that is an interface with
// methods.
func takesInterface(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if i, ok := v.Type().Underlying().(*types.Interface); ok && i.NumMethods() > 0 {
			return true
		}
	}
	return false
}

// staticCallee is the declared function that an expression names, nil for a
// function value.
func (l *declLowerer) staticCallee(fun ast.Expr) (*types.Func, *ast.Ident) {
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(f.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(f.X)
	}
	if s, ok := fun.(*ast.SelectorExpr); ok && l.info.Selections[s] != nil {
		return nil, nil
	}
	id := instIdent(fun)
	if id == nil {
		return nil, nil
	}
	o, _ := l.info.Uses[id].(*types.Func)
	return o, id
}

// generic reports whether o is a generic function of a native package, lowered from its
// source, or one that only such a source can call.
func (l *Lowerer) generic(o *types.Func) bool {
	if o.Origin().Signature().TypeParams().Len() > 0 {
		return true
	}
	src := l.packages[o.Pkg().Path()]
	return src != nil && src.Types == o.Pkg() && o.Signature().Recv() == nil
}

// callsOurs is the source, lowered, of a native function that does little more than call
// methods of its first argument, or another argument, if that isn't native; nil for other
// functions. What is called once isn't worth compiling it for a function.
func (l *funcLowerer) callsOurs(o *types.Func, x *ast.CallExpr) (*core.FuncName, *types.Signature) {
	path := o.Pkg().Path()
	if l.natives.Caller == nil || len(x.Args) == 0 || o.Signature().Recv() != nil || !l.natives.Caller(path, o.Name()) || !l.passesOurs(o.Signature(), x) {
		return nil, nil
	}
	if l.lowers(o) || l.inOther(o) { // the source leaves the rest to it
		return nil, nil
	}
	d := l.declOf(o)
	source := d.info.Defs[d.fd.Name].Type().(*types.Signature)
	if source.TypeParams().Len() == 0 {
		return l.funcName(o, nil), o.Signature()
	}
	targs, ok := l.elements(source, x)
	if !ok {
		return nil, nil
	}
	instance, err := types.Instantiate(l.ctx, source, targs, false)
	if err != nil {
		return nil, nil
	}
	return l.funcName(o, targs), instance.(*types.Signature)
}

// lowers reports whether a function, or an instance of it, is the one that is being lowered.
func (l *funcLowerer) lowers(o *types.Func) bool {
	name, _, _ := strings.Cut(l.named, "[")
	return name == o.Pkg().Path()+"."+o.Name()
}

// inOther reports whether the source of another package of the library is being lowered.
func (l *funcLowerer) inOther(o *types.Func) bool {
	for path, p := range l.packages {
		if p.Info == l.info {
			return path != o.Pkg().Path()
		}
	}
	return false
}

// passesOurs reports whether a function that isn't native is passed to a native one again
// and again, or an error, or, if that takes neither, a first argument with methods that
// aren't.
func (l *funcLowerer) passesOurs(sig *types.Signature, x *ast.CallExpr) bool {
	if isError(sig.Params().At(0).Type()) {
		return !l.once()
	}
	functions := false
	for i, v := range slices.Collect(sig.Params().Variables()) {
		if _, ok := v.Type().Underlying().(*types.Signature); ok && i < len(x.Args) {
			if functions = true; !l.once() && !l.nativeFunction(x.Args[i]) {
				return true
			}
		}
	}
	n, ok := types.Unalias(deref(l.typeOf(x.Args[0]))).(*types.Named)
	return !functions && ok && !native(n) && !types.IsInterface(n)
}

// elements are the arguments of a source's type parameters: the elements of the slices
// passed to it. The function itself takes them as any.
func (l *funcLowerer) elements(source *types.Signature, x *ast.CallExpr) (targs []types.Type, ok bool) {
	for i := range source.TypeParams().Len() {
		if len(x.Args) != source.Params().Len() {
			return nil, false
		}
		s, ok := l.typeOf(x.Args[i]).Underlying().(*types.Slice)
		if !ok {
			return nil, false
		}
		targs = append(targs, s.Elem())
	}
	return targs, true
}

// once reports whether the current statement is one of a cell's own or of main, outside
// of loops.
func (l *funcLowerer) once() bool {
	return l.parent == nil && l.loops == 0 && (l.named == UserPath+".main" || l.named == UserPath+".init")
}

// nativeFunction reports whether an expression names a function of a native package.
func (l *declLowerer) nativeFunction(e ast.Expr) bool {
	o, _ := l.staticCallee(e)
	return o != nil && o.Pkg() != nil && !fromSource(o.Pkg().Path()) && !l.generic(o)
}

func (l *declLowerer) typeArgs(id *ast.Ident) []types.Type {
	var ts []types.Type
	if in, ok := l.info.Instances[id]; ok {
		for t := range in.TypeArgs.Types() {
			ts = append(ts, l.st(t))
		}
	}
	return ts
}

func (l *declLowerer) anyImpure(es []ast.Expr) bool {
	for _, e := range es {
		if l.impure(e) {
			return true
		}
	}
	return false
}

// calleeNative reports whether the callee is native, so that variadic arguments stay
// separate.
func (l *declLowerer) calleeNative(fun ast.Expr) bool {
	fun = ast.Unparen(fun)
	if s, ok := fun.(*ast.SelectorExpr); ok {
		if sel := l.info.Selections[s]; sel != nil {
			return sel.Kind() == types.MethodVal && l.lookup(l.typeOf(s.X), s.Sel.Name, sel.Obj().Pkg()).native
		}
	}
	o, _ := l.staticCallee(fun)
	return o != nil && !fromSource(o.Pkg().Path()) && !l.generic(o)
}

// args evaluates the arguments; for lowered callees the variadic ones become a
// slice.
func (l *funcLowerer) args(x *ast.CallExpr) []core.Expr {
	return l.argsAs(x, l.coreType(l.typeOf(ast.Unparen(x.Fun))).(*types.Signature))
}

// argsAs evaluates them for a function of a signature.
func (l *funcLowerer) argsAs(x *ast.CallExpr, sig *types.Signature) []core.Expr {
	n := sig.Params().Len()
	loose := sig.Variadic() && !x.Ellipsis.IsValid()
	want := func(i int) types.Type {
		if loose && i >= n-1 {
			return sig.Params().At(n - 1).Type().(*types.Slice).Elem()
		}
		return sig.Params().At(i).Type()
	}
	native := l.calleeNative(x.Fun)
	vs := l.argValues(x, func(i int, from types.Type) types.Type {
		if native && nativeFunc(l.st(from)) && !isInterface(want(i)) {
			return from // it is itself again on the other side
		}
		return want(i)
	})
	if !loose || native {
		return vs
	}
	rest := sig.Params().At(n - 1).Type()
	if len(vs) == n-1 {
		return append(vs, l.zero(rest))
	}
	return append(slices.Clone(vs[:n-1]), l.spill(&core.Composite{T: l.lt(rest), Elems: vs[n-1:]}))
}

// nativeFunc reports whether a type is a named function type of a native package.
func nativeFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok && native(t)
}

// argValues evaluates the arguments; f(g()) passes all of g's results.
func (l *funcLowerer) argValues(x *ast.CallExpr, want func(i int, from types.Type) types.Type) []core.Expr {
	if len(x.Args) == 1 {
		if _, ok := l.typeOf(x.Args[0]).(*types.Tuple); ok {
			vs, ts := l.multi(x.Args[0])
			for i := range vs {
				vs[i] = l.convert(vs[i], ts[i], want(i, ts[i]))
			}
			return vs
		}
	}
	return l.list(x.Args, func(i int) types.Type { return want(i, l.typeOf(x.Args[i])) })
}

// funcValue is a declared function as a value.
func (l *funcLowerer) funcValue(id *ast.Ident, o *types.Func) core.Expr {
	t := l.info.TypeOf(id)
	if in, ok := l.info.Instances[id]; ok {
		t = in.Type
	}
	sig := l.st(t).(*types.Signature)
	if fromSource(o.Pkg().Path()) || l.generic(o) {
		f := l.funcName(o, l.typeArgs(id))
		return l.nameValue(f, goName(o.Origin(), len(l.typeArgs(id)) > 0), o.Origin().Pos())
	}
	f := l.thunk(nil, sig, func(f *funcLowerer, _, args []core.Expr) []core.Expr {
		return f.nativeCall(o, sig, args, sig.Variadic())
	})
	return l.nameValue(f, goName(o, false), token.NoPos)
}
