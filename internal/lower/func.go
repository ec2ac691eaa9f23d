package lower

import (
	"go/ast"
	"go/types"

	"riffle/internal/core"
)

// funcLowerer lowers one function or closure: what it declares, and what it
// captures from the functions around it.
type funcLowerer struct {
	*declLowerer
	parent *funcLowerer // the function around a closure
	sig    *types.Signature
	cur    []core.Stmt     // the statements so far
	own    map[string]bool // lowered names declared here
	caps   []core.Param    // captured, in order of first use
	capped map[string]bool
	// results are the places of the named or, with defers, all results;
	// nil where values are returned directly.
	results []core.Expr
	// inBody: this is the body of a function with defers, a closure of its
	// own; results are cells of the function around it.
	inBody bool
	defers string     // the variable of type *rt.Defers, in a body
	token  string     // the variable with recover's token
	iter   *iterFrame // the body of a range over a function

	// what a break or continue here may belong to
	loops, breakable int
	labels           map[string]bool
	// unchecked: indices are left to the engine's own checks.
	unchecked bool
}

// function starts a function of the declaration.
func (d *declLowerer) function(sig *types.Signature) *funcLowerer {
	return &funcLowerer{declLowerer: d, sig: sig, own: map[string]bool{}, capped: map[string]bool{}, labels: map[string]bool{}}
}

// closure starts a function that may use the variables of this one.
func (l *funcLowerer) closure(sig *types.Signature) *funcLowerer {
	f := l.function(sig)
	f.parent = l
	return f
}

// use is a variable declared here or in a function around, which is captured on
// the way.
func (l *funcLowerer) use(name string, t *core.Type) *core.Var {
	for f := l; f != nil && !f.own[name]; f = f.parent {
		if !f.capped[name] {
			f.capped[name] = true
			f.caps = append(f.caps, core.Param{Name: name, T: t})
		}
	}
	return &core.Var{Name: name, T: t}
}

// factory makes the top-level function that builds a closure, and returns its
// call: mk7(captured…). The engine's own closures share variables between
// rounds of a loop; a factory's parameters are new at each call.
func (l *funcLowerer) factory(f *funcLowerer, lit *core.Function) core.Expr {
	var args []core.Expr
	for _, c := range f.caps {
		args = append(args, l.use(c.Name, c.T))
	}
	t := l.intern(lit.Type())
	mk := l.name("mk")
	l.addFunc(&core.Function{
		Name:    mk,
		Params:  f.caps,
		Results: []*core.Type{t},
		Body:    []core.Stmt{&core.Return{Xs: []core.Expr{&core.FuncLit{Func: lit}}}},
		From:    l.from,
	})
	return l.make(mk, args, t)
}

// addFunc adds a function to the program, and what its types need.
func (l *cellLowerer) addFunc(fn *core.Function) {
	l.prog.Funcs = append(l.prog.Funcs, fn)
}

// ---- variables ----

// localName declares a local variable in the current frame.
func (l *funcLowerer) localName(o types.Object) string {
	n := l.vars.names[o]
	if n == "" {
		n = l.name("v") + "_" + o.Name()
		l.vars.names[o] = n
	}
	l.own[n] = true
	return n
}

// variable is the place of a variable.
func (l *funcLowerer) variable(o *types.Var) core.Expr {
	if isPackageVar(o) {
		return l.global(o)
	}
	n := l.vars.names[o]
	if n == "" {
		l.fail(nil, "the variable %s out of its place", o.Name())
	}
	t := l.lt(o.Type())
	if l.vars.cell[o] {
		return &core.Deref{X: l.use(n, l.intern(core.PointerTo(t)))}
	}
	return l.use(n, t)
}

// global is a package variable.
func (l *funcLowerer) global(o *types.Var) core.Expr {
	if o.Pkg() != nil && !fromSource(o.Pkg().Path()) {
		return l.nativeVar(o)
	}
	t := l.lt(o.Type())
	n := l.globals[o]
	if n == "" {
		n = l.name("g") + "_" + o.Name()
		put(&l.undo, l.globals, o, n)
		l.prog.Globals = append(l.prog.Globals, core.Global{Name: n, T: t})
	}
	return &core.Var{Name: n, T: t}
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
	if !l.vars.cell[o] {
		n := l.localName(o)
		l.emit(&core.Define{Name: n, T: t, X: x})
		return
	}
	if x != nil {
		x = l.spillUnlessConst(x) // it may mention an older variable of that name
	}
	n := l.localName(o)
	p := l.intern(core.PointerTo(t))
	l.emit(&core.Define{Name: n, T: p, X: &core.New{T: p}})
	if x != nil {
		l.emit(&core.Assign{L: []core.Expr{&core.Deref{X: &core.Var{Name: n, T: p}}}, R: []core.Expr{x}})
	}
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

// withDefers lowers the body of the function at node; with defers as a closure
// run by rt.Guard, whose results are cells.
func (l *funcLowerer) withDefers(node ast.Node, results []core.Expr, rts []*core.Type, body func(*funcLowerer)) {
	if l.vars.hasRecover(node) {
		p := l.intern(core.PointerTo(core.Defers))
		v := &core.Var{Name: l.name("tok"), T: p}
		l.own[v.Name], l.token = true, v.Name
		l.emit(&core.Define{Name: v.Name, T: p, X: &core.Call{Fun: core.Rt("Enter"), T: p}})
	}
	if !l.vars.hasDefer(node) {
		body(l)
		return
	}
	f := l.closure(l.sig)
	f.inBody, f.results, f.token = true, results, l.token
	f.defers = l.name("d")
	f.own[f.defers] = true
	body(f)
	lit := &core.Function{Params: []core.Param{{Name: f.defers, T: core.PointerTo(core.Defers)}}, Body: f.cur}
	l.rt("Guard", l.factory(f, lit))
	if len(rts) > 0 {
		l.returnPlaces(results)
	}
}

func (l *funcLowerer) resultCell(t *core.Type) core.Expr {
	p := l.intern(core.PointerTo(t))
	v := &core.Var{Name: l.name("res"), T: p}
	l.own[v.Name] = true
	l.emit(&core.Define{Name: v.Name, T: p, X: &core.New{T: p}})
	return &core.Deref{X: v}
}

// params lowers the parameters, receiver first; a parameter that is a cell is
// copied into one.
func (l *funcLowerer) params(recv *ast.FieldList, ft *ast.FuncType) []core.Param {
	var out []core.Param
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

func (l *funcLowerer) param(id *ast.Ident, f *ast.Field) core.Param {
	t := l.lt(l.paramType(id, f))
	if id == nil || id.Name == "_" {
		return core.Param{Name: l.name("u"), T: t}
	}
	o := l.info.Defs[id]
	if !l.vars.cell[o] {
		return core.Param{Name: l.localName(o), T: t}
	}
	in := core.Param{Name: l.name("q"), T: t}
	l.own[in.Name] = true
	l.declareVar(o, &core.Var{Name: in.Name, T: t})
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
	return l.factory(f, f.lower(x, nil, x.Type, x.Body))
}
