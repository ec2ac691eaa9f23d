package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"riffle/internal/core"
)

func (l *funcLowerer) block(b *ast.BlockStmt) {
	for _, s := range b.List {
		l.stmt(s, "")
	}
}

// scope lowers into a block of its own.
func (l *funcLowerer) scope(f func()) { l.emit(&core.Block{Body: l.collect(f)}) }

// stmt lowers a statement; label is its label, for a loop, switch or select.
func (l *funcLowerer) stmt(s ast.Stmt, label string) {
	if s == nil {
		return
	}
	l.mark(s.Pos())
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		l.scope(func() { l.block(s) })
	case *ast.ExprStmt:
		l.exprStmt(s)
	case *ast.DeclStmt:
		l.declStmt(s)
	case *ast.AssignStmt:
		l.assign(s)
	case *ast.IncDecStmt:
		l.incDec(s)
	case *ast.GoStmt:
		l.rt("Go", l.delayed(s.Call))
	case *ast.DeferStmt:
		l.deferStmt(s)
	case *ast.ReturnStmt:
		l.ret(s)
	case *ast.BranchStmt:
		l.branch(s)
	case *ast.LabeledStmt:
		l.labeled(s)
	case *ast.IfStmt:
		l.ifStmt(s)
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		l.breakableStmt(s, label)
	case *ast.SendStmt:
		l.send(s)
	default:
		l.fail(s, "the statement %T", s)
	}
}

// breakableStmt lowers what a break may leave.
func (l *funcLowerer) breakableStmt(s ast.Stmt, label string) {
	loops := l.loops
	l.breakable++
	l.labels[label] = true
	switch s := s.(type) {
	case *ast.ForStmt:
		l.loops++
		l.forStmt(s, label)
	case *ast.RangeStmt:
		l.loops++
		l.rangeStmt(s, label)
	case *ast.SwitchStmt:
		l.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		l.typeSwitch(s, label)
	case *ast.SelectStmt:
		l.selectStmt(s, label)
	}
	l.loops = loops
	l.breakable--
	delete(l.labels, label)
}

func (l *funcLowerer) exprStmt(s *ast.ExprStmt) {
	if c, ok := ast.Unparen(s.X).(*ast.CallExpr); ok {
		l.dropped = c
		l.call(c)
		return
	}
	l.effect(l.expr(s.X))
}

// effect evaluates an operand that may panic.
func (l *funcLowerer) effect(x core.Expr) {
	if !isConst(x) && !isTmp(x) && x.Type() != nil {
		l.spill(x)
	}
}

// labeled lowers a label twice: as a goto's target it precedes everything its statement
// is lowered to; as a loop's or switch's label it is at that statement itself.
func (l *funcLowerer) labeled(s *ast.LabeledStmt) {
	if l.vars.gotos[l.info.Defs[s.Label]] {
		l.emit(&core.Label{Name: gotoName(s.Label)})
	}
	switch s.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		l.stmt(s.Stmt, labelName(s.Label))
	default:
		l.stmt(s.Stmt, "")
	}
}

func labelName(id *ast.Ident) string {
	if id.Name == "_" {
		return ""
	}
	return "L" + id.Name
}

func gotoName(id *ast.Ident) string { return "G" + id.Name }

func (l *funcLowerer) ifStmt(s *ast.IfStmt) {
	l.scope(func() {
		l.stmt(s.Init, "")
		l.mark(s.Cond.Pos())
		c := l.expr(s.Cond)
		then := l.collect(func() { l.block(s.Body) })
		var els []core.Stmt
		if s.Else != nil {
			els = l.collect(func() { l.stmt(s.Else, "") })
		}
		l.emit(&core.If{Cond: c, Then: then, Else: els})
	})
}

func (l *funcLowerer) declStmt(s *ast.DeclStmt) {
	g := s.Decl.(*ast.GenDecl)
	if g.Tok != token.VAR {
		return
	}
	for _, sp := range g.Specs {
		l.varSpec(sp.(*ast.ValueSpec))
	}
}

func (l *funcLowerer) varSpec(vs *ast.ValueSpec) {
	def := func(i int) types.Object { return l.info.Defs[vs.Names[i]] }
	switch {
	case len(vs.Values) == 0:
		for i := range vs.Names {
			l.declareVar(def(i), nil)
		}
	case len(vs.Values) == len(vs.Names):
		vals := l.list(vs.Values, func(i int) types.Type { return def(i).Type() })
		for i := range vals {
			if len(vals) > 1 {
				vals[i] = l.spillUnlessConst(vals[i])
			}
		}
		for i := range vs.Names {
			l.declareVar(def(i), vals[i])
		}
	default:
		ms, ts := l.multi(vs.Values[0])
		for i := range vs.Names {
			l.declareVar(def(i), l.convert(ms[i], ts[i], def(i).Type()))
		}
	}
}

func (l *funcLowerer) incDec(s *ast.IncDecStmt) {
	p := l.placeFor(s.X, true)
	t := l.typeOf(s.X)
	if _, ok := p.(*core.Var); ok && hasInfo(t, types.IsInteger) {
		l.emit(&core.Update{L: p, Op: s.Tok})
		return
	}
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	l.set(p, &core.Binary{Op: op, X: l.read(p), Y: l.constant(constant.MakeInt64(1), t), T: l.lt(t)})
}

// set stores a value in a place.
func (l *funcLowerer) set(p, x core.Expr) {
	if f, ok := p.(*core.NativeName); ok {
		l.rt("StoreVar", core.StringConst(f.Path), core.StringConst(f.Name), l.argument(l.spillUnlessConst(x)))
		return
	}
	if p.Type() == core.Foreign {
		l.rt("Store", l.addrOf(p), l.argument(x))
		return
	}
	l.emit(&core.Assign{L: []core.Expr{p}, R: []core.Expr{x}})
}

func (l *funcLowerer) assign(s *ast.AssignStmt) {
	switch {
	case s.Tok != token.DEFINE && s.Tok != token.ASSIGN:
		l.assignOp(s)
	case len(s.Lhs) == len(s.Rhs) && len(s.Lhs) == 1:
		l.assignOne(s)
	case len(s.Lhs) == len(s.Rhs):
		l.assignMany(s)
	default:
		l.assignCall(s)
	}
}

// assignOp is x op= y.
func (l *funcLowerer) assignOp(s *ast.AssignStmt) {
	t := l.typeOf(s.Lhs[0])
	op := s.Tok - token.ADD_ASSIGN + token.ADD
	operand := func() core.Expr {
		if op == token.SHL || op == token.SHR {
			return l.shiftCount(s.Rhs[0])
		}
		return l.exprTo(s.Rhs[0], t)
	}
	if !isPlace(s.Lhs[0]) {
		p := l.placeFor(s.Lhs[0], !l.impure(s.Rhs[0]))
		y := operand()
		if op == token.ADD || op == token.MUL || op == token.SUB {
			if _, v := p.(*core.Var); v {
				l.emit(&core.Update{L: p, Op: op, R: y})
				return
			}
		}
		l.set(p, l.combined(op, l.read(p), y, t))
		return
	}
	defer l.order([]ast.Expr{s.Lhs[0], s.Rhs[0]}, nil, false)()
	p := l.placeFor(s.Lhs[0], true)
	x := l.read(p)
	n := len(l.cur)
	y := operand()
	if checks := slices.Clone(l.cur[n:]); len(checks) > 0 && faults(p) {
		l.cur = l.cur[:n]
		x = l.spill(x) // it panics first
		l.cur = append(l.cur, checks...)
	}
	l.set(p, l.combined(op, x, y, t))
}

// combined is x op y, of type t; op may be a shift.
func (l *funcLowerer) combined(op token.Token, x, y core.Expr, t types.Type) core.Expr {
	if op == token.SHL || op == token.SHR {
		return &core.Binary{Op: op, X: x, Y: y, T: l.lt(t)}
	}
	return l.arithmetic(op, x, y, t)
}

// read is the value of a place as an operand.
func (l *funcLowerer) read(p core.Expr) core.Expr {
	if x, ok := p.(*core.Index); ok && x.X.Type().Kind == core.Map {
		return l.spill(p)
	}
	return p
}

func (l *funcLowerer) assignOne(s *ast.AssignStmt) {
	if isPlace(s.Lhs[0]) {
		defer l.hoist(s.Lhs, s.Rhs)()
		x := l.valued(s.Rhs[0], l.exprTo(s.Rhs[0], l.typeOf(s.Lhs[0])))
		l.store(l.target(s.Lhs[0], false, true), x)
		return
	}
	tg := l.target(s.Lhs[0], s.Tok == token.DEFINE, !l.impure(s.Rhs[0]))
	t := tg.t
	if t == nil {
		t = l.ownType(s.Rhs[0])
	}
	l.store(tg, l.exprTo(s.Rhs[0], t))
}

// assignMany evaluates the calls in the places first, then all values, then the rest of
// the places, then assigns.
func (l *funcLowerer) assignMany(s *ast.AssignStmt) {
	defer l.hoist(s.Lhs, s.Rhs)()
	vs := l.assigned(s)
	for i, tg := range l.targets(s) {
		l.store(tg, vs[i])
	}
}

// assigned are the values of p, q = x, y. The compiler evaluates y early if the assignment
// to p might change it, and x when it assigns: if both panic, y does.
func (l *funcLowerer) assigned(s *ast.AssignStmt) []core.Expr {
	want := func(i int) types.Type { return l.storedType(s.Lhs[i]) }
	early := l.changed(s)
	if !slices.Contains(early, true) {
		vs := l.list(s.Rhs, want)
		for i := range vs {
			vs[i] = l.spillUnlessConst(vs[i])
		}
		return vs
	}
	defer l.order(s.Rhs, want, true)()
	vs := make([]core.Expr, len(s.Rhs))
	for _, first := range []bool{true, false} {
		for i, e := range s.Rhs {
			if early[i] != first {
				continue
			}
			t := want(i)
			if t == nil {
				t = l.ownType(e)
			}
			vs[i] = l.spillUnlessConst(l.exprTo(e, t))
		}
	}
	return vs
}

// assignCall is a, b = f() and the comma-ok forms.
func (l *funcLowerer) assignCall(s *ast.AssignStmt) {
	defer l.hoist(s.Lhs, s.Rhs)()
	vs, ts := l.multi(s.Rhs[0])
	for i, tg := range l.targets(s) {
		if tg.t != nil {
			l.store(tg, l.convert(vs[i], ts[i], tg.t))
		}
	}
}

func (l *funcLowerer) send(s *ast.SendStmt) {
	el := l.coreType(l.typeOf(s.Chan)).(*types.Chan).Elem()
	vs := l.list([]ast.Expr{s.Chan, s.Value}, func(i int) types.Type {
		if i == 1 {
			return el
		}
		return nil
	})
	v := l.spillTyped(l.lt(el), vs[1])
	l.rt("Send", l.atom(l.unwrap(vs[0], l.typeOf(s.Chan))), v)
}

// ret lowers a return in one of three settings: the body of a range over a
// function, a body with defers, or a plain function.
func (l *funcLowerer) ret(s *ast.ReturnStmt) {
	if l.iter != nil {
		l.iterReturn(s)
		return
	}
	vs := l.returned(s, l.sig)
	if vs == nil {
		if l.inBody || l.sig == nil || l.sig.Results().Len() == 0 {
			l.emit(&core.Return{})
			return
		}
		l.returnPlaces(l.results)
		return
	}
	for i, v := range vs {
		if i < len(l.results) && l.keepsResult(l.results[i]) {
			l.set(l.resultPlace(l.results[i]), v)
		}
	}
	if l.inBody {
		vs = nil
	}
	l.emit(&core.Return{Xs: vs})
}

// keepsResult reports whether something may read a result after the return: a
// deferred call, or a closure.
func (l *funcLowerer) keepsResult(p core.Expr) bool {
	_, plain := p.(*core.Var)
	return l.inBody || !plain
}

// resultPlace is a result's place as seen from the current frame.
func (l *funcLowerer) resultPlace(p core.Expr) core.Expr {
	switch p := p.(type) {
	case *core.Deref:
		v := p.X.(*core.Var)
		return &core.Deref{X: l.use(v.Name)}
	case *core.Var:
		return l.use(p.Name)
	}
	return p
}

// returned are the values of a return statement, nil for a bare one.
func (l *funcLowerer) returned(s *ast.ReturnStmt, sig *types.Signature) []core.Expr {
	if len(s.Results) == 0 {
		return nil
	}
	want := func(i int) types.Type { return l.st(sig.Results().At(i).Type()) }
	var vs []core.Expr
	if len(s.Results) == 1 && sig.Results().Len() > 1 {
		ms, ts := l.multi(s.Results[0])
		for i := range ms {
			vs = append(vs, l.convert(ms[i], ts[i], want(i)))
		}
		return vs
	}
	vs = l.list(s.Results, want)
	for i := range vs {
		if len(vs) > 1 || !l.plainResult(vs[i]) {
			vs[i] = l.spillTyped(l.lt(want(i)), vs[i])
		}
	}
	return vs
}

// plainResult reports whether a result can be returned as it is, such as an operator over
// basic values.
func (l *funcLowerer) plainResult(x core.Expr) bool {
	switch x.(type) {
	case *core.Binary, *core.Unary, *core.Const, *core.Var:
		return x.Type().Kind == core.Basic && len(l.results) == 0
	}
	return false
}

func (l *funcLowerer) branch(s *ast.BranchStmt) {
	if l.iter != nil && s.Tok != token.FALLTHROUGH && l.iterBranch(s) {
		return
	}
	b := &core.Branch{Tok: s.Tok}
	if s.Label != nil {
		b.Label = labelName(s.Label)
	}
	if s.Tok == token.GOTO {
		b.Label = gotoName(s.Label)
	}
	l.emit(b)
}
