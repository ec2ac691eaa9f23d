package cell

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"riffle/internal/library"
)

// A run that plays a shard of its experiments has only parts of their results. So no
// result may affect how a later experiment is played: neither its arguments nor whether
// it is played may depend on one. Partial finds the experiments for which that isn't
// certain, by taint analysis. It ignores the order of a cell's statements, tracks the
// session by name, and errs on the safe side: a variable is tainted if anything that
// comes from a result is ever assigned to it, or if it is assigned where a result decides
// whether that code runs.

// Partial is what prevents a cell's experiments from being played in part. The strings
// are places, empty for none.
type Partial struct {
	// Depends is an experiment that may depend on an earlier one.
	Depends string
	// Aside is where a trial changes a variable that isn't its own.
	Aside string
	// Draws is where a trial draws from a generator that isn't its own.
	Draws string
	// Hidden is a trial that is known only as a value, so that there is no telling what
	// it changes.
	Hidden string
}

// results are the session's names that have to do with experiments.
type results struct {
	tainted map[string]bool       // variables, and functions that depend on them
	runs    map[string]bool       // functions that run experiments
	aside   map[string]*changed   // what functions change besides their own variables
	impure  map[string]bool       // types of functions that do
	stores  map[string][]string   // which variables of the session functions may change
	any     bool                  // an experiment has run, or may have
	objects map[types.Object]bool // those that are tainted

	reseeded bool // a result decides from which seeds experiments start
}

func newResults() *results {
	return &results{tainted: map[string]bool{}, runs: map[string]bool{}, aside: map[string]*changed{}, impure: map[string]bool{}, stores: map[string][]string{}, objects: map[types.Object]bool{}}
}

// experiments are the functions of a package that run an experiment.
func experiments(pkg string) []string {
	switch pkg {
	case "trials":
		return []string{"Count", "Run", "Spread"}
	case "fair":
		return []string{"Histogram", "Judge", "Lottery", "Matrix", "SampleCurve", "SampleCuts", "SuspicionRate", "TestGenerators", "TestLottery", "TestShuffle"}
	case "games":
		return []string{"BattleStats", "BattleStatsOf", "ClockStats", "ClockStatsOf", "DiceStats"}
	case "crack":
		return []string{"ASF", "Borland", "Dealer", "JavaDice", "MTSeed"}
	}
	return nil
}

// isExperiment reports whether a native function runs an experiment.
func isExperiment(f *types.Func) bool {
	name, ok := strings.CutPrefix(f.Pkg().Path(), "riffle/shuffle/")
	return ok && f.Signature().Recv() == nil && slices.Contains(experiments(name), f.Name())
}

// flow tracks results through the files of a cell or a program.
type flow struct {
	info    *types.Info
	known   *results
	files   []*ast.File
	parents map[ast.Node]ast.Node
	own     map[types.Object]bool
	bodies  map[types.Object]*ast.FuncDecl
	tainted map[types.Object]bool
	runs    map[types.Object]bool
	methods map[string]bool // names of methods that are tainted, or run experiments
	guards  []region        // code that runs or not depending on a result
	grown   bool

	reseeded   bool // a result decides from which seeds later experiments start
	reseededAt token.Pos
	earlier    bool // earlier cells ran experiments, or may have
}

type region struct{ from, to token.Pos }

// partial tracks results through files and adds what it finds to what is known of the
// session.
func (k *results) partial(info *types.Info, files []*ast.File, place func(ast.Node) string) Partial {
	f := &flow{info: info, known: k, files: files, parents: map[ast.Node]ast.Node{}, own: map[types.Object]bool{},
		bodies: map[types.Object]*ast.FuncDecl{}, tainted: k.objects, runs: map[types.Object]bool{},
		methods: map[string]bool{}, reseeded: k.reseeded, earlier: k.any}
	f.prepare()
	for f.grown = true; f.grown; {
		f.grown = false
		f.each(f.step)
	}
	var p Partial
	direct := false // the place is that of the experiment itself, not of code that may run it
	f.each(func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || !f.experiment(call) {
			return
		}
		k.any = true
		if !f.plays(call, map[ast.Node]bool{}) {
			return
		}
		if itself := isLibrary(f.callee(call)); p.Depends == "" || itself && !direct {
			if f.reseeded && call.Pos() > f.reseededAt || f.guarded(call) || slices.ContainsFunc(call.Args, f.from) || f.receiver(call) {
				p.Depends, direct = place(call), itself
			}
		}
		for _, arg := range call.Args {
			if !f.isTrial(call, arg) {
				continue
			}
			switch c := f.aside(arg); {
			case c.draws:
				p.Draws = cmp.Or(p.Draws, place(c.at))
			case c.at != nil && p.Aside == "":
				p.Aside = place(c.at)
			case c.hidden != nil && p.Hidden == "":
				p.Hidden = place(c.hidden)
			}
		}
	})
	f.remember()
	return p
}

// partial is what Partial says about files, if the configuration asks for it.
func (c *Compiler) partial(info *types.Info, files []*ast.File) Partial {
	if !c.config.Partial {
		return Partial{}
	}
	if c.results == nil {
		c.results = newResults()
	}
	return c.results.partial(info, files, func(n ast.Node) string {
		d := c.Diagnostic(n.Pos(), n.End(), "")
		return d.Place()
	})
}

// prepare records what is declared, and the parents of nodes.
func (f *flow) prepare() {
	for _, o := range f.info.Defs {
		if o != nil {
			f.own[o] = true
		}
	}
	for _, file := range f.files {
		var above []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				above = above[:len(above)-1]
				return true
			}
			if len(above) > 0 {
				f.parents[n] = above[len(above)-1]
			}
			if d, ok := n.(*ast.FuncDecl); ok && f.info.Defs[d.Name] != nil {
				f.bodies[f.info.Defs[d.Name]] = d
			}
			above = append(above, n)
			return true
		})
	}
}

func (f *flow) each(visit func(ast.Node)) {
	for _, file := range f.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				visit(n)
			}
			return true
		})
	}
}

// object is what a name means.
func (f *flow) object(id *ast.Ident) types.Object {
	o := f.info.ObjectOf(id)
	if fn, ok := o.(*types.Func); ok {
		return fn.Origin()
	}
	return o
}

// result reports whether a name is tainted: it may hold, or give, a result.
func (f *flow) result(id *ast.Ident) bool {
	o := f.object(id)
	if o == nil {
		return false
	}
	if f.tainted[o] || f.runs[o] && !f.called(id) {
		return true
	}
	if m, ok := o.(*types.Func); ok && m.Signature().Recv() != nil && types.IsInterface(m.Signature().Recv().Type()) {
		return f.methods[m.Name()]
	}
	if f.own[o] || o.Pkg() != nil && strings.HasPrefix(o.Pkg().Path(), "riffle/") {
		return false
	}
	return f.known.tainted[id.Name] || f.known.any && (id.Name == lastName || strings.HasPrefix(id.Name, outName))
}

// called reports whether a name is the function of a call.
func (f *flow) called(id *ast.Ident) bool {
	call, ok := f.parents[id].(*ast.CallExpr)
	return ok && call.Fun == ast.Expr(id)
}

// from reports whether an expression may come from an experiment.
func (f *flow) from(x ast.Expr) bool {
	found := false
	if x == nil {
		return false
	}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || f.result(n)
		case *ast.CallExpr:
			found = found || f.experiment(n)
		}
		return !found
	})
	return found
}

// callee is the object of the function in a call, nil if it isn't named.
func (f *flow) callee(call *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f.object(fun)
	case *ast.SelectorExpr:
		return f.object(fun.Sel)
	case *ast.IndexExpr:
		if id, ok := fun.X.(*ast.Ident); ok {
			return f.object(id)
		}
	}
	return nil
}

// experiment reports whether a call may run an experiment.
func (f *flow) experiment(call *ast.CallExpr) bool {
	switch o := f.callee(call).(type) {
	case *types.Func:
		if o.Pkg() == nil {
			return false
		}
		if strings.HasPrefix(o.Pkg().Path(), "riffle/shuffle/") {
			return isExperiment(o)
		}
		return f.runs[o] || !f.own[o] && f.known.runs[o.Name()] || o.Signature().Recv() != nil && f.methods[o.Name()]
	case *types.Var: // a function in a variable
		id, _ := ast.Unparen(call.Fun).(*ast.Ident)
		return f.tainted[o] || id != nil && f.result(id)
	case nil:
		_, lit := ast.Unparen(call.Fun).(*ast.FuncLit)
		return !lit && f.info.Types[call.Fun].IsValue() && f.from(call.Fun)
	}
	return false
}

// receiver reports whether a call is of a result's method.
func (f *flow) receiver(call *ast.CallExpr) bool {
	s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && f.from(s.X)
}

// guarded reports whether a result decides if a node runs.
func (f *flow) guarded(n ast.Node) bool {
	return slices.ContainsFunc(f.guards, func(s region) bool { return s.from <= n.Pos() && n.Pos() < s.to })
}

func (f *flow) guard(from, to token.Pos) {
	if s := (region{from, to}); !slices.Contains(f.guards, s) {
		f.guards = append(f.guards, s)
		f.grown = true
	}
}

func (f *flow) taint(o types.Object) {
	if o != nil && !f.tainted[o] {
		f.tainted[o], f.grown = true, true
		if !f.own[o] { // of an earlier cell
			f.known.tainted[o.Name()] = true
		}
	}
}

// put taints what expressions assign to.
func (f *flow) put(list ...ast.Expr) {
	for _, x := range list {
		if s, ok := ast.Unparen(x).(*ast.SelectorExpr); ok {
			f.taint(f.object(s.Sel))
		}
		if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok {
			x = u.X
		}
		if id, ok := Whole(x).(*ast.Ident); ok {
			f.taint(f.object(id))
		}
	}
}

// step tracks results through one node.
func (f *flow) step(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if f.guarded(n) || slices.ContainsFunc(n.Rhs, f.from) {
			f.put(n.Lhs...)
		}
		for i, x := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				f.alias(x, n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		if f.guarded(n) || slices.ContainsFunc(n.Values, f.from) {
			for _, id := range n.Names {
				f.taint(f.object(id))
			}
		}
		for i, id := range n.Names {
			if len(n.Names) == len(n.Values) {
				f.alias(id, n.Values[i])
			}
		}
	case *ast.IncDecStmt:
		if f.guarded(n) {
			f.put(n.X)
		}
	case *ast.SendStmt:
		if f.guarded(n) || f.from(n.Value) {
			f.put(n.Chan)
		}
	case *ast.ReturnStmt:
		if f.guarded(n) || slices.ContainsFunc(n.Results, f.from) {
			f.returns(n)
		}
	case *ast.FuncDecl:
		f.declared(n)
	case *ast.CallExpr:
		f.call(n)
	default:
		f.decides(n)
	}
}

// returns taints the function that a return statement is in.
func (f *flow) returns(n ast.Node) {
	for n != nil {
		switch d := n.(type) {
		case *ast.FuncLit:
			return // its value is tainted by what is in it
		case *ast.FuncDecl:
			f.function(f.info.Defs[d.Name], f.tainted)
			return
		}
		n = f.parents[n]
	}
}

// function adds a function or a method to a set.
func (f *flow) function(o types.Object, set map[types.Object]bool) {
	if o == nil || set[o] {
		return
	}
	set[o], f.grown = true, true
	if fn, ok := o.(*types.Func); ok && fn.Signature().Recv() != nil {
		f.methods[fn.Name()] = true
	}
}

// declared finds out whether a function runs experiments, or depends on results from
// outside it.
func (f *flow) declared(d *ast.FuncDecl) {
	o := f.info.Defs[d.Name]
	if d.Body == nil || o == nil {
		return
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f.experiment(n) {
				f.function(o, f.runs)
			}
		case *ast.Ident:
			if v := f.object(n); v != nil && f.result(n) && (v.Pos() < d.Pos() || v.Pos() >= d.End()) {
				f.function(o, f.tainted)
			}
		}
		return true
	})
}

// call tracks results into a function, and into what it can reach.
func (f *flow) call(call *ast.CallExpr) {
	if f.experiment(call) && f.bodies[f.callee(call)] == nil && isLibrary(f.callee(call)) {
		return
	}
	tainted := f.guarded(call) || f.receiver(call) || slices.ContainsFunc(call.Args, f.from)
	if !tainted {
		return
	}
	if f.reseeds(call) {
		f.reseed(call)
	}
	for _, d := range f.targets(call) {
		f.into(d, call)
	}
	f.callbacks(call)
	f.store(call)
	if s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if o, ok := f.info.Uses[s.Sel].(*types.Func); ok && o.Signature().Recv() == nil && o.Pkg() != nil && library.LeavesAll(o.Pkg().Path(), o.Name()) {
			return
		}
		if _, method := f.info.Selections[s]; method {
			f.put(s.X)
		}
	}
	if f.info.Types[call.Fun].IsBuiltin() {
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "copy" {
			return
		}
	}
	for _, arg := range call.Args {
		if t := f.info.TypeOf(arg); t == nil || shares(t) && !isFunc(t) {
			f.put(arg)
		}
	}
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// alias taints what a tainted variable refers to: the result may have been put there.
func (f *flow) alias(variable, value ast.Expr) {
	id, ok := Whole(variable).(*ast.Ident)
	if !ok || !f.tainted[f.object(id)] {
		return
	}
	f.put(f.referred(value)...)
}

// referred are the expressions whose memory an expression refers to.
func (f *flow) referred(x ast.Expr) (list []ast.Expr) {
	switch x := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			if _, made := ast.Unparen(x.X).(*ast.CompositeLit); !made {
				return []ast.Expr{x.X}
			}
			return f.referred(x.X)
		}
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			list = append(list, f.referred(e)...)
		}
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr:
		if t := f.info.TypeOf(x); t == nil || shares(t) && !isFunc(t) {
			list = append(list, x)
		}
	}
	return list
}

// parameters taints the parameters to which a call passes a result.
func (f *flow) parameters(recv *ast.FieldList, function *ast.FuncType, call *ast.CallExpr) {
	all := f.guarded(call)
	if f.receiver(call) && recv != nil {
		for _, field := range recv.List {
			for _, id := range field.Names {
				f.taint(f.object(id))
			}
		}
	}
	i := 0
	for _, field := range function.Params.List {
		for _, id := range field.Names {
			_, rest := field.Type.(*ast.Ellipsis)
			// One argument may give several: f(g()).
			if all || len(call.Args) == 1 && f.from(call.Args[0]) || i < len(call.Args) && f.from(call.Args[i]) ||
				rest && slices.ContainsFunc(call.Args[min(i, len(call.Args)):], f.from) {
				f.taint(f.object(id))
			}
			i++
		}
	}
}

// decides finds the statements that a result decides about.
func (f *flow) decides(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		if f.from(n.Cond) || f.guarded(n) {
			f.branch(n, n.Body.Pos(), n.End())
		}
	case *ast.ForStmt:
		if f.from(n.Cond) {
			f.branch(n, n.Cond.Pos(), n.End())
		}
	case *ast.RangeStmt:
		if f.from(n.X) {
			f.put(n.Key, n.Value)
			f.branch(n, n.Body.Pos(), n.End())
		}
	case *ast.SwitchStmt:
		if f.from(n.Tag) || slices.ContainsFunc(n.Body.List, f.cases) {
			f.branch(n, n.Body.Pos(), n.End())
		}
	case *ast.TypeSwitchStmt:
		tainted := false
		ast.Inspect(n.Assign, func(m ast.Node) bool {
			x, ok := m.(ast.Expr)
			tainted = tainted || ok && f.from(x)
			return !tainted
		})
		if tainted {
			f.branch(n, n.Body.Pos(), n.End())
			for _, c := range n.Body.List {
				f.taint(f.info.Implicits[c])
			}
		}
	case *ast.CommClause:
		if n.Comm != nil {
			ast.Inspect(n.Comm, func(m ast.Node) bool {
				if x, ok := m.(ast.Expr); ok && f.from(x) {
					f.branch(n, n.Pos(), n.End())
				}
				return true
			})
		}
	case *ast.BinaryExpr: // a && b() runs b as a says
		if (n.Op == token.LAND || n.Op == token.LOR) && f.from(n.X) {
			f.guard(n.Y.Pos(), n.Y.End())
		}
	}
}

func (f *flow) cases(s ast.Stmt) bool {
	c, ok := s.(*ast.CaseClause)
	return ok && slices.ContainsFunc(c.List, f.from)
}

// branch marks what a result decides about: the body of a statement, and what follows it
// if the body may jump or return.
func (f *flow) branch(n ast.Node, from, to token.Pos) {
	f.guard(from, to)
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			f.leaves(m, true)
		case *ast.BranchStmt:
			f.leaves(m, m.Tok == token.GOTO || m.Label != nil)
		}
		return true
	})
}

// leaves marks what a jump or return may skip: the enclosing loops and, if function is
// set, the rest of the function.
func (f *flow) leaves(n ast.Node, function bool) {
	for m := f.parents[n]; m != nil; m = f.parents[m] {
		switch m := m.(type) {
		case *ast.ForStmt:
			f.guard(m.Pos(), m.End())
		case *ast.RangeStmt:
			f.guard(m.Body.Pos(), m.End())
		case *ast.FuncLit:
			if function {
				f.guard(n.Pos(), m.End())
			}
			return
		case *ast.FuncDecl:
			if function {
				f.guard(n.Pos(), m.End())
			}
			return
		}
	}
}

// remember adds the findings to what is known of the session, replacing those of
// redeclared names.
func (f *flow) remember() {
	f.rememberImpure()
	f.known.reseeded = f.reseeded
	for o := range f.own {
		if o.Pkg() == nil || o.Parent() != o.Pkg().Scope() && !isMethod(o) {
			continue
		}
		set(f.known.tainted, o.Name(), f.tainted[o])
		set(f.known.runs, o.Name(), f.runs[o])
		f.rememberAside(o)
		f.rememberStores(o)
		f.known.any = f.known.any || f.tainted[o] || f.runs[o]
	}
	f.each(func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, x := range a.Lhs {
				if id, ok := x.(*ast.Ident); ok && f.object(id) != nil && !f.own[f.object(id)] {
					f.rememberStores(f.object(id))
					f.rememberAside(f.object(id)) // an earlier cell's variable now holds another function
				}
			}
		}
	})
}

// rememberAside records what a function changes, for the cells that call it.
func (f *flow) rememberAside(o types.Object) {
	w := &changes{flow: f, functions: map[ast.Node]*changed{}, variables: map[*types.Var]bool{}}
	key, c := asideKey(o), (*changed)(nil)
	switch o := o.(type) {
	case *types.Func:
		c = w.of(o)
	case *types.Var:
		if isFunc(o.Type()) && w.values(o) != nil {
			c = w.variable(o, &ast.BadExpr{})
		}
	}
	delete(f.known.aside, key)
	if c != nil {
		f.known.aside[key] = c.elsewhere()
	}
}

func isMethod(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

func set(names map[string]bool, name string, to bool) {
	if to {
		names[name] = true
		return
	}
	delete(names, name)
}
