package compile

import (
	"fmt"
	"go/token"
	"slices"

	"riffle/internal/core"
)

// A function whose deferred calls recover nothing needs no separate call for its guarded
// part: on the normal path the deferred calls run inline, and when a panic leaves the
// function, which is then gone, the machine runs them (machine.Unwind). Here such a
// function is opened: the body of the closure that rt.Guard runs replaces the call.
//
//	rt.Guard(mk7(x))
//
// becomes
//
//	begin guard
//	c := x
//	var d0 func()
//	L: {
//		…            // d.Defer(false, f) is d0 = f, return is break L
//	}
//	if d0 != nil { end of d0; d0() }
//	end guard

// openGuard is the guard of an opened function.
type openGuard struct {
	n    int                    // of the deferred calls
	vars []*core.Var            // that hold them
	ops  map[*core.Call]guardOp // what calls in the body mean
	off  uint32                 // of the record, in the frame's part without pointers
}

// guardOp is a part of a guard, represented by a call.
type guardOp struct {
	kind  guardKind
	index int
}

type guardKind uint8

const (
	guardBegin guardKind = iota
	guardDefer           // of the call with an index, which a variable already has
	guardDone            // it is about to run
	guardEnd
)

// maxOpen is the maximum number of deferred calls in an opened function.
const maxOpen = 8

// opened is the function with its guard opened, or as it is.
func opened(src *core.Function) (*core.Function, *openGuard) {
	o := opener{guard: &openGuard{ops: map[*core.Call]guardOp{}}}
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
		if !o.find(lit) {
			break
		}
		g := *src
		g.Body = slices.Concat(src.Body[:def], src.Body[def+1:i], o.open(lit, captured, factory.Args), src.Body[i+1:])
		return &g, o.guard
	}
	return src, nil
}

// opener opens one guard.
type opener struct {
	guard  *openGuard
	calls  map[*core.Call]int // those of Defer
	d      *core.Var
	label  string
	failed bool
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

// find looks for what the body defers. Each call must be deferred exactly once, in order,
// and recover nothing; nothing else may use the list of deferred calls.
func (o *opener) find(lit *core.Function) bool {
	o.d, o.calls = lit.Params[0], map[*core.Call]int{}
	o.stmts(lit.Body, false)
	return !o.failed && len(o.calls) <= maxOpen && uses(lit.Body, o.d) == len(o.calls)
}

func (o *opener) stmts(body []core.Stmt, again bool) {
	for _, s := range body {
		switch s := s.(type) {
		case *core.Label:
			o.failed = true
		case *core.Do:
			if c := o.deferral(s); c != nil {
				k, ok := c.Args[0].(*core.Const)
				o.failed = o.failed || again || !ok || k.Value.String() != "false"
				o.calls[c] = len(o.calls)
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
func (o *opener) open(lit *core.Function, captured []*core.Var, args []core.Expr) (out []core.Stmt) {
	o.label, o.guard.n = "guard "+o.d.Name, len(o.calls)
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
	out = append(out, o.op(guardBegin, 0))
	out = append(out, &core.Block{Label: o.label, Body: o.body(lit.Body)})
	for i := len(vars) - 1; i >= 0; i-- {
		v := vars[i]
		out = append(out, &core.If{
			Cond: &core.Binary{Op: token.NEQ, X: v, Y: &core.Nil{T: v.T}, T: core.Bool},
			Then: []core.Stmt{o.op(guardDone, i), &core.Do{X: &core.Call{Fun: v}}},
		})
	}
	return append(out, o.op(guardEnd, 0))
}

func (o *opener) op(kind guardKind, index int) core.Stmt {
	c := &core.Call{Fun: core.Rt("Guard")}
	o.guard.ops[c] = guardOp{kind, index}
	return &core.Do{X: c}
}

// body is the body with its deferrals and returns replaced.
func (o *opener) body(body []core.Stmt) []core.Stmt {
	return core.Rewrite(body, func(s core.Stmt) []core.Stmt {
		switch s := s.(type) {
		case *core.Do:
			if c := o.deferral(s); c != nil {
				i := o.calls[c]
				return []core.Stmt{&core.Assign{L: []core.Expr{o.guard.vars[i]}, R: []core.Expr{c.Args[1]}}, o.op(guardDefer, i)}
			}
		case *core.Return:
			return []core.Stmt{&core.Branch{Tok: token.BREAK, Label: o.label}}
		}
		return nil
	})
}
