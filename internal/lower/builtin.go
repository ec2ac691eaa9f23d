package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// builtin lowers a call of a predeclared function.
func (l *funcLowerer) builtin(name string, x *ast.CallExpr) []core.Expr {
	one := func(x core.Expr) []core.Expr { return []core.Expr{x} }
	switch name {
	case "len":
		return one(l.length(core.Len, x.Args[0]))
	case "cap":
		return one(l.length(core.Cap, x.Args[0]))
	case "new":
		return one(l.newBuiltin(x))
	case "make":
		return one(l.makeBuiltin(x))
	case "append":
		return one(l.appendBuiltin(x))
	case "copy":
		vs, ts := l.operands(x)
		return one(l.rtValue(core.Int, "Copy", vs[0], l.bytes(vs[1], ts[1])))
	case "delete":
		l.deleteBuiltin(x)
		return nil
	case "clear":
		l.rt("Clear", l.atom(l.underlying(x.Args[0])))
		return nil
	case "close":
		l.rt("Close", l.atom(l.underlying(x.Args[0])))
		return nil
	case "panic":
		l.rt("Panic", l.argument(l.exprTo(x.Args[0], emptyInterface)))
		return nil
	case "recover":
		return one(l.rtValue(core.Empty, "Recover", l.recoverToken()))
	case "print", "println":
		l.printBuiltin(name, x)
		return nil
	case "complex", "real", "imag":
		return one(l.complexBuiltin(name, x))
	case "min", "max":
		return one(l.minMax(name, x))
	}
	if v := l.unsafeBuiltin(name, x); v != nil {
		return one(v)
	}
	l.fail(x, "%s", types.ExprString(x.Fun))
	return nil
}

// operands evaluates the arguments with their own types; f(g()) has g's.
func (l *funcLowerer) operands(x *ast.CallExpr) ([]core.Expr, []types.Type) {
	if len(x.Args) == 1 {
		if _, ok := l.typeOf(x.Args[0]).(*types.Tuple); ok {
			return l.multi(x.Args[0])
		}
	}
	var ts []types.Type
	for _, a := range x.Args {
		ts = append(ts, l.ownType(a))
	}
	return l.list(x.Args, func(i int) types.Type { return ts[i] }), ts
}

// bytes is a string operand of append or copy as a slice.
func (l *funcLowerer) bytes(x core.Expr, t types.Type) core.Expr {
	if u, ok := l.coreType(t).(*types.Basic); ok && u.Info()&types.IsString != 0 {
		bs := l.intern(core.SliceOf(core.Byte))
		return l.spill(&core.Conv{T: bs, X: l.atom(x)})
	}
	return l.unwrap(x, t)
}

func (l *funcLowerer) length(op core.BuiltinOp, e ast.Expr) core.Expr {
	t := l.typeOf(e)
	switch u := l.coreType(t).(type) {
	case *types.Pointer:
		l.effects(e)
		return core.IntConst(u.Elem().Underlying().(*types.Array).Len())
	case *types.Array:
		l.effects(e)
		return core.IntConst(u.Len())
	}
	v := l.atom(l.unwrap(l.expr(e), t))
	return l.spill(&core.Call{Fun: &core.Builtin{Op: op}, Args: []core.Expr{v}, T: core.Int})
}

// effects evaluates an expression whose value isn't needed.
func (l *funcLowerer) effects(e ast.Expr) {
	if !l.impure(e) {
		return
	}
	if s, ok := ast.Unparen(e).(*ast.StarExpr); ok {
		p := l.spillUnlessTmp(l.underlying(s.X))
		l.emit(&core.If{Cond: isNilExpr(p), Then: l.nilPanic()})
		return
	}
	l.expr(e)
}

func (l *funcLowerer) newBuiltin(x *ast.CallExpr) core.Expr {
	tv := l.info.Types[x.Args[0]]
	if !tv.IsType() { // new(expr) of Go 1.26
		t := deref(l.typeOf(x))
		return l.newWith(l.exprTo(x.Args[0], t))
	}
	p := l.intern(core.PointerTo(l.lt(tv.Type)))
	return l.spill(&core.New{T: p})
}

func (l *funcLowerer) makeBuiltin(x *ast.CallExpr) core.Expr {
	t := l.st(l.info.Types[x.Args[0]].Type)
	u := l.coreType(t)
	args := l.sizes(x.Args[1:])
	ut := l.under(t)
	switch u := u.(type) {
	case *types.Slice:
		l.rt("CheckMake", args[0], args[len(args)-1], core.IntConst(sizeof(u.Elem())))
	case *types.Map:
		args = nil
	case *types.Chan:
		for _, n := range args {
			l.rt("CheckChan", n)
		}
		if u.Dir() != types.SendRecv {
			return l.makeDirected(t, u, args)
		}
	}
	return l.wrap(l.spill(&core.Make{T: ut, Args: args}), t)
}

// sizes are the sizes given to make, as ints.
func (l *funcLowerer) sizes(es []ast.Expr) []core.Expr {
	vs := l.list(es, func(i int) types.Type {
		if l.value(es[i]) != nil {
			return types.Typ[types.Int]
		}
		return nil
	})
	for i, e := range es {
		if v := l.value(e); v != nil {
			vs[i] = &core.Const{Value: constant.ToInt(v), T: core.Int}
		} else {
			vs[i] = l.spillUnlessTmp(l.intIndex(vs[i]))
		}
	}
	return vs
}

// sizeof is an element's size in bytes, for the limit on make.
func sizeof(t types.Type) int64 {
	defer func() { recover() }() // sizes of type parameters aren't known
	return types.SizesFor("gc", "amd64").Sizeof(t)
}

// makeDirected makes a channel of a type with a direction.
func (l *funcLowerer) makeDirected(t types.Type, u *types.Chan, args []core.Expr) core.Expr {
	both := l.lt(types.NewChan(types.SendRecv, u.Elem()))
	z := l.zero(t)
	c := l.tmp(both, &core.Make{T: both, Args: args})
	l.emit(&core.Assign{L: []core.Expr{z}, R: []core.Expr{c}})
	return z
}

func (l *funcLowerer) appendBuiltin(x *ast.CallExpr) core.Expr {
	t := l.typeOf(x)
	el := l.coreType(t).(*types.Slice).Elem()
	spread := x.Ellipsis.IsValid()
	var vs []core.Expr
	if tup, ok := l.typeOf(x.Args[0]).(*types.Tuple); ok && len(x.Args) == 1 {
		vs, _ = l.multi(x.Args[0])
		for i := 1; i < len(vs); i++ {
			vs[i] = l.convert(vs[i], tup.At(i).Type(), el)
		}
	} else {
		vs = l.list(x.Args, func(i int) types.Type {
			switch {
			case i == 0:
				return t
			case spread:
				return nil
			}
			return el
		})
	}
	if len(vs) == 1 || spread && l.isNil(x.Args[1]) {
		return vs[0]
	}
	vs[0] = l.atom(l.unwrap(vs[0], t))
	for i := 1; i < len(vs); i++ {
		if spread {
			vs[i] = l.bytes(vs[i], l.typeOf(x.Args[1]))
		}
		vs[i] = l.spillUnlessTmp(vs[i])
	}
	if spread {
		l.rt("CheckAppend", l.lengthOf(vs[0]), l.lengthOf(vs[1]), core.IntConst(sizeof(el)))
	}
	call := &core.Call{Fun: &core.Builtin{Op: core.Append}, Args: vs, Spread: spread, T: l.under(t)}
	return l.wrap(l.spill(call), t)
}

func (l *funcLowerer) deleteBuiltin(x *ast.CallExpr) {
	m, k := l.deleteOperands(x)
	l.do(&core.Builtin{Op: core.Delete}, m, k)
}

// deleteOperands are the map and the key of delete(m, k), or of delete(f()).
func (l *funcLowerer) deleteOperands(x *ast.CallExpr) (m, k core.Expr) {
	if len(x.Args) == 1 {
		vs, ts := l.multi(x.Args[0])
		mt := l.coreType(ts[0]).(*types.Map)
		return l.atom(l.unwrap(vs[0], ts[0])), l.spillUnlessConst(l.convert(vs[1], ts[1], mt.Key()))
	}
	t := l.typeOf(x.Args[0])
	mt := l.coreType(t).(*types.Map)
	vs := l.list(x.Args, func(i int) types.Type { return [...]types.Type{t, mt.Key()}[i] })
	return l.atom(l.unwrap(vs[0], t)), l.spillUnlessConst(vs[1])
}

func (l *funcLowerer) recoverToken() core.Expr {
	for f := l; f != nil; f = f.parent {
		if f.token != "" {
			return l.use(f.token)
		}
	}
	l.fail(nil, "recover here")
	return nil
}

func (l *funcLowerer) printBuiltin(name string, x *ast.CallExpr) {
	vs, ts := l.operands(x)
	for i := range vs {
		if isInterface(ts[i]) {
			vs[i] = l.rtValue(core.Empty, "Interface", vs[i])
		} else {
			vs[i] = l.spillTyped(l.lt(ts[i]), vs[i])
		}
	}
	if name == "print" {
		l.rt("Print", vs...)
		return
	}
	l.rt("Println", vs...)
}

func (l *funcLowerer) complexBuiltin(name string, x *ast.CallExpr) core.Expr {
	t := defaultType(l.typeOf(x))
	lt := l.lt(t)
	basic := func(n string) *core.Type { return l.intern(&core.Type{Kind: core.Basic, Name: n}) }
	if name != "complex" {
		z := &core.Conv{T: basic("complex128"), X: l.expr(x.Args[0])}
		f := map[string]string{"real": "Real", "imag": "Imag"}[name]
		return l.spillTo(lt, &core.Conv{T: lt, X: l.rtValue(basic("float64"), f, z)})
	}
	part := types.Typ[types.Float64]
	if lt.Name == "complex64" {
		part = types.Typ[types.Float32]
	}
	var vs []core.Expr
	if len(x.Args) == 1 {
		vs, _ = l.multi(x.Args[0])
	} else {
		vs = l.list(x.Args, func(int) types.Type { return part })
	}
	for i := range vs {
		vs[i] = &core.Conv{T: basic("float64"), X: vs[i]}
	}
	return l.spillTo(lt, &core.Conv{T: lt, X: l.rtValue(basic("complex128"), "Complex", vs...)})
}

func (l *funcLowerer) minMax(name string, x *ast.CallExpr) core.Expr {
	t := defaultType(l.typeOf(x))
	lt := l.lt(t)
	vs := l.list(x.Args, func(int) types.Type { return t })
	r := l.spill(vs[0])
	for _, v := range vs[1:] {
		v = l.spillUnlessConst(v)
		if hasInfo(t, types.IsFloat) { // NaN and signed zeros
			f := l.intern(&core.Type{Kind: core.Basic, Name: "float64"})
			fn := map[string]string{"min": "Min", "max": "Max"}[name]
			m := l.rtValue(f, fn, &core.Conv{T: f, X: r}, &core.Conv{T: f, X: v})
			l.emit(&core.Assign{L: []core.Expr{r}, R: []core.Expr{&core.Conv{T: lt, X: m}}})
			continue
		}
		op := map[string]token.Token{"min": token.LSS, "max": token.GTR}[name]
		l.emit(&core.If{Cond: &core.Binary{Op: op, X: v, Y: r, T: core.Bool},
			Then: []core.Stmt{&core.Assign{L: []core.Expr{r}, R: []core.Expr{v}}}})
	}
	return r
}
