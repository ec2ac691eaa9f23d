package lower

import (
	"go/ast"
	"go/types"

	"riffle/internal/core"
)

// defer and go evaluate the function and its arguments at once and call later:
// the values go into a closure without parameters.

func (l *funcLowerer) deferStmt(s *ast.DeferStmt) {
	d := l.use(l.defersVar())
	rec := core.BoolConst(l.mayRecover(ast.Unparen(s.Call.Fun)))
	l.do(&core.Method{X: d, Name: "Defer"}, rec, l.spill(l.delayed(s.Call)))
}

// mayRecover reports whether a deferred function may recover: recover stops a panic only
// if the deferred function itself calls it.
func (l *declLowerer) mayRecover(fun ast.Expr) bool {
	if b := l.builtinOf(fun); b != "" {
		return b == "recover"
	}
	recovers, known := l.recovers(fun)
	return recovers || !known
}

// recovers reports whether the function that fun denotes calls recover itself, and
// whether that function is known.
func (l *declLowerer) recovers(fun ast.Expr) (recovers, known bool) {
	if f, ok := fun.(*ast.FuncLit); ok {
		return l.vars.hasRecover(f), true
	}
	o, _ := l.staticCallee(fun)
	if f, ok := fun.(*ast.SelectorExpr); ok && o == nil {
		o = l.staticMethod(f)
	}
	if o == nil {
		return false, false
	}
	d := l.findDecl(o.Origin())
	return d != nil && (d.recovers || d.tree != nil && d.vars.hasRecover(d.fd)), true
}

// staticMethod is the concrete method that a selector names, nil for others.
func (l *declLowerer) staticMethod(x *ast.SelectorExpr) *types.Func {
	sel := l.info.Selections[x]
	if sel == nil || sel.Kind() != types.MethodVal {
		return nil
	}
	m := l.lookup(l.typeOf(x.X), x.Sel.Name, sel.Obj().Pkg())
	if m.iface {
		return nil
	}
	return m.obj
}

// defersVar is the enclosing function's list of defers.
func (l *funcLowerer) defersVar() string {
	for f := l; f != nil; f = f.parent {
		if f.defers != "" {
			return f.defers
		}
	}
	l.fail(nil, "defer here")
	return ""
}

var noSignature = types.NewSignatureType(nil, nil, nil, nil, nil, false)

// delayed returns a func() that makes the call.
func (l *funcLowerer) delayed(x *ast.CallExpr) core.Expr {
	fun := ast.Unparen(x.Fun)
	if fl, ok := fun.(*ast.FuncLit); ok && len(x.Args) == 0 && fl.Type.Results == nil {
		return l.funcLit(fl)
	}
	if b := l.builtinOf(fun); b != "" {
		return l.delayedBuiltin(b, x)
	}
	defer l.orderCall(x)()
	call, caps := l.delayedCallee(x)
	n := len(caps)
	for i, a := range l.args(x) {
		caps = append(caps, l.spillTyped(l.delayedType(x, i), a))
	}
	return l.thunk(caps, noSignature, func(f *funcLowerer, caps, _ []core.Expr) []core.Expr {
		call(f, caps[:n], caps[n:])
		return nil
	})
}

// delayedType is the type that argument i is kept in.
func (l *declLowerer) delayedType(x *ast.CallExpr, i int) *core.Type {
	sig := l.coreType(l.typeOf(ast.Unparen(x.Fun))).(*types.Signature)
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !x.Ellipsis.IsValid() && l.calleeNative(x.Fun) {
		return l.lt(sig.Params().At(n - 1).Type().(*types.Slice).Elem())
	}
	return l.lt(sig.Params().At(i).Type())
}

// delayedCallee evaluates what is called: the values to keep, and how to call
// with them.
func (l *funcLowerer) delayedCallee(x *ast.CallExpr) (call func(f *funcLowerer, callee, args []core.Expr), keep []core.Expr) {
	fun := ast.Unparen(x.Fun)
	sig := l.coreType(l.typeOf(fun)).(*types.Signature)
	spread := x.Ellipsis.IsValid()
	if f, ok := fun.(*ast.SelectorExpr); ok {
		if sel := l.info.Selections[f]; sel != nil && sel.Kind() == types.MethodVal {
			m, recv := l.receiver(f, sel)
			t := recv.Type()
			if m.iface {
				l.rt("NotNil", recv)
			} else {
				t = l.lt(m.recv)
			}
			return func(f *funcLowerer, c, a []core.Expr) {
				if m.native {
					f.nativeMethod(m, c[0], a, spread)
				} else {
					f.invoke(m, c[0], a, true)
				}
			}, []core.Expr{l.spillTo(t, recv)}
		}
	}
	if o, id := l.staticCallee(fun); o != nil {
		if !fromSource(o.Pkg().Path()) && !l.generic(o) {
			return func(f *funcLowerer, _, a []core.Expr) { f.nativeCall(o, sig, a, spread) }, nil
		}
		name := l.funcName(o, l.typeArgs(id))
		return func(f *funcLowerer, _, a []core.Expr) { f.callResults(name, a, sig) }, nil
	}
	v := l.spillTo(l.under(l.typeOf(fun)), l.underlying(fun))
	return func(f *funcLowerer, c, a []core.Expr) { f.callValue(c[0], f.typeOf(fun), sig, a, spread) }, []core.Expr{v}
}

// delayedBuiltin evaluates a builtin's operands now and does the rest later.
func (l *funcLowerer) delayedBuiltin(name string, x *ast.CallExpr) core.Expr {
	var caps []core.Expr
	var later func(f *funcLowerer, c []core.Expr)
	switch name {
	case "recover":
		// A deferred recover acts for the function that defers it, if that was itself
		// deferred.
		caps = []core.Expr{l.recoverToken()}
		later = func(f *funcLowerer, c []core.Expr) { f.rt("Recover", c[0]) }
	case "panic":
		caps = []core.Expr{l.spillTo(core.Empty, l.exprTo(x.Args[0], emptyInterface))}
		later = func(f *funcLowerer, c []core.Expr) { f.rt("Panic", c[0]) }
	case "close":
		caps = []core.Expr{l.atom(l.underlying(x.Args[0]))}
		later = func(f *funcLowerer, c []core.Expr) { f.rt("Close", c[0]) }
	case "print", "println":
		vs, ts := l.operands(x)
		for i := range vs {
			if isInterface(ts[i]) {
				vs[i] = l.rtValue(core.Empty, "Interface", vs[i])
			}
			caps = append(caps, l.spillUnlessTmp(vs[i]))
		}
		later = func(f *funcLowerer, c []core.Expr) {
			f.rt(map[string]string{"print": "Print", "println": "Println"}[name], c...)
		}
	case "delete":
		m, k := l.deleteOperands(x)
		caps = []core.Expr{m, k}
		later = func(f *funcLowerer, c []core.Expr) { f.do(&core.Builtin{Op: core.Delete}, c...) }
	case "copy":
		vs, ts := l.operands(x)
		caps = []core.Expr{l.spillUnlessTmp(vs[0]), l.spillUnlessTmp(l.bytes(vs[1], ts[1]))}
		later = func(f *funcLowerer, c []core.Expr) { f.rt("Copy", c...) }
	case "clear":
		caps = []core.Expr{l.atom(l.underlying(x.Args[0]))}
		later = func(f *funcLowerer, c []core.Expr) { f.rt("Clear", c...) }
	default:
		l.fail(x, "a delayed %s", name)
	}
	return l.thunk(caps, noSignature, func(f *funcLowerer, c, _ []core.Expr) []core.Expr {
		later(f, c)
		return nil
	})
}
