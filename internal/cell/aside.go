package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// What a trial changes besides its own variables stays in the process that plays it. Such
// changes are found by name: in the trial, in the functions and methods that it calls,
// and through their parameters. Changes through an alias aren't found.

// changed is what a function changes that isn't its own.
type changed struct {
	at      ast.Node     // a variable declared outside, nil if none
	draws   bool         // what is changed is a generator
	through map[int]bool // what parameters refer to; -1 is the receiver
	hidden  ast.Node     // a function known only as a value
	foreign bool         // it uses functions that another one is given, or that are in fields
}

// changes looks for what one trial changes.
type changes struct {
	*flow
	functions map[ast.Node]*changed // including those in progress
	variables map[*types.Var]bool   // that hold functions and were visited
	function  ast.Node              // under way
	params    map[types.Object]int  // its parameters
	found     *changed              // in it
}

// aside is what an argument of an experiment changes, if it is a function.
func (f *flow) aside(arg ast.Expr) *changed {
	w := &changes{flow: f, functions: map[ast.Node]*changed{}, variables: map[*types.Var]bool{}}
	return w.value(arg)
}

// isTrial reports whether an argument of a call may be a trial.
func (f *flow) isTrial(call *ast.CallExpr, arg ast.Expr) bool {
	t := f.info.TypeOf(arg)
	if t == nil || isFunc(t) {
		return t != nil
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty() && isLibrary(f.callee(call))
}

func isLibrary(o types.Object) bool {
	return o != nil && o.Pkg() != nil && strings.HasPrefix(o.Pkg().Path(), "riffle/")
}

// value is what a function changes, given the expression whose value it is.
func (w *changes) value(x ast.Expr) *changed {
	x = ast.Unparen(x)
	switch y := x.(type) {
	case *ast.FuncLit:
		return w.look(y)
	case *ast.CallExpr:
		if w.info.Types[y.Fun].IsType() {
			return w.value(y.Args[0])
		}
		if c := w.given(y); isLibrary(w.callee(y)) || c.at != nil || c.hidden != nil {
			return c
		}
		return w.unknown(x)
	}
	switch o := w.named(x).(type) {
	case *types.Func:
		return w.declaredAs(o, x)
	case *types.Var:
		return w.variable(o, x)
	case *types.Nil:
		return &changed{}
	}
	return w.unknown(x)
}

// given is what the functions change that a call passes on, perhaps to make another
// function of them.
func (w *changes) given(call *ast.CallExpr) *changed {
	for _, arg := range call.Args {
		if t := w.info.TypeOf(arg); t != nil && isFunc(t) {
			if c := w.value(arg); c.at != nil || c.hidden != nil {
				return c
			}
		}
	}
	return &changed{}
}

// named is the object that an expression names, perhaps an instance of it.
func (w *changes) named(x ast.Expr) types.Object {
	switch x := x.(type) {
	case *ast.Ident:
		return w.object(x)
	case *ast.SelectorExpr:
		return w.object(x.Sel)
	case *ast.IndexExpr:
		return w.instance(x.X)
	case *ast.IndexListExpr:
		return w.instance(x.X)
	}
	return nil
}

// instance is the generic function that x names, nil if x doesn't name one.
func (w *changes) instance(x ast.Expr) types.Object {
	if o, ok := w.named(ast.Unparen(x)).(*types.Func); ok {
		return o
	}
	return nil
}

// declaredAs is what a declared function changes, or a method of a value that trials
// share.
func (w *changes) declaredAs(o *types.Func, x ast.Expr) *changed {
	recv := o.Signature().Recv()
	if recv != nil && types.IsInterface(recv.Type()) && !isLibrary(o) {
		return w.unknown(x)
	}
	if drawsShared(o) || recv != nil && draws(recv.Type()) {
		return &changed{at: x, draws: true}
	}
	c := w.of(o)
	if c == nil {
		return &changed{}
	}
	if c.at == nil && c.through[-1] || c.at == noNode {
		return &changed{at: x, draws: c.draws, hidden: c.hidden}
	}
	return c
}

// noNode is where an earlier cell's function changes something.
var noNode ast.Node = &ast.BadStmt{}

// of is what a declared function changes, nil if nothing is known of it.
func (w *changes) of(o *types.Func) *changed {
	if d := w.bodies[o]; d != nil && d.Body != nil {
		return w.look(d)
	}
	if w.own[o] || isLibrary(o) {
		return nil
	}
	return w.known.aside[asideKey(o)]
}

// elsewhere is what later cells know of a function: not the place.
func (c *changed) elsewhere() *changed {
	e := &changed{through: c.through, draws: c.draws, foreign: c.foreign}
	if c.at != nil {
		e.at = noNode
	}
	if c.hidden != nil {
		e.hidden = noNode
	}
	return e
}

// asideKey is the name by which later cells know a function.
func asideKey(o types.Object) string {
	f, ok := o.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return o.Name()
	}
	t := f.Signature().Recv().Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name() + "." + o.Name()
	}
	return "." + o.Name()
}

// variable is what the functions change that a variable may hold. Those that a
// parameter holds are looked at where the call is.
func (w *changes) variable(o *types.Var, x ast.Expr) *changed {
	none := &changed{}
	if o.Kind() == types.ParamVar || w.variables[o] {
		return none
	}
	w.variables[o] = true
	if o.IsField() {
		return w.unknown(x)
	}
	values := w.values(o)
	if !w.own[o] {
		if c := w.known.aside[o.Name()]; c != nil && c.at != nil {
			return &changed{at: x, draws: c.draws}
		} else if c != nil && c.hidden != nil {
			return &changed{hidden: x}
		}
	} else if values == nil {
		return w.unknown(x)
	}
	for _, v := range values {
		if c := w.value(v); c.at != nil || c.hidden != nil {
			return c
		}
	}
	return none
}

// values are all the expressions that a variable is set to.
func (f *flow) values(o types.Object) (list []ast.Expr) {
	look := func(name ast.Expr, i int, values []ast.Expr) {
		if id, ok := name.(*ast.Ident); ok && len(values) > 0 && f.object(id) == o {
			list = append(list, values[min(i, len(values)-1)])
		}
	}
	f.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, name := range n.Lhs {
				look(name, i, n.Rhs)
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				look(name, i, n.Values)
			}
		case *ast.RangeStmt:
			for _, name := range []ast.Expr{n.Key, n.Value} {
				look(name, 0, []ast.Expr{n.X})
			}
		}
	})
	return list
}

// look finds what a function changes.
func (w *changes) look(function ast.Node) *changed {
	if c := w.functions[function]; c != nil {
		return c
	}
	inner := &changes{flow: w.flow, functions: w.functions, variables: w.variables, params: map[types.Object]int{},
		function: function, found: &changed{through: map[int]bool{}}}
	w.functions[function] = inner.found
	var body *ast.BlockStmt
	switch d := function.(type) {
	case *ast.FuncLit:
		body = d.Body
		inner.number(d.Type.Params, 0)
	case *ast.FuncDecl:
		body = d.Body
		inner.number(d.Type.Params, 0)
		inner.number(d.Recv, -1)
	}
	ast.Inspect(body, func(n ast.Node) bool {
		inner.node(n)
		return inner.found.at == nil
	})
	return inner.found
}

// number records the parameters of a list.
func (w *changes) number(list *ast.FieldList, i int) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		for _, id := range field.Names {
			w.params[w.object(id)] = i
			i++
		}
		if field.Names == nil {
			i++
		}
	}
}

// node looks at one node of a function.
func (w *changes) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			w.change(false, n.Lhs...)
		}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			w.change(false, n.Key, n.Value)
		}
	case *ast.IncDecStmt:
		w.change(false, n.X)
	case *ast.SendStmt:
		w.change(true, n.Chan)
	case *ast.CallExpr:
		w.call(n)
	case *ast.Ident:
		w.mentions(n)
	}
}

// mentions follows a function into its body, whether it is called or passed on.
func (w *changes) mentions(id *ast.Ident) {
	var c *changed
	switch o := w.object(id).(type) {
	case *types.Func:
		if drawsShared(o) {
			w.found.at, w.found.draws = w.selected(id), true
		}
		for _, m := range w.implementations(o) {
			if c == nil || m.at != nil && before(m.at, c.at) {
				c = m
			}
		}
	case *types.Var:
		switch {
		case o.IsField() || o.Kind() == types.ParamVar && !w.inside(o.Pos()):
			w.found.foreign = w.found.foreign || functionIn(o.Type()) != nil
		case w.inside(o.Pos()):
		case draws(o.Type()):
			w.found.at, w.found.draws = id, true
		case functionIn(o.Type()) != nil:
			c = w.variable(o, id)
		}
	}
	if c == nil {
		return
	}
	w.found.foreign = w.found.foreign || c.foreign
	if c.hidden != nil && w.found.hidden == nil {
		w.found.hidden = id
	}
	if c.at == nil {
		return
	}
	w.found.at, w.found.draws = c.at, c.draws
	if c.at == noNode {
		w.found.at = id
	}
}

// before reports whether a place is before another; what has none comes last.
func before(a, b ast.Node) bool {
	return b == nil || a != noNode && (b == noNode || a.Pos() < b.Pos())
}

// selected is the whole expression that a name ends, as in rand.IntN.
func (w *changes) selected(id *ast.Ident) ast.Node {
	if s, ok := w.parents[id].(*ast.SelectorExpr); ok && s.Sel == id {
		return s
	}
	return id
}

// inside reports whether a place is in the current function.
func (w *changes) inside(p token.Pos) bool { return w.function.Pos() <= p && p < w.function.End() }

// change records a change of what expressions name or, if it is deep, of what their
// values refer to.
func (w *changes) change(deep bool, list ...ast.Expr) {
	for _, x := range list {
		root, indirect := w.reach(x)
		id, ok := root.(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		v, ok := w.object(id).(*types.Var)
		if !ok {
			continue
		}
		if !w.inside(v.Pos()) {
			w.found.at = id
		} else if i, ok := w.params[v]; ok && (deep || indirect) {
			w.found.through[i] = true
		}
	}
}

// reach is the variable or value that an expression is a part of, and whether the path
// goes through a pointer, slice or map.
func (w *changes) reach(x ast.Expr) (root ast.Expr, indirect bool) {
	for {
		next := x
		switch y := x.(type) {
		case *ast.ParenExpr:
			x = y.X
			continue
		case *ast.StarExpr:
			x, indirect = y.X, true
			continue
		case *ast.SelectorExpr:
			next = y.X
		case *ast.IndexExpr:
			next = y.X
		case *ast.SliceExpr:
			next = y.X
		default:
			return x, indirect
		}
		if t := w.info.TypeOf(next); t != nil {
			switch t.Underlying().(type) {
			case *types.Pointer, *types.Slice, *types.Map:
				indirect = true
			}
		}
		x = next
	}
}

// call records what a call changes through its arguments.
func (w *changes) call(call *ast.CallExpr) {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && w.info.Types[call.Fun].IsBuiltin() {
		switch id.Name {
		case "delete", "clear", "copy":
			w.argument(call.Args[0])
		}
		return
	}
	s, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	o := w.callee(call)
	if drawsDefault(o, call) {
		w.found.at, w.found.draws = call, true
		return
	}
	if f, ok := o.(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() == "sync/atomic" && !strings.HasPrefix(f.Name(), "Load") {
		if f.Signature().Recv() != nil && s != nil {
			w.change(false, s.X)
		} else if len(call.Args) > 0 {
			w.argument(call.Args[0])
		}
		return
	}
	w.altered(o, call)
	for _, c := range w.called(o, call) {
		for i, arg := range call.Args {
			if c.through[i] {
				w.argument(arg)
			}
		}
		if c.through[-1] && s != nil {
			w.change(refers(w.info.TypeOf(s.X)), s.X)
		}
	}
}

// called are the functions that a call may run, as far as is known.
func (w *changes) called(o types.Object, call *ast.CallExpr) (list []*changed) {
	switch o := o.(type) {
	case *types.Func:
		return w.implementations(o)
	case *types.Var:
		for _, v := range w.values(o) {
			if lit, ok := ast.Unparen(v).(*ast.FuncLit); ok {
				list = append(list, w.look(lit))
			} else if f, ok := w.named(ast.Unparen(v)).(*types.Func); ok {
				list = append(list, w.implementations(f)...)
			}
		}
	case nil:
		if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
			list = append(list, w.look(lit))
		}
	}
	return list
}

// implementations are what a function changes or, if it is a method of an interface,
// what each method of its name does.
func (w *changes) implementations(o *types.Func) (list []*changed) {
	if recv := o.Signature().Recv(); recv == nil || !types.IsInterface(recv.Type()) || isLibrary(o) {
		if c := w.of(o); c != nil {
			list = append(list, c)
		}
		return list
	}
	for m, d := range w.bodies {
		if m.Name() == o.Name() && d.Recv != nil && d.Body != nil {
			list = append(list, w.look(d))
		}
	}
	for key, c := range w.known.aside {
		if strings.HasSuffix(key, "."+o.Name()) {
			list = append(list, c)
		}
	}
	return list
}

// argument records a change of what an argument refers to.
func (w *changes) argument(x ast.Expr) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		w.change(false, u.X)
		return
	}
	w.change(true, x)
}
