package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// funcLowerer lowers one function or closure: what it declares, and what it
// captures from the enclosing functions.
type funcLowerer struct {
	*declLowerer
	parent *funcLowerer // the enclosing function, for a closure
	sig    *types.Signature
	here   string               // its name in compiled Go
	cur    []core.Stmt          // the statements so far
	own    map[string]*core.Var // declared here, by name
	caps   []*core.Var          // captured, in order of first use
	capped map[string]*core.Var
	// results are the places of the named or, with defers, all results;
	// nil where values are returned directly.
	results []core.Expr
	// inBody: this is the body of a function with defers, which is a separate closure;
	// results are cells of the enclosing function.
	inBody bool
	defers string     // the variable of type *rt.Defers, in a body
	token  string     // the variable with recover's token
	iter   *iterFrame // the body of a range over a function

	// what a break or continue here may refer to
	loops, breakable int
	labels           map[string]bool
	// later, if not nil, collects the checks of the place being lowered.
	later *[]func()
	// dropped is the call whose results nothing uses.
	dropped *ast.CallExpr
	// hoisted are the expressions that were evaluated early.
	hoisted map[ast.Expr]core.Expr
	tuple   *tuple // likewise
}

// function starts a function of the declaration.
func (d *declLowerer) function(sig *types.Signature) *funcLowerer {
	return &funcLowerer{declLowerer: d, sig: sig, here: d.named, own: map[string]*core.Var{}, capped: map[string]*core.Var{}, labels: map[string]bool{}}
}

// closure starts a function that may use the variables of this one.
func (l *funcLowerer) closure(sig *types.Signature) *funcLowerer {
	f := l.function(sig)
	f.parent, f.here = l, l.here
	return f
}

// use is a variable declared here or in an enclosing function, from which it is captured;
// nil for none.
func (l *funcLowerer) use(name string) *core.Var {
	if l == nil {
		return nil
	}
	if v := l.own[name]; v != nil {
		return v
	}
	if v := l.capped[name]; v != nil {
		return v
	}
	outer := l.parent.use(name)
	if outer == nil {
		return nil
	}
	v := &core.Var{Name: name, Kind: core.Param, Cell: outer.Cell, T: outer.T, User: outer.User}
	l.capped[name] = v
	l.caps = append(l.caps, v)
	return v
}

// declare makes a variable of this function.
func (l *funcLowerer) declare(v *core.Var) *core.Var {
	l.own[v.Name] = v
	return v
}

// parameter makes a parameter of this function.
func (l *funcLowerer) parameter(name string, t *core.Type) *core.Var {
	return l.declare(&core.Var{Name: name, Kind: core.Param, T: t})
}

// factory makes the top-level function that builds a closure, and returns its
// call: mk7(captured…). What a closure shares is then a parameter, new at each call, and
// engines need no other notion of closures.
func (l *funcLowerer) factory(f *funcLowerer, lit *core.Function) core.Expr {
	var args []core.Expr
	for _, c := range f.caps {
		args = append(args, l.use(c.Name))
	}
	return l.made(l.addFactory(f.caps, lit, l.from), args)
}

// made is a closure that a factory makes.
func (l *funcLowerer) made(factory *core.FuncName, args []core.Expr) core.Expr {
	return l.spill(&core.Call{Fun: factory, Args: args, T: factory.T.Results[0]})
}

// addFactory adds a factory to the program.
func (l *cellLowerer) addFactory(params []*core.Var, lit *core.Function, from string) *core.FuncName {
	fn := &core.Function{
		Params:  params,
		Results: []*core.Type{l.intern(lit.Type())},
		Body:    []core.Stmt{&core.Return{Xs: []core.Expr{&core.FuncLit{Func: lit}}}},
		From:    from,
	}
	fn.Symbol = &core.FuncName{Name: l.name("mk"), Kind: core.Factory, T: l.intern(fn.Type())}
	l.addFunc(fn)
	return fn.Symbol
}

// addFunc adds a function to the program.
func (l *cellLowerer) addFunc(fn *core.Function) {
	fn.Symbol.Func = fn
	l.prog.Funcs = append(l.prog.Funcs, fn)
}

// ---- variables ----

// local declares a local variable of the user's in the current function.
func (l *funcLowerer) local(o types.Object, v core.Var) *core.Var {
	v.Name = l.vars.names[o]
	if v.Name == "" {
		v.Name = l.name("v") + "_" + o.Name()
		l.vars.names[o] = v.Name
	}
	v.User = &core.UserVar{Name: o.Name(), Type: scopeless(l.st(o.Type()))}
	return l.declare(&v)
}

// scopeless is a type without the scope that go/types attaches to a function's, which
// would keep everything around it alive.
func scopeless(t types.Type) types.Type {
	sig, ok := types.Unalias(t).(*types.Signature)
	if !ok {
		return t
	}
	unnamed := func(of *types.Tuple) *types.Tuple {
		var vs []*types.Var
		for v := range of.Variables() {
			vs = append(vs, types.NewParam(token.NoPos, v.Pkg(), "", scopeless(v.Type())))
		}
		return types.NewTuple(vs...)
	}
	return types.NewSignatureType(nil, nil, nil, unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic())
}

// variable is the place of a variable.
func (l *funcLowerer) variable(o *types.Var) core.Expr {
	if isPackageVar(o) {
		return l.global(o)
	}
	v := l.use(l.vars.names[o])
	switch {
	case v == nil:
		l.fail(nil, "the variable %s out of its place", o.Name())
	case l.vars.cell[o]:
		return &core.Deref{X: v}
	}
	return v
}

// global is a package variable.
func (l *funcLowerer) global(o *types.Var) core.Expr {
	if o.Pkg() != nil && !fromSource(o.Pkg().Path()) && !l.sourceVar(o) {
		return l.nativeVar(o)
	}
	t := l.lt(o.Type())
	v := l.globals[o]
	if v == nil {
		v = &core.Var{Name: l.name("g") + "_" + o.Name(), Kind: core.Global, T: t}
		put(&l.undo, l.globals, o, v)
		l.prog.Globals = append(l.prog.Globals, v)
	}
	if v.T == nil { // lent by Lend
		v.Name, v.T = l.name("g")+"_"+o.Name(), t
		l.prog.Globals = append(l.prog.Globals, v)
	}
	return v
}

// declareVar declares a local variable, zero if x is nil.
func (l *funcLowerer) declareVar(o types.Object, x core.Expr) {
	if o.Name() == "_" {
		if x != nil {
			l.spill(x)
		}
		return
	}
	t := l.lt(o.Type())
	x = l.unlessZero(x, t)
	if !l.vars.cell[o] {
		l.emit(&core.Define{Var: l.local(o, core.Var{T: t}), X: x})
		return
	}
	if x != nil {
		x = l.spillUnlessConst(x) // it may mention an older variable of that name
	}
	p := l.intern(core.PointerTo(t))
	v := l.local(o, core.Var{Cell: true, T: p})
	l.emit(&core.Define{Var: v, X: &core.New{T: p}})
	if x != nil {
		l.emit(&core.Assign{L: []core.Expr{&core.Deref{X: v}}, R: []core.Expr{x}})
	}
}

// newCell makes a cell for a value of type t.
func (l *funcLowerer) newCell(prefix string, t *core.Type) *core.Var {
	p := l.intern(core.PointerTo(t))
	v := l.declare(&core.Var{Name: l.name(prefix), Kind: core.Temp, Cell: true, T: p})
	l.emit(&core.Define{Var: v, X: &core.New{T: p}})
	return v
}

// ---- functions ----

// lower lowers a function's parameters and body.
func (l *funcLowerer) lower(node ast.Node, recv *ast.FieldList, ft *ast.FuncType, body *ast.BlockStmt) *core.Function {
	params := l.params(recv, ft)
	rts, named := l.declareResults(ft)
	defers := l.vars.hasDefer(node)
	if defers && !named {
		for _, t := range rts {
			l.results = append(l.results, l.resultCell(t))
		}
	}
	l.withDefers(node, l.results, rts, func(l *funcLowerer) { l.block(body) })
	if named && !defers && !endsInReturn(body) {
		l.returnPlaces(l.results)
	}
	return &core.Function{Params: params, Results: rts, Body: l.cur}
}

// withDefers lowers the body of the function at node; if it has defers, as a closure run
// by rt.Guard, with cells for results.
func (l *funcLowerer) withDefers(node ast.Node, results []core.Expr, rts []*core.Type, body func(*funcLowerer)) {
	if l.vars.hasRecover(node) {
		v := l.declare(&core.Var{Name: l.name("tok"), Kind: core.Temp, T: core.Defers})
		l.token = v.Name
		l.emit(&core.Define{Var: v, X: &core.Call{Fun: core.Rt("Enter"), T: v.T}})
	}
	if !l.vars.hasDefer(node) {
		body(l)
		return
	}
	f := l.closure(l.sig)
	f.inBody, f.results, f.token = true, results, l.token
	d := f.parameter(l.name("d"), core.Defers)
	f.defers = d.Name
	body(f)
	lit := &core.Function{Params: []*core.Var{d}, Body: f.cur, Go: l.here}
	l.rt("Guard", l.factory(f, lit))
	if len(rts) > 0 {
		l.returnPlaces(results)
	}
}

func (l *funcLowerer) resultCell(t *core.Type) core.Expr { return &core.Deref{X: l.newCell("res", t)} }

// params lowers the parameters, receiver first; a parameter that is a cell is
// copied into one.
func (l *funcLowerer) params(recv *ast.FieldList, ft *ast.FuncType) []*core.Var {
	var out []*core.Var
	for _, fl := range []*ast.FieldList{recv, ft.Params} {
		if fl == nil {
			continue
		}
		for _, f := range fl.List {
			for _, id := range fieldNames(f) {
				out = append(out, l.param(id, f))
			}
		}
	}
	return out
}

// fieldNames are the names of a parameter group, one nil for an unnamed one.
func fieldNames(f *ast.Field) []*ast.Ident {
	if len(f.Names) == 0 {
		return []*ast.Ident{nil}
	}
	return f.Names
}

func (l *funcLowerer) param(id *ast.Ident, f *ast.Field) *core.Var {
	t := l.lt(l.paramType(id, f))
	if id == nil || id.Name == "_" {
		return l.parameter(l.name("u"), t)
	}
	o := l.info.Defs[id]
	if !l.vars.cell[o] {
		return l.local(o, core.Var{Kind: core.Param, T: t})
	}
	in := l.parameter(l.name("q"), t)
	l.declareVar(o, in)
	return in
}

func (l *declLowerer) paramType(id *ast.Ident, f *ast.Field) types.Type {
	if id != nil && l.info.Defs[id] != nil {
		return l.info.Defs[id].Type()
	}
	if e, ok := f.Type.(*ast.Ellipsis); ok {
		return types.NewSlice(l.info.Types[e.Elt].Type)
	}
	return l.info.Types[f.Type].Type
}

// declareResults declares named results and returns the result types.
func (l *funcLowerer) declareResults(ft *ast.FuncType) (ts []*core.Type, named bool) {
	if ft.Results == nil {
		return nil, false
	}
	for _, fl := range ft.Results.List {
		if len(fl.Names) == 0 {
			ts = append(ts, l.lt(l.info.Types[fl.Type].Type))
		}
		for _, id := range fl.Names {
			named = true
			o := l.info.Defs[id].(*types.Var)
			ts = append(ts, l.lt(o.Type()))
			if id.Name == "_" {
				l.results = append(l.results, l.resultCell(l.lt(o.Type())))
				continue
			}
			l.declareVar(o, nil)
			l.results = append(l.results, l.variable(o))
		}
	}
	return ts, named
}

// returnPlaces returns the values of the result places.
func (l *funcLowerer) returnPlaces(places []core.Expr) {
	var xs []core.Expr
	for _, p := range places {
		xs = append(xs, l.spill(p))
	}
	l.emit(&core.Return{Xs: xs})
}

func endsInReturn(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok
}

// funcLit lowers a function literal to the call of its factory.
func (l *funcLowerer) funcLit(x *ast.FuncLit) core.Expr {
	f := l.closure(l.st(l.info.Types[x].Type).Underlying().(*types.Signature))
	f.here = l.literal(x)
	lit := f.lower(x, nil, x.Type, x.Body)
	lit.Go = f.here
	return l.nameValue(l.factory(f, lit), f.here, x.Pos())
}
