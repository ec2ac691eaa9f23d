package compile

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"

	"riffle/internal/core"
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
//		if resume point(r) { break resumed } // if a deferred call may stop a panic
//		c := x
//		var d0 func()
//		L: {
//			…            // d.Defer(false, f) is d0 = f, return is break L
//		}
//		if d0 != nil { end of d0; d0() }
//		end guard
//	}
//	t := *r
//
// What stands after the guard finds a resumed function's variables as they were when the
// guard began. So it may only use those that are never assigned after they are defined; the
// results are in memory to which they point. As arguments of the resume point such pointers
// leave the function, so that what they point to stays in memory; and liveness keeps them
// for as long as a panic may come.

// openGuard is the guard of an opened function.
type openGuard struct {
	recovers []bool      // what of the deferred calls may recover, in order
	vars     []*core.Var // that hold them
	kept     []*core.Var // what is used after the guard, if the function may be resumed
	off      uint32      // of the record, in the frame's part without pointers
}

// resumable reports whether a deferred call may stop a panic.
func (g *openGuard) resumable() bool { return slices.Contains(g.recovers, true) }

// guardKind is a part of a guard. A call of rt.Guard represents it: its first argument is
// the kind, its second the number of a deferred call.
type guardKind uint8

const (
	guardBegin guardKind = iota
	guardPoint           // the point at which the function is resumed; the other arguments are what is kept
	guardDefer           // of a call, which a variable already has
	guardDone            // it is about to run
	guardEnd
)

// guardPart is a call that represents a part of a guard.
func guardPart(kind guardKind, index int, kept ...core.Expr) *core.Call {
	args := append([]core.Expr{core.IntConst(int64(kind)), core.IntConst(int64(index))}, kept...)
	return &core.Call{Fun: core.Rt("Guard"), Args: args, T: core.Bool}
}

// guardPartOf is the part of a guard that a call of two or more arguments represents.
func guardPartOf(x *core.Call) (kind guardKind, index int) {
	number := func(x core.Expr) int64 { n, _ := constant.Int64Val(x.(*core.Const).Value); return n }
	return guardKind(number(x.Args[0])), int(number(x.Args[1]))
}

// maxOpen is the maximum number of deferred calls in an opened function.
const maxOpen = 8

// opened is the function with its guard opened, or as it is. resumes says that functions
// can be resumed.
func opened(src *core.Function, resumes bool) (*core.Function, *openGuard) {
	o := opener{guard: new(openGuard), resumes: resumes}
	for i, s := range src.Body {
		call := rtCall(s, "Guard")
		if call == nil {
			continue
		}
		def, factory := madeBy(src.Body[:i], call.Args[0])
		if def < 0 || uses(src.Body, call.Args[0]) != 1 {
			break
		}
		made := factory.Fun.(*core.FuncName).Func
		lit, captured := core.Literal(made), made.Params
		after := src.Body[i+1:]
		if !o.find(lit) || o.guard.resumable() && !o.keep(src, after) {
			break
		}
		g := *src
		g.Body = slices.Concat(src.Body[:def], src.Body[def+1:i], o.open(lit, captured, factory.Args), after)
		return &g, o.guard
	}
	return src, nil
}

// opener opens one guard.
type opener struct {
	guard   *openGuard
	resumes bool
	calls   map[*core.Call]int // those of Defer
	d       *core.Var
	label   string
	failed  bool
}

// rtCall is the call in a statement that calls a native of the run-time, nil for others.
func rtCall(s core.Stmt, name string) *core.Call {
	if d, ok := s.(*core.Do); ok {
		if c, ok := d.X.(*core.Call); ok {
			if n, ok := c.Fun.(*core.NativeName); ok && n.Path == core.RuntimePath && n.Name == name {
				return c
			}
		}
	}
	return nil
}

// madeBy is the statement that defines a variable by a factory, -1 for none.
func madeBy(body []core.Stmt, x core.Expr) (int, *core.Call) {
	for i, s := range body {
		if d, ok := s.(*core.Define); ok && d.Var == x {
			if c, ok := d.X.(*core.Call); ok {
				if n, ok := c.Fun.(*core.FuncName); ok && n.Kind == core.Factory {
					return i, c
				}
			}
		}
	}
	return -1, nil
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
	o.d, o.calls = lit.Params[0], map[*core.Call]int{}
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
	for _, s := range body {
		switch s := s.(type) {
		case *core.Label:
			o.failed = true
		case *core.Do:
			if c := o.deferral(s); c != nil {
				k, ok := c.Args[0].(*core.Const)
				recovers := ok && constant.BoolVal(k.Value)
				o.failed = o.failed || again || !ok || recovers && !o.resumes
				o.calls[c] = len(o.calls)
				o.guard.recovers = append(o.guard.recovers, recovers)
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

// open is what replaces the call of rt.Guard.
func (o *opener) open(lit *core.Function, captured []*core.Var, args []core.Expr) []core.Stmt {
	o.label = "guard " + o.d.Name
	out := []core.Stmt{&core.Do{X: guardPart(guardBegin, 0)}}
	resumed := "resumed " + o.d.Name
	if o.guard.resumable() {
		var kept []core.Expr
		for _, v := range o.guard.kept {
			kept = append(kept, v)
		}
		again := &core.Var{Name: resumed, Kind: core.Temp, T: core.Bool}
		leave := &core.Branch{Tok: token.BREAK, Label: resumed}
		out = append(out, &core.Define{Var: again, X: guardPart(guardPoint, 0, kept...)}, &core.If{Cond: again, Then: []core.Stmt{leave}})
	}
	for i, v := range captured {
		out = append(out, &core.Define{Var: v, X: args[i]})
	}
	vars := make([]*core.Var, len(o.calls))
	for c, i := range o.calls {
		vars[i] = &core.Var{Name: fmt.Sprint("deferred ", i), Kind: core.Temp, T: c.Args[1].Type()}
	}
	o.guard.vars = vars
	for _, v := range vars {
		out = append(out, &core.Define{Var: v})
	}
	out = append(out, &core.Block{Label: o.label, Body: o.body(lit.Body)})
	for i := len(vars) - 1; i >= 0; i-- {
		v := vars[i]
		out = append(out, &core.If{
			Cond: &core.Binary{Op: token.NEQ, X: v, Y: &core.Nil{T: v.T}, T: core.Bool},
			Then: []core.Stmt{&core.Do{X: guardPart(guardDone, i)}, &core.Do{X: &core.Call{Fun: v}}},
		})
	}
	out = append(out, &core.Do{X: guardPart(guardEnd, 0)})
	return []core.Stmt{&core.Block{Label: resumed, Body: out}}
}

// body is the body with its deferrals and returns replaced.
func (o *opener) body(body []core.Stmt) []core.Stmt {
	return core.Rewrite(body, func(s core.Stmt) []core.Stmt {
		switch s := s.(type) {
		case *core.Do:
			if c := o.deferral(s); c != nil {
				i := o.calls[c]
				return []core.Stmt{&core.Assign{L: []core.Expr{o.guard.vars[i]}, R: []core.Expr{c.Args[1]}}, &core.Do{X: guardPart(guardDefer, i)}}
			}
		case *core.Return:
			return []core.Stmt{&core.Branch{Tok: token.BREAK, Label: o.label}}
		}
		return nil
	})
}
