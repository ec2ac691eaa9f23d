package compile

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
	"riffle/internal/engine/wasm/machine"
)

// target is what a break, continue or goto of the user's goes to.
type target struct {
	label     string
	brk, cont code.Label
	loop      bool
	block     bool           // only a break with its label leaves it
	parts     map[string]int // of a body with labels: the part that a goto goes to
	part      code.Local     // has the number of the next part
}

// block compiles statements. Facts at its end hold after it only if they held before.
func (f *function) block(body []core.Stmt) {
	if analysis.HasLabel(body) {
		f.parts(body)
		return
	}
	before := f.facts.save()
	f.stmts(body)
	before.meet(f.facts.known)
	f.facts.known = before
}

func (f *function) stmts(body []core.Stmt) {
	var before core.Stmt
	for i := 0; i < len(body); i++ {
		s, n := body[i], len(f.used)
		if run, cs := f.followedRun(body[i:]); run > 0 {
			f.inTwoVersions(cs, &invariants{}, func() *aside { return nil }, func() { f.stmts(body[i : i+run]) })
			i += run - 1
			s = body[i]
		} else if l, ok := s.(*core.For); ok {
			f.loopAfter(before, l)
		} else if more := max(f.mapStep(body[i:]), f.newValue(body[i:]), f.choose(body[i:]), f.shuffleVariable(body[i:])); more > 0 {
			i += more
			s = body[i]
		} else {
			f.stmt(s)
		}
		f.release(n)
		if !analysis.IsMark(s) {
			before = s
		}
	}
}

// parts compiles a body with labels, to which gotos may go in either direction, as a loop
// over a switch of the parts between labels.
func (f *function) parts(body []core.Stmt) {
	t := target{parts: map[string]int{}, part: f.NewLocal(code.I32)}
	var parts [][]core.Stmt
	begin := 0
	for i, s := range body {
		if l, ok := s.(*core.Label); ok {
			parts = append(parts, body[begin:i])
			t.parts[l.Name], begin = len(parts), i+1
		}
	}
	parts = append(parts, body[begin:])
	f.facts.clear()
	f.unfuel()
	f.I32Const(0)
	f.LocalSet(t.part)
	t.brk = f.Block()
	t.cont = f.Loop()
	labels := make([]code.Label, len(parts))
	for i := range slices.Backward(labels) {
		labels[i] = f.Block()
	}
	f.LocalGet(t.part)
	f.BrTable(labels[:len(labels)-1], labels[len(labels)-1])
	f.ctls = append(f.ctls, t)
	for _, p := range parts {
		f.End()
		f.facts.clear()
		f.stmts(p)
	}
	f.ctls = f.ctls[:len(f.ctls)-1]
	f.Br(t.brk)
	f.End()
	f.End()
	f.facts.clear()
}

func (f *function) stmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.Mark:
		f.mark = *s
	case *core.Define:
		f.define(s)
	case *core.Assign:
		if len(s.L) > 1 {
			f.assigns(s.L...) // one may be stored before another panics
		}
		if !f.chosen(s) {
			f.assign(s)
		}
		f.assigns(s.L...)
	case *core.Update:
		f.update(s)
		f.assigns(s.L)
	case *core.Do:
		f.do(s)
	case *core.If:
		f.ifStmt(s)
	case *core.For:
		f.loopAfter(nil, s)
	case *core.Switch:
		f.switchStmt(s)
	case *core.Block:
		f.blockStmt(s)
	case *core.Branch:
		f.branch(s)
	case *core.Return:
		f.returnStmt(s)
	default:
		refuse("a statement %T", s)
	}
}

// ---- declarations and assignments ----

func (f *function) define(s *core.Define) {
	v := f.vars[s.Var]
	switch {
	case v.big:
		f.defineBig(v, s)
	case s.X == nil:
		f.zero(v.layout)
		f.setLocals(v.locals)
	default:
		f.right(s.X, s.Var.T, f.flow.Live.After[s])
		f.setLocals(v.locals)
	}
	f.facts.kill(s.Var)
	f.facts.define(s.Var, s.X, f.localsOf(s.Var))
}

func (f *function) defineBig(v *variable, s *core.Define) {
	f.makeHome(v)
	switch x := s.X.(type) {
	case nil:
		f.clearBig(f.home(v))
	case *core.Composite:
		f.clearBig(f.home(v))
		f.storeElements(f.home(v), x, nil)
	default:
		f.right(x, s.Var.T, f.flow.Live.After[s])
		f.copyBig(f.home(v), f.popOne(code.I32))
	}
}

func (f *numeric) setLocals(ls []code.Local) {
	for _, l := range slices.Backward(ls) {
		f.LocalSet(l)
	}
}

// right pushes the right side of an assignment to a place of type t.
func (f *function) right(x core.Expr, t *core.Type, live analysis.Set) {
	switch x := x.(type) {
	case *core.Call:
		if got := f.call(x, live); len(got) != 1 {
			refuse("a call of %d results", len(got))
		}
	default:
		f.exprAs(x, t)
	}
}

func (f *function) assign(s *core.Assign) {
	live := f.flow.Live.After[s]
	switch {
	case len(s.L) > 1 && len(s.R) == 1:
		f.assignAll(s, live)
	case len(s.L) > 1:
		f.assignEach(s)
	default:
		f.assignOne(s.L[0], s.R[0], live)
	}
}

// assignAll assigns the results of a call, or of a map read with its success.
func (f *function) assignAll(s *core.Assign, live analysis.Set) {
	var got []*core.Type
	if ix, ok := s.R[0].(*core.Index); ok {
		f.mapRead(ix, true)
		got = []*core.Type{ix.T, core.Bool}
	} else {
		got = f.call(s.R[0].(*core.Call), live)
	}
	values := make([][]code.Local, len(got))
	for i := range slices.Backward(got) {
		values[i] = f.pop(f.c.layout(got[i]).slots)
	}
	for i, l := range s.L {
		f.put(l, values[i], got[i])
	}
}

// assignEach assigns several values at once.
func (f *function) assignEach(s *core.Assign) {
	values := make([][]code.Local, len(s.R))
	for i, x := range s.R {
		l := f.c.layout(s.L[i].Type())
		if l.big {
			refuse("several large values are assigned at once")
		}
		f.exprAs(x, s.L[i].Type())
		values[i] = f.pop(l.slots)
	}
	for i, l := range s.L {
		f.put(l, values[i], l.Type())
	}
}

// put stores a value of type t in a place.
func (f *function) put(l core.Expr, value []code.Local, t *core.Type) {
	if f.flow.IsMapElement(l) {
		refuse("one of several results is stored in a map")
	}
	if want := l.Type(); want.Kind == core.Any && t.Kind != core.Any {
		refuse("one of several results is stored in an interface")
	}
	f.storeAt(f.place(l), value)
	f.facts.killPlace(l)
}

func (f *function) assignOne(l, r core.Expr, live analysis.Set) {
	if f.flow.IsMapElement(l) {
		f.mapWrite(l.(*core.Index), r, live)
		return
	}
	if c, ok := r.(*core.Composite); ok && f.c.layout(l.Type()).big && l.Type().Kind != core.Any {
		values := f.elements(c)
		p := f.place(l)
		f.clearBig(p)
		f.storeElements(p, c, values)
		f.facts.killPlace(l)
		return
	}
	// The value comes first: the place's address mustn't live across a call, and if both
	// panic, Go reports the value's panic.
	f.right(r, l.Type(), live)
	if v, ok := l.(*core.Var); ok && f.vars[v] != nil && !f.vars[v].big {
		f.setLocals(f.vars[v].locals)
		f.facts.kill(v)
		f.facts.define(v, r, f.localsOf(v))
		return
	}
	value := f.pop(f.c.layout(l.Type()).slots)
	f.storeAt(f.place(l), value)
	f.facts.killPlace(l)
}

func (f *function) update(s *core.Update) {
	op, r := s.Op, s.R
	if r == nil {
		r = &core.Const{Value: oneOf(f.c, s.L.Type()), T: s.L.Type()}
		op = map[token.Token]token.Token{token.INC: token.ADD, token.DEC: token.SUB}[op]
	}
	if f.flow.IsMapElement(s.L) {
		f.mapUpdate(s.L.(*core.Index), op, r)
		return
	}
	p := f.place(s.L)
	b := &core.Binary{Op: op, X: s.L, Y: r, T: s.L.Type()}
	f.binaryOf(b, func() { f.load(p) }, func() { f.expr(r) })
	if p.v != nil && !p.v.big {
		f.setLocals(p.v.locals[p.lo : p.lo+len(p.slots)])
	} else {
		f.storeAt(p, f.pop(p.slots))
	}
	f.facts.killPlace(s.L)
}

func oneOf(c *compiler, t *core.Type) constant.Value {
	one := constant.MakeInt64(1)
	if l := c.layout(t); len(l.slots) == 1 && l.slots[0].typ == code.F64 || l.slots[0].typ == code.F32 || len(l.slots) == 2 {
		return constant.ToFloat(one)
	}
	return one
}

func (f *function) do(s *core.Do) {
	call, ok := s.X.(*core.Call)
	if !ok {
		refuse("a statement %T", s.X)
	}
	for _, t := range f.call(call, f.flow.Live.After[s]) {
		for range f.c.layout(t).slots {
			f.Drop()
		}
	}
}

// ---- control ----

func (f *function) ifStmt(s *core.If) {
	check := analysis.IsCheck(s)
	if check && f.facts.knownFalse(f.facts.canonical(s.Cond)) {
		return
	}
	if args := indexCheck(s); check && f.slow && args != nil {
		f.checkSlowly(args)
		f.facts.refute(s.Cond)
		return
	}
	f.condition(s.Cond)
	if check {
		f.Rarely()
	} else {
		f.If()
	}
	flag, _ := s.Cond.(*core.Var)
	before := f.facts.save()
	f.facts.assume(s.Cond)
	if analysis.HasLabel(s.Then) {
		f.parts(s.Then)
	} else {
		f.stmts(s.Then)
	}
	end := f.facts.known
	if len(s.Else) > 0 {
		f.facts.known = maps.Clone(before)
		f.Else()
		f.facts.refute(s.Cond)
		f.block(s.Else)
		before.meet(f.facts.known)
	}
	f.End()
	if leaves(s.Then) && len(s.Else) == 0 {
		f.facts.known = before
		f.facts.refute(s.Cond)
		return
	}
	before.meet(end)
	f.facts.known = before
	if flag != nil && len(s.Else) == 0 && f.vars[flag] != nil {
		f.facts.suppose(flag, end)
	}
}

// leaves reports whether statements end by leaving their block.
func leaves(body []core.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *core.Branch:
		return s.Tok != token.FALLTHROUGH
	case *core.Return:
		return true
	case *core.Do:
		c, ok := s.X.(*core.Call)
		return ok && analysis.AlwaysPanics(c)
	}
	return false
}

// condition pushes a condition. x >= n || x < 0 is one comparison.
func (f *function) condition(x core.Expr) {
	if i, n := outOfRange(x); i != nil {
		f.expr(i)
		f.expr(n)
		f.I64GeU()
		return
	}
	if b, ok := x.(*core.Binary); ok && f.bothAtOnce(b) {
		f.expr(b.X)
		f.expr(b.Y)
		if b.Op == token.LAND {
			f.I32And()
		} else {
			f.I32Or()
		}
		return
	}
	f.expr(x)
}

// bothAtOnce reports whether it is best to evaluate both sides of a condition, since that
// takes no longer than branching around the second.
func (f *function) bothAtOnce(x *core.Binary) bool {
	if x.Op != token.LAND && x.Op != token.LOR || !f.simple(x.Y, 6) {
		return false
	}
	b, ok := x.X.(*core.Binary)
	return !ok || b.Op != token.LAND && b.Op != token.LOR
}

// outOfRange recognises (i >= n) || (i < 0) of ints, where n isn't negative: a
// length or a constant.
func outOfRange(x core.Expr) (i, n core.Expr) {
	or, ok := x.(*core.Binary)
	if !ok || or.Op != token.LOR {
		return nil, nil
	}
	a, ok1 := or.X.(*core.Binary)
	b, ok2 := or.Y.(*core.Binary)
	if !ok1 || !ok2 || a.Op != token.GEQ || b.Op != token.LSS || a.X.Type() != core.Int || !isZero(b.Y) || core.Text(a.X) != core.Text(b.X) || !isLength(a.Y) {
		return nil, nil
	}
	return a.X, a.Y
}

func isZero(x core.Expr) bool {
	k, ok := x.(*core.Const)
	return ok && k.Value.Kind() == constant.Int && constant.Sign(k.Value) == 0
}

func isLength(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Const:
		return x.Value.Kind() == constant.Int && constant.Sign(x.Value) >= 0
	case *core.Call:
		b, ok := x.Fun.(*core.Builtin)
		return ok && (b.Op == core.Len || b.Op == core.Cap)
	}
	return false
}

// loopAfter compiles a loop, using what the statement before it shows.
func (f *function) loopAfter(before core.Stmt, s *core.For) {
	f.facts.forgetLoop(s)
	r, ok := analysis.Rotate(s)
	if !ok || before == nil || !analysis.ClearsFlag(before, r.Flag) {
		r = analysis.Rotated{Body: s.Body}
		if s.Post != nil {
			r.Post = []core.Stmt{s.Post}
		}
	}
	leave := f.reside(s)
	f.versions([]core.Stmt{s}, true, func() { f.loop(s, r) })
	leave()
	f.facts.forgetLoop(s)
}

// loop compiles a loop. Its condition is also at its end, where each round but the first
// begins.
func (f *function) loop(s *core.For, r analysis.Rotated) {
	own := !f.fueled && !f.slow && f.flow.Loop(s).CallFree
	if own {
		f.fuelIn, f.fueled = f.NewLocal(code.I32), true
		f.LocalGet(tcLocal)
		f.I32Load(machine.FuelAt)
		f.LocalSet(f.fuelIn)
	}
	weight, size := f.weight, f.Size()
	t := target{label: s.Label, loop: true}
	if s.Cond == nil {
		t.brk = f.Block()
	} else {
		f.loopCondition(s)
		t.brk = f.If()
	}
	entry := f.facts.save()
	cost := func() int { return 1 + 16*(f.weight-weight) + (f.Size()-size)/24 }
	if c, ok := f.flow.Counting(s, stretch/16); ok && !f.slow && r.Flag == nil {
		f.countingRounds(s, c, t, cost)
	} else {
		f.rounds(s, r, t, cost)
	}
	f.End()
	f.facts.known = entry
	if own {
		f.unfuel()
	}
}

// rounds compiles a loop's rounds; the condition holds in the first.
func (f *function) rounds(s *core.For, r analysis.Rotated, t target, cost func() int) {
	mark := f.mark
	top := f.Loop()
	f.round(s, r.Body, t)
	f.mark = mark
	f.block(r.Post)
	if s.Cond != nil {
		f.facts.forgetLoop(s)
		f.loopCondition(s)
		f.I32Eqz()
		f.BrIf(t.brk)
	}
	f.useFuel(cost())
	f.I32Const(0)
	f.I32GeS()
	f.If()
	f.Br(top)
	f.Else()
	f.facts.clear()
	f.poll(f.flow.Live.Round(s, r))
	f.Br(top)
	f.End()
	f.End()
}

// round compiles the body of a loop, whose condition holds. What is known at its end holds
// where the round ends if nothing else leads there.
func (f *function) round(s *core.For, body []core.Stmt, t target) {
	continues := f.flow.Loop(s).Continues
	if continues {
		t.cont = f.Block()
	}
	f.ctls = append(f.ctls, t)
	if s.Cond != nil {
		f.facts.assume(s.Cond)
	}
	if continues || analysis.HasLabel(body) {
		f.block(body)
	} else {
		f.stmts(body)
	}
	f.ctls = f.ctls[:len(f.ctls)-1]
	if continues {
		f.End()
	}
}

// loopCondition pushes a loop's condition, which may be the step of an iteration.
func (f *function) loopCondition(s *core.For) {
	if call, ok := s.Cond.(*core.Call); ok {
		f.call(call, f.flow.Live.Step[s])
		return
	}
	f.condition(s.Cond)
}

func (f *function) switchStmt(s *core.Switch) {
	f.expr(s.X)
	x := f.popOne(code.I64)
	f.cases(s, func(labels []code.Label, none code.Label) {
		// a number without a clause goes past them all
		f.LocalGet(x)
		f.I64Const(int64(len(s.Cases)))
		f.LocalGet(x)
		f.I64Const(int64(len(s.Cases)))
		f.I64LtU()
		f.Select()
		f.I32WrapI64()
		f.BrTable(labels, none)
	})
}

// cases compiles the clauses of a switch; choose branches to one of them, or past them
// all.
func (f *function) cases(s *core.Switch, choose func(labels []code.Label, none code.Label)) {
	t := target{label: s.Label}
	t.brk = f.Block()
	labels := make([]code.Label, len(s.Cases))
	for i := range slices.Backward(labels) {
		labels[i] = f.Block()
	}
	choose(labels, t.brk)
	f.ctls = append(f.ctls, t)
	for _, body := range s.Cases { // one may fall through to another
		f.facts.forgetAssigned(body)
	}
	for _, body := range s.Cases {
		f.End()
		f.block(body)
		if n := len(body); n == 0 || !isFallthrough(body[n-1]) {
			f.Br(t.brk)
		}
	}
	f.ctls = f.ctls[:len(f.ctls)-1]
	f.End()
}

func isFallthrough(s core.Stmt) bool {
	b, ok := s.(*core.Branch)
	return ok && b.Tok == token.FALLTHROUGH
}

// blockStmt compiles a block, which a break may leave anywhere.
func (f *function) blockStmt(s *core.Block) {
	if s.Label == "" {
		f.block(s.Body)
		return
	}
	f.facts.forgetAssigned(s.Body)
	f.ctls = append(f.ctls, target{label: s.Label, brk: f.Block(), block: true})
	f.block(s.Body)
	f.ctls = f.ctls[:len(f.ctls)-1]
	f.End()
}

func (f *function) branch(s *core.Branch) {
	switch s.Tok {
	case token.FALLTHROUGH:
		return
	case token.GOTO:
		f.gotoStmt(s)
		return
	}
	for _, t := range slices.Backward(f.ctls) {
		switch {
		case t.parts != nil, s.Label != "" && s.Label != t.label, s.Label == "" && t.block, s.Tok == token.CONTINUE && !t.loop:
			continue
		case s.Tok == token.CONTINUE:
			f.Br(t.cont)
		default:
			f.Br(t.brk)
		}
		return
	}
	refuse("a %s that leads nowhere", s.Tok)
}

func (f *function) gotoStmt(s *core.Branch) {
	for _, t := range slices.Backward(f.ctls) {
		if part, ok := t.parts[s.Label]; ok {
			f.burn(1, f.flow.Live.Labels[s.Label])
			f.I32Const(int32(part))
			f.LocalSet(t.part)
			f.Br(t.cont)
			return
		}
	}
	refuse("a goto into a block")
}

func (f *function) returnStmt(s *core.Return) {
	for i, x := range s.Xs {
		t := f.src.Results[i]
		f.exprAs(x, t)
		if l := f.c.layout(t); l.big {
			f.copyNew(l)
		}
	}
	f.Return()
}
