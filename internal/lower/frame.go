package lower

import (
	"go/ast"
	"go/types"

	"riffle/internal/core"
)

// frame is a function being lowered: what it declares, and what it captures
// from the functions around it.
type frame struct {
	parent *frame
	sig    *types.Signature
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
}

func newFrame(parent *frame, sig *types.Signature) *frame {
	return &frame{parent: parent, sig: sig, own: map[string]bool{}, capped: map[string]bool{}, labels: map[string]bool{}}
}

// use is a variable declared here or in a function around, which is captured on
// the way.
func (l *Lowerer) use(name string, t *core.Type) *core.Var {
	for f := l.f; f != nil && !f.own[name]; f = f.parent {
		if !f.capped[name] {
			f.capped[name] = true
			f.caps = append(f.caps, core.Param{Name: name, T: t})
		}
	}
	return &core.Var{Name: name, T: t}
}

// enter lowers into a new frame; the statements go to a list of their own.
func (l *Lowerer) enter(f *frame, lower func()) []core.Stmt {
	outer, cur := l.f, l.cur
	l.f, l.cur = f, nil
	lower()
	body := l.cur
	l.f, l.cur = outer, cur
	return body
}

// factory makes the top-level function that builds a closure, and returns its
// call: mk7(captured…). The engine's own closures share variables between
// rounds of a loop; a factory's parameters are new at each call.
func (l *Lowerer) factory(f *frame, lit *core.Function) core.Expr {
	var args []core.Expr
	for _, c := range f.caps {
		args = append(args, l.use(c.Name, c.T))
	}
	t := l.intern(lit.Type())
	l.addFunc(&core.Function{
		Name:    l.name("mk"),
		Params:  f.caps,
		Results: []*core.Type{t},
		Body:    []core.Stmt{&core.Return{Xs: []core.Expr{&core.FuncLit{Func: lit}}}},
		From:    l.from,
	})
	return l.make(l.prog.Funcs[len(l.prog.Funcs)-1].Name, args, t)
}

// addFunc adds a function to the program, and what its types need.
func (l *Lowerer) addFunc(fn *core.Function) {
	l.prog.Funcs = append(l.prog.Funcs, fn)
}

// ---- variables ----

// localName declares a local variable in the current frame.
func (l *Lowerer) localName(o types.Object) string {
	n := l.vars.names[o]
	if n == "" {
		n = l.name("v") + "_" + o.Name()
		l.vars.names[o] = n
	}
	l.f.own[n] = true
	return n
}

// variable is the place of a variable.
func (l *Lowerer) variable(o *types.Var) core.Expr {
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
func (l *Lowerer) global(o *types.Var) core.Expr {
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
func (l *Lowerer) declareVar(o types.Object, x core.Expr) {
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

// function lowers a function's parameters and body in the frame f.
func (l *Lowerer) function(f *frame, node ast.Node, recv *ast.FieldList, ft *ast.FuncType, body *ast.BlockStmt) *core.Function {
	fn := &core.Function{}
	fn.Body = l.enter(f, func() {
		fn.Params = l.params(recv, ft)
		rts, named := l.results(f, ft)
		fn.Results = rts
		if l.vars.hasDefer(node) && !named {
			for _, t := range rts {
				f.results = append(f.results, l.resultCell(t))
			}
		}
		l.withDefers(l.vars.hasDefer(node), l.vars.hasRecover(node), f.results, rts, func() { l.block(body) })
		if named && !l.vars.hasDefer(node) && !endsInReturn(body) {
			l.returnPlaces(f.results)
		}
	})
	return fn
}

// withDefers lowers a body; with defers as a closure run by rt.Guard, whose
// results are cells.
func (l *Lowerer) withDefers(defers, recovers bool, results []core.Expr, rts []*core.Type, body func()) {
	if recovers {
		p := l.intern(core.PointerTo(core.Defers))
		v := &core.Var{Name: l.name("tok"), T: p}
		l.f.own[v.Name], l.f.token = true, v.Name
		l.emit(&core.Define{Name: v.Name, T: p, X: &core.Call{Fun: core.Rt("Enter"), T: p}})
	}
	if !defers {
		body()
		return
	}
	f := newFrame(l.f, l.f.sig)
	f.inBody, f.results, f.token = true, results, l.f.token
	f.defers = l.name("d")
	f.own[f.defers] = true
	stmts := l.enter(f, body)
	lit := &core.Function{Params: []core.Param{{Name: f.defers, T: core.PointerTo(core.Defers)}}, Body: stmts}
	l.rt("Guard", l.factory(f, lit))
	if len(rts) > 0 {
		l.returnPlaces(results)
	}
}

func (l *Lowerer) resultCell(t *core.Type) core.Expr {
	p := l.intern(core.PointerTo(t))
	v := &core.Var{Name: l.name("res"), T: p}
	l.f.own[v.Name] = true
	l.emit(&core.Define{Name: v.Name, T: p, X: &core.New{T: p}})
	return &core.Deref{X: v}
}

// params lowers the parameters, receiver first; a parameter that is a cell is
// copied into one.
func (l *Lowerer) params(recv *ast.FieldList, ft *ast.FuncType) []core.Param {
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

func (l *Lowerer) param(id *ast.Ident, f *ast.Field) core.Param {
	t := l.lt(l.paramType(id, f))
	if id == nil || id.Name == "_" {
		return core.Param{Name: l.name("u"), T: t}
	}
	o := l.info.Defs[id]
	if !l.vars.cell[o] {
		return core.Param{Name: l.localName(o), T: t}
	}
	in := core.Param{Name: l.name("q"), T: t}
	l.f.own[in.Name] = true
	l.declareVar(o, &core.Var{Name: in.Name, T: t})
	return in
}

func (l *Lowerer) paramType(id *ast.Ident, f *ast.Field) types.Type {
	if id != nil && l.info.Defs[id] != nil {
		return l.info.Defs[id].Type()
	}
	if e, ok := f.Type.(*ast.Ellipsis); ok {
		return types.NewSlice(l.info.Types[e.Elt].Type)
	}
	return l.info.Types[f.Type].Type
}

// results declares named results and returns the result types.
func (l *Lowerer) results(f *frame, ft *ast.FuncType) (ts []*core.Type, named bool) {
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
				f.results = append(f.results, l.resultCell(l.lt(o.Type())))
				continue
			}
			l.declareVar(o, nil)
			f.results = append(f.results, l.variable(o))
		}
	}
	return ts, named
}

// returnPlaces returns the values of the result places.
func (l *Lowerer) returnPlaces(places []core.Expr) {
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
func (l *Lowerer) funcLit(x *ast.FuncLit) core.Expr {
	f := newFrame(l.f, l.st(l.info.Types[x].Type).Underlying().(*types.Signature))
	fn := l.function(f, x, nil, x.Type, x.Body)
	return l.factory(f, fn)
}

// funcDecl lowers a declared function or an instance of one.
func (l *Lowerer) funcDecl(name string, d *decl, sig *types.Signature, sub map[*types.TypeParam]types.Type) {
	info, vars, osub, f, cur := l.info, l.vars, l.sub, l.f, l.cur
	l.info, l.vars, l.sub, l.f, l.cur = d.info, d.vars, sub, nil, nil
	from := l.from
	l.from = d.from
	fr := newFrame(nil, l.st(sig).(*types.Signature))
	fn := l.function(fr, d.fd, d.fd.Recv, d.fd.Type, d.fd.Body)
	fn.Name, fn.From = name, d.from
	l.addFunc(fn)
	l.info, l.vars, l.sub, l.f, l.cur, l.from = info, vars, osub, f, cur, from
}

// funcName is the lowered name of a function with type arguments; it is lowered
// when first asked for.
func (l *Lowerer) funcName(o *types.Func, targs []types.Type) string {
	o = o.Origin()
	d := l.declOf(o)
	k := l.instanceKey(o, targs)
	if n := l.funcs[k]; n != "" {
		return n
	}
	for _, t := range targs {
		l.bounded(t)
	}
	if d.fd.Body == nil {
		l.fail(d.fd, "the function %s, which has no body", o.Name())
	}
	n := l.name("f") + "_" + o.Name()
	put(&l.undo, l.funcs, k, n)
	// the object of the declaration: for a package from source another
	// one than the importer's
	own, _ := d.info.Defs[d.fd.Name].(*types.Func)
	if own == nil {
		own = o
	}
	sig := own.Type().(*types.Signature)
	sub := substitution(sig, targs)
	l.queue = append(l.queue, func() { l.funcDecl(n, d, sig, sub) })
	return n
}

func (l *Lowerer) instanceKey(o *types.Func, targs []types.Type) string {
	k := l.types.funcKey(o)
	for _, t := range targs {
		k += l.key(t) + "|"
	}
	return k
}

func substitution(sig *types.Signature, targs []types.Type) map[*types.TypeParam]types.Type {
	if len(targs) == 0 {
		return nil
	}
	tp := sig.TypeParams()
	if sig.Recv() != nil {
		tp = sig.RecvTypeParams()
	}
	sub := map[*types.TypeParam]types.Type{}
	for i := range min(tp.Len(), len(targs)) {
		sub[tp.At(i)] = targs[i]
	}
	return sub
}

// methodFunc is the lowered name of a concrete method.
func (l *Lowerer) methodFunc(o *types.Func) string {
	var targs []types.Type
	if n, ok := types.Unalias(deref(o.Type().(*types.Signature).Recv().Type())).(*types.Named); ok {
		for a := range n.TypeArgs().Types() {
			targs = append(targs, a)
		}
	}
	return l.funcName(o, targs)
}
