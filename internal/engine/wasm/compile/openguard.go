package compile

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"

	"riffle/internal/core"
	"riffle/internal/inline"
)

// A function with deferred calls needs no separate call for its guarded part: on the normal
// path the deferred calls run inline, and when a panic leaves the function, the machine
// runs them (machine.Unwind). If one of them may stop the panic, the function is resumed
// after its guarded part (machine.ResumePoint), where that is possible. Here a function is
// opened: the body of the closure that rt.Guard runs replaces the call.
//
//	rt.Guard(mk7(x, r))
//	t := *r
//
// becomes
//
//	resumed: {
//		begin guard
//		if resume point { break resumed } // if a deferred call may stop a panic
//		c := x
//		var d0 bool
//		L: {
//			…            // d.Defer(false, mk8(y)) is y0 := y; d0 = true, return is break L
//		}
//		if d0 { end of d0; f := mk8(y0); f() }
//		end guard
//	}
//	t := *r
//
// A deferred closure is made only where it is called, so that it can be in line, and by the
// machine if there is a panic: the record has what it captures. Any other function that is
// deferred is held by a variable.
//
// What stands after the guard finds a resumed function's variables as they were when the
// guard began. So it may only use those that are never assigned after they are defined; the
// results are in memory to which they point, where core.Keep lets inlining leave them. Liveness
// keeps pointers for as long as a panic may come.

// openGuard is the guard of an opened function.
type openGuard struct {
	calls []*deferral
	kept  []*core.Var // what is used after the guard, if the function may be resumed
	off   uint32      // of the record, in the frame's part without pointers
}

// deferral is a deferred call.
type deferral struct {
	recovers bool
	fn       core.Expr    // what is deferred
	on       *core.Var    // whether it is deferred; for other functions than closures the function
	made     *closure     // nil for other functions
	define   *core.Define // of the variable that would have the closure
	captured []*core.Var  // copies of what it captures
	at       uint32       // in the record: whether it is to run, and the words that it captures
}

// resumable reports whether a deferred call may stop a panic.
func (g *openGuard) resumable() bool {
	return slices.ContainsFunc(g.calls, func(d *deferral) bool { return d.recovers })
}

// vars are the variables that a panic may need.
func (g *openGuard) vars() []*core.Var {
	vs := slices.Clone(g.kept)
	for _, d := range g.calls {
		vs = append(append(vs, d.on), d.captured...)
	}
	return vs
}

// guardKind is a part of a guard. A call of rt.Guard represents it: its first argument is
// the kind, its second the number of a deferred call; others are pointers that leave the
// function.
type guardKind uint8

const (
	guardBegin guardKind = iota
	guardPoint           // the point at which the function is resumed
	guardDefer           // of a call, which variables already describe
	guardDone            // it is about to run
	guardEnd
)

// guardPart is a call that represents a part of a guard.
func guardPart(kind guardKind, index int, leave ...core.Expr) *core.Call {
	args := append([]core.Expr{core.IntConst(int64(kind)), core.IntConst(int64(index))}, leave...)
	return &core.Call{Fun: core.Rt("Guard"), Args: args, T: core.Bool}
}

// guardPartOf is the part of a guard that a call of two or more arguments represents.
func guardPartOf(x *core.Call) (kind guardKind, index int) {
	number := func(x core.Expr) int64 { n, _ := constant.Int64Val(x.(*core.Const).Value); return n }
	return guardKind(number(x.Args[0])), int(number(x.Args[1]))
}

// maxOpen is the maximum number of deferred calls in an opened function.
const maxOpen = 8

// opened is the function with its guard opened, or as it is.
func (c *compiler) opened(src *core.Function) (*core.Function, *openGuard) {
	o := opener{c: c, guard: new(openGuard)}
	for i, s := range src.Body {
		call := rtCall(s, "Guard")
		if call == nil {
			continue
		}
		def, factory := madeBy(src.Body[:i], call.Args[0])
		if def == nil || uses(src.Body, call.Args[0]) != 1 {
			break
		}
		made := factory.Fun.(*core.FuncName).Func
		lit, captured := core.Literal(made), made.Params
		after := src.Body[i+1:]
		if !o.find(lit) || o.guard.resumable() && (!c.m.Resumes() || !o.keep(src, after)) {
			break
		}
		o.makeLate(lit)
		g := *src
		at := slices.Index(src.Body, core.Stmt(def))
		g.Body = slices.Concat(src.Body[:at], src.Body[at+1:i], o.open(lit, captured, factory.Args), after)
		return &g, o.guard
	}
	return src, nil
}

// opener opens one guard.
type opener struct {
	c      *compiler
	guard  *openGuard
	calls  map[*core.Call]*deferral // those of Defer
	d      *core.Var
	label  string
	failed bool
}

// rtCall is the call in a statement that calls a native of the run-time, nil for others.
func rtCall(s core.Stmt, name string) *core.Call {
	if d, ok := s.(*core.Do); ok {
		return rtCallOf(d.X, name)
	}
	return nil
}

// rtCallOf is rtCall for an expression.
func rtCallOf(x core.Expr, name string) *core.Call {
	if c, ok := x.(*core.Call); ok {
		if n, ok := c.Fun.(*core.NativeName); ok && n.Path == core.RuntimePath && n.Name == name {
			return c
		}
	}
	return nil
}

// madeBy is the statement of a body that defines a variable by a factory, nil for none.
func madeBy(body []core.Stmt, x core.Expr) (*core.Define, *core.Call) {
	for _, s := range body {
		if d, ok := s.(*core.Define); ok && d.Var == x {
			if c, ok := d.X.(*core.Call); ok {
				if n, ok := c.Fun.(*core.FuncName); ok && n.Kind == core.Factory {
					return d, c
				}
			}
		}
	}
	return nil, nil
}

// uses is how often a variable is mentioned.
func uses(body []core.Stmt, v core.Expr) (n int) {
	core.Inspect(body, func(core.Stmt) {}, func(x core.Expr) {
		if x == v {
			n++
		}
	})
	return n
}

// find looks for what the body defers. Each call must be deferred exactly once, in order;
// nothing else may use the list of deferred calls.
func (o *opener) find(lit *core.Function) bool {
	o.d, o.calls = lit.Params[0], map[*core.Call]*deferral{}
	o.stmts(lit.Body, false)
	return !o.failed && len(o.calls) <= maxOpen && uses(lit.Body, o.d) == len(o.calls)
}

// keep finds what is used after the guard. It reports whether that never changes.
func (o *opener) keep(src *core.Function, after []core.Stmt) bool {
	own, changed := map[*core.Var]bool{}, core.AssignedVars(src.Body)
	core.Inspect(after, func(s core.Stmt) {
		if d, ok := s.(*core.Define); ok {
			own[d.Var] = true
		}
	}, func(core.Expr) {})
	ok := true
	core.Inspect(after, func(core.Stmt) {}, func(x core.Expr) {
		if v, is := x.(*core.Var); is && !own[v] {
			ok = ok && !changed[v]
			if !slices.Contains(o.guard.kept, v) {
				o.guard.kept = append(o.guard.kept, v)
			}
		}
	})
	return ok
}

func (o *opener) stmts(body []core.Stmt, again bool) {
	for i, s := range body {
		switch s := s.(type) {
		case *core.Label:
			o.failed = true
		case *core.Do:
			if c := o.deferral(s); c != nil {
				k, ok := c.Args[0].(*core.Const)
				o.failed = o.failed || again || !ok
				d := &deferral{recovers: ok && constant.BoolVal(k.Value), fn: c.Args[1]}
				d.define, _ = madeBy(body[:i], d.fn)
				o.calls[c] = d
				o.guard.calls = append(o.guard.calls, d)
			}
		case *core.If:
			o.stmts(s.Then, again)
			o.stmts(s.Else, again)
		case *core.For:
			o.stmts(s.Body, true)
		case *core.Switch:
			for _, c := range s.Cases {
				o.stmts(c, again)
			}
		case *core.Block:
			o.stmts(s.Body, again)
		}
	}
}

// deferral is the call of d.Defer in a statement, nil for others.
func (o *opener) deferral(s *core.Do) *core.Call {
	if c, ok := s.X.(*core.Call); ok {
		if m, ok := c.Fun.(*core.Method); ok && m.X == o.d {
			return c
		}
	}
	return nil
}

// maxCaptured is the largest number of words that a closure captures which is made late.
const maxCaptured = 16

// makeLate finds the deferred closures that are made only when they are needed.
func (o *opener) makeLate(lit *core.Function) {
	for i, d := range o.guard.calls {
		if d.define != nil && uses(lit.Body, d.fn) == 1 {
			o.makeLater(d, i)
		}
		if d.made == nil {
			d.define, d.on = nil, &core.Var{Name: fmt.Sprint("deferred ", i), Kind: core.Temp, T: d.fn.Type()}
		}
	}
}

func (o *opener) makeLater(d *deferral, i int) {
	cl := o.c.closureOf(d.factory())
	big := slices.ContainsFunc(cl.captured, func(v *core.Var) bool { return o.c.layout(v.T).big })
	if cl.stub || big || len(cl.slots) > maxCaptured {
		return
	}
	d.made, d.on = cl, &core.Var{Name: fmt.Sprint("deferred ", i), Kind: core.Temp, T: core.Bool}
	for _, v := range cl.captured {
		d.captured = append(d.captured, &core.Var{Name: v.Name + " of " + d.on.Name, Kind: core.Temp, T: v.T, Cell: v.Cell})
	}
}

// factory is that of the closure.
func (d *deferral) factory() *core.FuncName { return d.define.X.(*core.Call).Fun.(*core.FuncName) }

// open is what replaces the call of rt.Guard.
func (o *opener) open(lit *core.Function, captured []*core.Var, args []core.Expr) []core.Stmt {
	o.label = "guard " + o.d.Name
	out := []core.Stmt{&core.Do{X: guardPart(guardBegin, 0)}}
	resumed := "resumed " + o.d.Name
	if o.guard.resumable() {
		again := &core.Var{Name: resumed, Kind: core.Temp, T: core.Bool}
		leave := &core.Branch{Tok: token.BREAK, Label: resumed}
		out = append(out, &core.Define{Var: again, X: guardPart(guardPoint, 0)}, &core.If{Cond: again, Then: []core.Stmt{leave}}, keep(o.guard.kept))
	}
	for i, v := range captured {
		out = append(out, &core.Define{Var: v, X: args[i]})
	}
	for _, d := range o.guard.calls {
		out = append(out, &core.Define{Var: d.on})
	}
	out = append(out, &core.Block{Label: o.label, Body: o.body(lit.Body)})
	for i, d := range slices.Backward(o.guard.calls) {
		out = append(out, d.run(i))
	}
	out = append(out, &core.Do{X: guardPart(guardEnd, 0)})
	return []core.Stmt{&core.Block{Label: resumed, Body: out}}
}

// keep is a statement that keeps in memory what variables point to.
func keep(vs []*core.Var) core.Stmt {
	call := &core.Call{Fun: &core.Builtin{Op: core.Keep}}
	for _, v := range vs {
		call.Args = append(call.Args, v)
	}
	return &core.Do{X: call}
}

// run runs a deferred call, the ith, if it is deferred.
func (d *deferral) run(i int) core.Stmt {
	done := &core.Do{X: guardPart(guardDone, i)}
	if d.made == nil {
		cond := &core.Binary{Op: token.NEQ, X: d.on, Y: &core.Nil{T: d.on.T}, T: core.Bool}
		return &core.If{Cond: cond, Then: []core.Stmt{done, &core.Do{X: &core.Call{Fun: d.on}}}}
	}
	var captured []core.Expr
	for _, v := range d.captured {
		captured = append(captured, v)
	}
	fn := &core.Var{Name: d.on.Name + "'s closure", Kind: core.Temp, T: d.fn.Type()}
	mk := &core.Call{Fun: withoutPanic(d.factory()), Args: captured, T: d.fn.Type()}
	return &core.If{Cond: d.on, Then: []core.Stmt{done, &core.Define{Var: fn, X: mk}, &core.Do{X: &core.Call{Fun: fn}}}}
}

// body is the body with its deferrals and returns replaced.
func (o *opener) body(body []core.Stmt) []core.Stmt {
	late := map[*core.Define]*deferral{}
	for _, d := range o.guard.calls {
		if d.made != nil {
			late[d.define] = d
		}
	}
	return core.Rewrite(body, func(s core.Stmt) []core.Stmt {
		switch s := s.(type) {
		case *core.Define:
			if d := late[s]; d != nil {
				return d.capture(s.X.(*core.Call).Args)
			}
		case *core.Do:
			if c := o.deferral(s); c != nil {
				return o.register(o.calls[c])
			}
		case *core.Return:
			return []core.Stmt{&core.Branch{Tok: token.BREAK, Label: o.label}}
		}
		return nil
	})
}

// capture copies what a closure captures.
func (d *deferral) capture(args []core.Expr) []core.Stmt {
	out := []core.Stmt{}
	for i, v := range d.captured {
		out = append(out, &core.Define{Var: v, X: args[i]})
	}
	return out
}

// register makes a call one that will run. What its closure only follows doesn't leave the
// function by it.
func (o *opener) register(d *deferral) []core.Stmt {
	on := core.Expr(core.BoolConst(true))
	var leave []core.Expr
	var kept []*core.Var
	if d.made == nil {
		on = d.fn
	}
	for i, v := range d.captured {
		if inline.Follows(d.made.lit.Body, d.made.captured[i]) {
			kept = append(kept, v)
		} else {
			leave = append(leave, v)
		}
	}
	set := &core.Assign{L: []core.Expr{d.on}, R: []core.Expr{on}}
	return []core.Stmt{set, &core.Do{X: guardPart(guardDefer, slices.Index(o.guard.calls, d), leave...)}, keep(kept)}
}

// withoutPanic is a factory of the closure as it is if there is no panic: recover returns
// nil.
func withoutPanic(factory *core.FuncName) *core.FuncName {
	lit := core.Literal(factory.Func)
	r := calm{nils: map[*core.Var]bool{}, assigned: core.AssignedVars(lit.Body)}
	body := core.Rewrite(lit.Body, r.stmt)
	if r.token == nil || uses(body, r.token) > 0 {
		return factory
	}
	g := *lit
	g.Body = body
	f := *factory.Func
	f.Body = []core.Stmt{&core.Return{Xs: []core.Expr{&core.FuncLit{Func: &g}}}}
	name := *factory
	name.Func, f.Symbol = &f, &name
	return &name
}

// calm rewrites a function for the case that there is no panic.
type calm struct {
	token    *core.Var          // of rt.Enter
	nils     map[*core.Var]bool // what recover returned
	assigned map[*core.Var]bool
}

func (r *calm) stmt(s core.Stmt) []core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		return r.define(s)
	case *core.Assign:
		if len(s.R) == 1 && r.recovers(s.R[0]) {
			return []core.Stmt{&core.Assign{L: s.L, R: []core.Expr{&core.Nil{T: s.L[0].Type()}}}}
		}
	case *core.Do:
		if r.recovers(s.X) {
			return []core.Stmt{}
		}
	case *core.If:
		b, ok := s.Cond.(*core.Binary)
		if !ok {
			return nil
		}
		v, isVar := b.X.(*core.Var)
		_, isNil := b.Y.(*core.Nil)
		switch {
		case !isVar || !isNil || !r.nils[v]:
		case b.Op == token.NEQ:
			return append([]core.Stmt{}, s.Else...)
		case b.Op == token.EQL:
			return append([]core.Stmt{}, s.Then...)
		}
	}
	return nil
}

func (r *calm) define(s *core.Define) []core.Stmt {
	v, isVar := s.X.(*core.Var)
	switch {
	case rtCallOf(s.X, "Enter") != nil && r.token == nil && !r.assigned[s.Var]:
		r.token = s.Var
		return []core.Stmt{}
	case r.recovers(s.X):
		r.nils[s.Var] = !r.assigned[s.Var]
		return []core.Stmt{&core.Define{Var: s.Var, X: &core.Nil{T: s.Var.T}}}
	case isVar && r.nils[v]:
		r.nils[s.Var] = !r.assigned[s.Var]
	}
	return nil
}

// recovers reports whether an expression is a call of recover.
func (r *calm) recovers(x core.Expr) bool {
	c := rtCallOf(x, "Recover")
	return c != nil && r.token != nil && c.Args[0] == core.Expr(r.token)
}
