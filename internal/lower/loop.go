package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// forStmt lowers a three-clause loop. If condition and post statement need no temporaries
// and no closure captures a loop variable, it stays one; otherwise each round begins with
// fresh cells for captured variables, the post statement and the condition.
func (l *funcLowerer) forStmt(s *ast.ForStmt, label string) {
	l.scope(func() {
		l.stmt(s.Init, "")
		cells := l.loopCells(s)
		if len(cells) > 0 || !l.simpleFor(s, label) {
			l.generalFor(s, label, cells)
		}
	})
}

// loopCells are the loop variables that closures may keep.
func (l *declLowerer) loopCells(s *ast.ForStmt) []*types.Var {
	as, ok := s.Init.(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE {
		return nil
	}
	var vs []*types.Var
	for _, e := range as.Lhs {
		if v, ok := l.info.Defs[e.(*ast.Ident)].(*types.Var); ok && l.vars.cell[v] {
			vs = append(vs, v)
		}
	}
	return vs
}

func (l *funcLowerer) simpleFor(s *ast.ForStmt, label string) bool {
	var cond core.Expr
	if s.Cond != nil {
		pre := l.collect(func() { cond = l.expr(s.Cond) })
		if call := onlyLength(pre); call != nil { // i < len(x) needs no temporary
			cond = replaceTmp(cond, call)
		} else if len(pre) > 0 {
			return false
		}
	}
	var post core.Stmt
	if s.Post != nil {
		stmts := withoutMarks(l.collect(func() { l.stmt(s.Post, "") }))
		if len(stmts) != 1 || !isPost(stmts[0]) {
			return false
		}
		post = stmts[0]
	}
	l.mark(s.Pos())
	var body []core.Stmt
	l.withFacts(l.forFacts(s), func() { body = l.collect(func() { l.block(s.Body) }) })
	l.emit(&core.For{Label: label, Cond: cond, Post: post, Body: body})
	return true
}

// onlyLength is the temporary if the statements only store a variable's length in one,
// nil otherwise.
func onlyLength(pre []core.Stmt) *core.Define {
	if len(pre) != 1 {
		return nil
	}
	d, ok := pre[0].(*core.Define)
	if !ok {
		return nil
	}
	c, ok := d.X.(*core.Call)
	if !ok {
		return nil
	}
	if b, ok := c.Fun.(*core.Builtin); ok && (b.Op == core.Len || b.Op == core.Cap) {
		return d
	}
	return nil
}

// replaceTmp replaces the only use of a temporary by its expression.
func replaceTmp(x core.Expr, d *core.Define) core.Expr {
	switch x := x.(type) {
	case *core.Var:
		if x == d.Var {
			return d.X
		}
	case *core.Binary:
		return &core.Binary{Op: x.Op, X: replaceTmp(x.X, d), Y: replaceTmp(x.Y, d), T: x.T}
	case *core.Unary:
		return &core.Unary{Op: x.Op, X: replaceTmp(x.X, d), T: x.T}
	}
	return x
}

func withoutMarks(stmts []core.Stmt) []core.Stmt {
	var out []core.Stmt
	for _, s := range stmts {
		if _, ok := s.(*core.Mark); !ok {
			out = append(out, s)
		}
	}
	return out
}

func isPost(s core.Stmt) bool {
	switch s := s.(type) {
	case *core.Update:
		return true
	case *core.Assign:
		return len(s.L) == 1
	}
	return false
}

func (l *funcLowerer) generalFor(s *ast.ForStmt, label string, cells []*types.Var) {
	var again core.Expr
	if s.Post != nil || len(cells) > 0 {
		again = l.tmp(core.Bool, nil)
	}
	body := l.collect(func() {
		if again != nil {
			l.emit(&core.If{Cond: again, Then: l.collect(func() {
				for _, v := range cells {
					l.freshCell(v)
				}
				l.stmt(s.Post, "")
			})})
			l.emit(&core.Assign{L: []core.Expr{again}, R: []core.Expr{core.BoolConst(true)}})
		}
		if s.Cond != nil {
			l.mark(s.Cond.Pos())
			c := l.expr(s.Cond)
			l.emit(&core.If{Cond: &core.Unary{Op: token.NOT, X: c, T: c.Type()}, Then: breakStmt()})
		}
		l.block(s.Body)
	})
	l.emit(&core.For{Label: label, Body: body})
}

func breakStmt() []core.Stmt { return []core.Stmt{&core.Branch{Tok: token.BREAK}} }

// freshCell copies a loop variable into a new cell for the next round.
func (l *funcLowerer) freshCell(v *types.Var) {
	d := l.variable(v).(*core.Deref)
	old := l.spill(d)
	l.emit(&core.Assign{L: []core.Expr{d.X}, R: []core.Expr{&core.New{T: d.X.Type()}}})
	l.emit(&core.Assign{L: []core.Expr{d}, R: []core.Expr{old}})
}

// rangeStmt lowers the range loops over everything but functions to counting
// loops, map iterators and receives.
func (l *funcLowerer) rangeStmt(s *ast.RangeStmt, label string) {
	r := &ranger{l: l, s: s, label: label}
	l.scope(func() {
		t := l.typeOf(s.X)
		switch u := l.coreType(t).(type) {
		case *types.Basic:
			if u.Info()&types.IsString != 0 {
				r.overString()
			} else {
				r.overInt()
			}
		case *types.Slice, *types.Array, *types.Pointer:
			r.overArray(t, u)
		case *types.Map:
			r.overMap(u)
		case *types.Chan:
			r.overChan(u)
		case *types.Signature:
			l.rangeFunc(s, u, label)
		default:
			l.fail(s, "a range over %s", t)
		}
	})
}

type ranger struct {
	l     *funcLowerer
	s     *ast.RangeStmt
	label string
}

func absent(e ast.Expr) bool { return e == nil || isBlank(e) }

// set sets the loop's variables for this round; k is nil if the key itself is the
// counter.
func (r *ranger) set(k core.Expr, kt types.Type, v core.Expr, vt types.Type) {
	l := r.l
	if r.s.Tok == token.DEFINE {
		if k != nil && !absent(r.s.Key) {
			l.declareVar(l.info.Defs[r.s.Key.(*ast.Ident)], k)
		}
		if !absent(r.s.Value) {
			l.declareVar(l.info.Defs[r.s.Value.(*ast.Ident)], v)
		}
		return
	}
	var kp, vp core.Expr
	if !absent(r.s.Key) {
		kp = l.place(r.s.Key)
	}
	if !absent(r.s.Value) {
		vp = l.place(r.s.Value)
	}
	if kp != nil {
		l.set(kp, l.convert(k, kt, l.lhsType(r.s.Key)))
	}
	if vp != nil {
		l.set(vp, l.convert(v, vt, l.lhsType(r.s.Value)))
	}
}

// lhsType is the type of an assignment's left side.
func (l *declLowerer) lhsType(e ast.Expr) types.Type {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		return l.st(l.obj(id).Type())
	}
	return l.typeOf(e)
}

// counter is a new variable that counts rounds, and the key's value in each: nil if the
// key itself can count, since nothing assigns it or needs a new one each round.
func (r *ranger) counter(t types.Type) (i, key core.Expr) {
	l := r.l
	if r.s.Tok == token.DEFINE && !absent(r.s.Key) {
		o := l.info.Defs[r.s.Key.(*ast.Ident)]
		if !l.vars.cell[o] && !l.assigns(r.s.Body, o) {
			l.declareVar(o, nil)
			return l.variable(o.(*types.Var)), nil
		}
	}
	i = l.zero(t)
	return i, i
}

// count emits for ; i < n; i++ { first; body }.
func (r *ranger) count(i, n core.Expr, first func()) {
	body := r.l.collect(func() {
		first()
		r.l.withFacts(r.l.rangeFacts(r.s), func() { r.l.block(r.s.Body) })
	})
	r.l.emit(&core.For{
		Label: r.label,
		Cond:  &core.Binary{Op: token.LSS, X: i, Y: n, T: core.Bool},
		Post:  &core.Update{L: i, Op: token.INC},
		Body:  body,
	})
}

func (r *ranger) overInt() {
	l := r.l
	t := defaultType(l.typeOf(r.s.X))
	if !absent(r.s.Key) {
		t = l.lhsType(r.s.Key)
	}
	n := l.exprTo(r.s.X, t)
	if !isConst(n) {
		n = l.spill(n)
	}
	i, key := r.counter(t)
	r.count(i, n, func() { r.set(key, t, nil, nil) })
}

func (r *ranger) overString() {
	l := r.l
	x := l.spillTo(core.String, &core.Conv{T: core.String, X: l.atom(l.expr(r.s.X))})
	n := l.spill(&core.Call{Fun: &core.Builtin{Op: core.Len}, Args: []core.Expr{x}, T: core.Int})
	i, w := l.tmp(core.Int, nil), l.tmp(core.Int, nil)
	c := l.tmp(core.Rune, nil)
	body := l.collect(func() {
		decode := &core.Call{Fun: core.Rt("DecodeRune"), Args: []core.Expr{x, i}}
		l.emit(&core.Assign{L: []core.Expr{c, w}, R: []core.Expr{decode}})
		r.set(i, types.Typ[types.Int], c, types.Typ[types.Rune])
		l.block(r.s.Body)
	})
	l.emit(&core.For{
		Label: r.label,
		Cond:  &core.Binary{Op: token.LSS, X: i, Y: n, T: core.Bool},
		Post:  &core.Update{L: i, Op: token.ADD, R: w},
		Body:  body,
	})
}

func (r *ranger) overArray(t, u types.Type) {
	l := r.l
	var x, n core.Expr
	switch u := u.(type) {
	case *types.Slice:
		x = l.spill(l.underlying(r.s.X))
		n = l.spill(&core.Call{Fun: &core.Builtin{Op: core.Len}, Args: []core.Expr{x}, T: core.Int})
	case *types.Array:
		n = core.IntConst(u.Len())
		if absent(r.s.Value) {
			l.effects(r.s.X)
		} else {
			x = l.spill(l.expr(r.s.X))
		}
	case *types.Pointer:
		n = core.IntConst(u.Elem().Underlying().(*types.Array).Len())
		x = &core.Deref{X: l.spillUnlessTmp(l.underlying(r.s.X))}
	}
	el := elemType(u)
	i, key := r.counter(types.Typ[types.Int])
	r.count(i, n, func() {
		var v core.Expr
		if !absent(r.s.Value) {
			v = &core.Index{X: x, I: i, T: l.lt(el), Checked: true}
			if r.s.Tok != token.DEFINE {
				v = l.spill(v)
			}
		}
		r.set(key, types.Typ[types.Int], v, el)
	})
}

func (r *ranger) overMap(u *types.Map) {
	l := r.l
	it := l.tmp(core.Iter, &core.Call{Fun: core.Rt("RangeMap"), Args: []core.Expr{l.atom(l.underlying(r.s.X))}, T: core.Iter})
	k, v := l.zero(u.Key()), l.zero(u.Elem())
	ref := func(e ast.Expr, x core.Expr) core.Expr {
		if absent(e) {
			return &core.Nil{T: core.Empty}
		}
		return l.addrOf(x)
	}
	next := &core.Call{Fun: &core.Method{X: it, Name: "Next"}, Args: []core.Expr{ref(r.s.Key, k), ref(r.s.Value, v)}, T: core.Bool}
	body := l.collect(func() {
		r.set(k, u.Key(), v, u.Elem())
		l.block(r.s.Body)
	})
	l.emit(&core.For{Label: r.label, Cond: next, Body: body})
}

func (r *ranger) overChan(u *types.Chan) {
	l := r.l
	ch := l.spillUnlessTmp(l.underlying(r.s.X))
	body := l.collect(func() {
		v, ok := l.recv(ch, u.Elem(), true)
		l.emit(&core.If{Cond: &core.Unary{Op: token.NOT, X: ok, T: core.Bool}, Then: breakStmt()})
		r.set(v, u.Elem(), nil, nil)
		l.block(r.s.Body)
	})
	l.emit(&core.For{Label: r.label, Body: body})
}
