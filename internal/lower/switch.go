package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"riffle/internal/core"
)

// A switch, type switch or select first finds the number of its clause, then an integer
// switch runs it, so that break and fallthrough keep their meaning.

// choose emits the tests of the clauses as a chain that sets k.
func (l *funcLowerer) choose(k core.Expr, tests []clauseTest, def int) {
	if len(tests) == 0 {
		if def >= 0 {
			l.emit(&core.Assign{L: []core.Expr{k}, R: []core.Expr{core.IntConst(int64(def))}})
		}
		return
	}
	t := tests[0]
	c := t.cond()
	then := []core.Stmt{&core.Assign{L: []core.Expr{k}, R: []core.Expr{core.IntConst(int64(t.clause))}}}
	l.emit(&core.If{Cond: c, Then: then, Else: l.collect(func() { l.choose(k, tests[1:], def) })})
}

type clauseTest struct {
	clause int
	cond   func() core.Expr
}

// caseTests are the tests of a switch's cases, in order, and the number of its default
// clause, -1 for none.
func caseTests(body *ast.BlockStmt, cond func(ast.Expr) core.Expr) (tests []clauseTest, def int) {
	def = -1
	for i, c := range body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			def = i
		}
		for _, e := range c.List {
			tests = append(tests, clauseTest{i, func() core.Expr { return cond(e) }})
		}
	}
	return tests, def
}

func (l *funcLowerer) clauseIndex() core.Expr {
	return l.tmp(core.Int, core.IntConst(-1))
}

// clauses emits the integer switch.
func (l *funcLowerer) clauses(k core.Expr, label string, n int, body func(i int)) {
	sw := &core.Switch{Label: label, X: k}
	for i := range n {
		sw.Cases = append(sw.Cases, l.collect(func() { body(i) }))
	}
	l.emit(sw)
}

func (l *funcLowerer) switchStmt(s *ast.SwitchStmt, label string) {
	l.scope(func() {
		l.stmt(s.Init, "")
		var tag core.Expr
		var tagT types.Type
		if s.Tag != nil {
			tagT = defaultType(l.typeOf(s.Tag))
			tag = l.spillTo(l.lt(tagT), l.exprTo(s.Tag, tagT))
		}
		tests, def := caseTests(s.Body, func(e ast.Expr) core.Expr {
			l.mark(e.Pos())
			return l.caseCond(tag, tagT, e)
		})
		k := l.clauseIndex()
		l.choose(k, tests, def)
		l.clauses(k, label, len(s.Body.List), func(i int) { l.stmts(s.Body.List[i].(*ast.CaseClause).Body) })
	})
}

func (l *funcLowerer) stmts(list []ast.Stmt) {
	for _, s := range list {
		l.stmt(s, "")
	}
}

// caseCond compares the tag, or true, with a case.
func (l *funcLowerer) caseCond(tag core.Expr, tagT types.Type, e ast.Expr) core.Expr {
	if tag == nil {
		c := l.expr(e)
		if isInterface(l.typeOf(e)) {
			return l.rtValue(core.Bool, "Equal", l.box(types.Typ[types.Bool], core.BoolConst(true)), c)
		}
		return c
	}
	if l.isNil(e) {
		v := l.atom(l.unwrap(tag, tagT))
		return isNilExpr(v)
	}
	t := tagT
	if et := defaultType(l.typeOf(e)); isInterface(et) && !isInterface(tagT) {
		t, tag = et, l.box(tagT, tag)
	}
	return l.compare(token.EQL, tag, l.exprTo(e, t), t)
}

func (l *funcLowerer) typeSwitch(s *ast.TypeSwitchStmt, label string) {
	l.scope(func() {
		l.stmt(s.Init, "")
		x := l.spill(l.expr(switched(s)))
		body, from := l.possible(s)
		tests, def := caseTests(body, func(e ast.Expr) core.Expr { return l.typeCond(x, e) })
		k := l.clauseIndex()
		l.choose(k, tests, def)
		l.clauses(k, label, len(from), func(i int) {
			l.bindCase(from[i], x)
			l.stmts(from[i].Body)
		})
	})
}

// possible are the clauses of a type switch that may be chosen, and what they are made
// from. If the operand is a value converted to an interface, as one of a type parameter's
// type is, its type is known: then other types are left out, and its own is the default.
func (l *funcLowerer) possible(s *ast.TypeSwitchStmt) (body *ast.BlockStmt, from []*ast.CaseClause) {
	known, certain := l.convertedType(switched(s)), false
	body = &ast.BlockStmt{}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		some := *c
		if known != nil && c.List != nil {
			some.List = slices.DeleteFunc(slices.Clone(c.List), func(e ast.Expr) bool { return !l.mayBe(known, e) })
			if certain = len(body.List) == 0 && slices.ContainsFunc(some.List, l.isType); certain {
				some.List = nil
			} else if len(some.List) == 0 {
				continue
			}
		}
		body.List, from = append(body.List, &some), append(from, c)
		if certain {
			break
		}
	}
	return body, from
}

// convertedType is the type of a value that an expression converts to an interface; nil for
// other expressions.
func (l *funcLowerer) convertedType(e ast.Expr) types.Type {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !l.info.Types[call.Fun].IsType() || l.info.Types[call.Args[0]].IsNil() {
		return nil
	}
	if t := l.typeOf(call.Args[0]); !isInterface(t) {
		return defaultType(t)
	}
	return nil
}

// mayBe reports whether a value of that type may be of a case's.
func (l *funcLowerer) mayBe(known types.Type, e ast.Expr) bool {
	if l.isNil(e) {
		return false
	}
	t := l.st(l.info.Types[e].Type)
	return isInterface(t) || types.Identical(t, known)
}

// isType reports whether a case is a type and no interface.
func (l *funcLowerer) isType(e ast.Expr) bool {
	return !l.isNil(e) && !isInterface(l.st(l.info.Types[e].Type))
}

// switched is the operand of a type switch.
func switched(s *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		e = a.Rhs[0]
	case *ast.ExprStmt:
		e = a.X
	}
	return ast.Unparen(e).(*ast.TypeAssertExpr).X
}

func (l *funcLowerer) typeCond(x core.Expr, e ast.Expr) core.Expr {
	if l.isNil(e) {
		return isNilExpr(x)
	}
	t := l.st(l.info.Types[e].Type)
	if isInterface(t) {
		return l.rtValue(core.Bool, "Implements", x, l.descExpr(t))
	}
	return l.rtValue(core.Bool, "Is", x, l.descExpr(t))
}

// bindCase declares the clause's variable with the type of its only case.
func (l *funcLowerer) bindCase(c *ast.CaseClause, x core.Expr) {
	o := l.info.Implicits[c]
	if o == nil {
		return
	}
	t := l.st(o.Type())
	if isInterface(t) {
		l.declareVar(o, l.asInterface(x, l.lt(t)))
		return
	}
	v, _ := l.assertOK(x, t)
	l.declareVar(o, v)
}

// selectStmt: rt.Select(default?, send?, channel, value or &value, &ok, …)
// returns the number of the communication that proceeded.
func (l *funcLowerer) selectStmt(s *ast.SelectStmt, label string) {
	l.scope(func() {
		var comms []comm
		def := -1
		args := []core.Expr{nil}
		for i, c := range s.Body.List {
			c := c.(*ast.CommClause)
			if c.Comm == nil {
				def = i
				continue
			}
			m := l.comm(c.Comm)
			m.clause = i
			comms = append(comms, m)
			args = append(args, m.args...)
		}
		args[0] = core.BoolConst(def >= 0)
		j := l.rtValue(core.Int, "Select", args...)
		k := l.clauseIndex()
		var tests []clauseTest
		for n, m := range comms {
			tests = append(tests, clauseTest{m.clause, func() core.Expr {
				return &core.Binary{Op: token.EQL, X: j, Y: core.IntConst(int64(n)), T: core.Bool}
			}})
		}
		l.choose(k, tests, def)
		l.clauses(k, label, len(s.Body.List), func(i int) {
			for _, m := range comms {
				if m.clause == i {
					m.bind()
				}
			}
			l.stmts(s.Body.List[i].(*ast.CommClause).Body)
		})
	})
}

// comm is one communication of a select.
type comm struct {
	clause int
	args   []core.Expr
	bind   func() // assigns the received value to its variables
}

func (l *funcLowerer) comm(s ast.Stmt) comm {
	no := func() core.Expr { return &core.Nil{T: core.Empty} }
	switch s := s.(type) {
	case *ast.SendStmt:
		ch := l.spillUnlessTmp(l.underlying(s.Chan))
		el := l.coreType(l.typeOf(s.Chan)).(*types.Chan).Elem()
		v := l.spillTyped(l.lt(el), l.exprTo(s.Value, el))
		return comm{args: []core.Expr{core.BoolConst(true), ch, v, no()}, bind: func() {}}
	case *ast.ExprStmt:
		ch, _ := l.received(s.X)
		return comm{args: []core.Expr{core.BoolConst(false), ch, no(), no()}, bind: func() {}}
	}
	as := s.(*ast.AssignStmt)
	ch, el := l.received(as.Rhs[0])
	v := l.zero(el)
	args := []core.Expr{core.BoolConst(false), ch, l.addrOf(v), no()}
	vals, ts := []core.Expr{v}, []types.Type{el}
	if len(as.Lhs) > 1 {
		ok := l.zero(types.Typ[types.Bool])
		args[3] = l.addrOf(ok)
		vals, ts = append(vals, ok), append(ts, types.Typ[types.Bool])
	}
	return comm{args: args, bind: func() {
		for i, e := range as.Lhs {
			tg := l.target(e, as.Tok == token.DEFINE, false)
			if tg.t != nil {
				l.store(tg, l.convert(vals[i], ts[i], tg.t))
			}
		}
	}}
}

// received is the channel of a receive expression, and its element type.
func (l *funcLowerer) received(e ast.Expr) (core.Expr, types.Type) {
	u := ast.Unparen(e).(*ast.UnaryExpr)
	el := l.coreType(l.typeOf(u.X)).(*types.Chan).Elem()
	return l.spillUnlessTmp(l.underlying(u.X)), el
}
