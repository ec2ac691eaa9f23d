// Package inline replaces calls in functions of the normal form by the bodies of what they
// call: of functions, and of closures that are known at the call. What only a call needed,
// such as a closure that is then called in line, disappears with it.
//
// A function that is inlined still appears in traces: a core.Mark says to which inlined
// call the statements after it belong. Nothing else changes: what panics, does so at the
// same place; a redeclared function is another function, and whoever called the old one is
// lowered again.
//
// Not inlined are functions that defer or recover, that iterate over a map, that have
// labels for goto, or that call themselves; and calls outside loops in code that runs once.
package inline

import (
	"fmt"
	"go/token"
	"slices"

	"riffle/internal/core"
)

// The sizes of what is inlined, in statements and expressions: any function of up to small,
// and one of up to large if it takes a closure that is known or a large value, which then
// needn't be made or copied. A function may grow by growth, and by half of its own length,
// and all that a Budget is for together by four times growth, and one and a half of their
// length. So deep calls may be in each other.
const (
	small  = 80
	tiny   = 20
	large  = 400
	growth = 800
	deep   = 8
)

// Budget bounds by how much functions grow that are compiled together.
type Budget struct{ left int }

// NewBudget returns one for functions.
func NewBudget(fs ...*core.Function) *Budget {
	b := &Budget{4 * growth}
	for _, f := range fs {
		b.left += length(f.Body) * 3 / 2
	}
	return b
}

// Function returns the function with calls replaced, which shares what hasn't changed with
// f, or f itself. f isn't changed.
func (b *Budget) Function(f *core.Function) *core.Function {
	in := &inliner{own: map[*core.Var]bool{}, assigned: core.AssignedVars(f.Body), closures: map[*core.Var]*closure{}}
	in.budget = min(growth+length(f.Body)/2, b.left)
	before := in.budget
	in.once = f.Symbol != nil && f.Symbol.Kind == core.Main
	if f.Symbol != nil {
		in.chain = []*core.Function{f.Symbol.Func}
	}
	in.chain = append(in.chain, f)
	body := in.stmts(f.Body)
	b.left -= before - in.budget
	if in.changed {
		body = in.sweep(body)
	} else {
		body = f.Body
	}
	body = in.keep(body)
	if !in.changed {
		return f
	}
	g := *f
	g.Body = body
	return &g
}

// inliner inlines calls in one function.
type inliner struct {
	assigned map[*core.Var]bool     // elsewhere than where they are defined
	closures map[*core.Var]*closure // what variables hold that are never assigned
	own      map[*core.Var]bool     // made here
	chain    []*core.Function       // the functions that the code is in, the outermost first
	at       core.Mark              // of the statement
	once     bool                   // the code runs once
	depth    int                    // of calls in line that it is in
	budget   int
	copies   int // of bodies so far
	changed  bool
}

// stmts are statements with calls replaced.
func (in *inliner) stmts(body []core.Stmt) (out []core.Stmt) {
	for _, s := range body {
		out = append(out, in.stmt(s)...)
	}
	return out
}

func (in *inliner) stmt(s core.Stmt) []core.Stmt {
	switch s := s.(type) {
	case *core.Mark:
		in.at = *s
	case *core.Define:
		if call, ok := s.X.(*core.Call); ok {
			if out, ok := in.call(call, s); ok {
				return out
			}
		}
		return append(in.remember(s), s)
	case *core.Assign:
		if call, ok := s.R[0].(*core.Call); ok && len(s.R) == 1 {
			if out, ok := in.call(call, s); ok {
				return out
			}
		}
	case *core.Do:
		if call, ok := s.X.(*core.Call); ok {
			if out, ok := in.call(call, s); ok {
				return out
			}
		}
	case *core.For:
		once, at := in.once, in.at
		in.once = false
		defer func() { in.once, in.at = once, at }()
	}
	return []core.Stmt{core.WithBlocks(s, in.stmts)}
}

// callee is what a call calls.
type callee struct {
	name     *core.FuncName // for traces
	f        *core.Function
	captured []*core.Var // of a closure
	values   []core.Expr // that it captures
}

// calleeOf finds what a call calls; ok is false if that isn't known.
func (in *inliner) calleeOf(x *core.Call) (c callee, ok bool) {
	switch fun := x.Fun.(type) {
	case *core.FuncName:
		return callee{name: fun, f: fun.Func}, fun.Kind == core.Declared && fun.Func != nil
	case *core.Var:
		if k := in.closures[fun]; k != nil {
			return callee{k.name, k.body, k.captured, k.values}, true
		}
	}
	return c, false
}

// call replaces the call in a statement s, which is a Define, an Assign or a Do.
func (in *inliner) call(x *core.Call, s core.Stmt) ([]core.Stmt, bool) {
	c, ok := in.calleeOf(x)
	if !ok || in.once && !in.passed(x) || x.Spread || len(in.chain) > deep || slices.Contains(in.chain, c.f) || len(x.Args) != len(c.f.Params) {
		return nil, false
	}
	n := length(c.f.Body)
	if n > in.limit(c, x) || n > in.budget || !inlinable(c.f) {
		return nil, false
	}
	in.budget -= n
	in.changed = true
	in.copies++
	cp := &copier{in: in, n: in.copies, as: map[*core.Var]core.Expr{}, assigned: core.AssignedVars(c.f.Body), of: &core.Inlined{Name: c.name, Pos: in.at.Pos, Of: in.at.Of}}
	at := in.at
	var out []core.Stmt
	for i, v := range c.captured {
		cp.as[v] = c.values[i]
	}
	for i, p := range c.f.Params {
		if cp.stands(x.Args[i], p, c.f.Body) {
			cp.as[p] = x.Args[i]
			continue
		}
		d := &core.Define{Var: cp.variable(p), X: x.Args[i]}
		out = append(append(out, in.remember(d)...), d)
	}
	before, end, after := cp.results(c.f, s)
	out = append(out, before...)
	body := cp.body(c.f, end)
	in.chain = append(in.chain, c.f)
	in.depth++
	body = in.stmts(body)
	in.depth--
	in.chain = in.chain[:len(in.chain)-1]
	if cp.left {
		body = []core.Stmt{&core.Block{Label: cp.label(), Body: body}}
	}
	in.at = at
	out = append(append(out, body...), &at)
	return append(out, after...), true
}

// limit is the largest size of what is inlined for a call.
func (in *inliner) limit(c callee, x *core.Call) int {
	if in.passed(x) || slices.ContainsFunc(c.f.Results, isLarge) || slices.ContainsFunc(c.f.Params, func(p *core.Var) bool { return isLarge(p.T) }) {
		return large
	}
	return max(small>>in.depth, tiny)
}

// isLarge reports whether values of a type are copied in memory when they are passed.
func isLarge(t *core.Type) bool { return words(t) > 10 }

func words(t *core.Type) (n int) {
	switch {
	case t.Kind == core.Array:
		return 11
	case t.Kind == core.Slice:
		return 3
	case t == core.String || t.Kind == core.Any || t.Kind == core.Interface:
		return 2
	case t.Kind != core.Struct:
		return 1
	}
	for _, f := range t.Fields {
		n += words(f.Type)
	}
	return n
}

// passed reports whether a call passes a closure that is known, or a function.
func (in *inliner) passed(x *core.Call) bool {
	return slices.ContainsFunc(x.Args, func(a core.Expr) bool {
		switch a := a.(type) {
		case *core.Var:
			return in.closures[a] != nil
		case *core.FuncName:
			return true
		}
		return false
	})
}

// inlinable reports whether a function's body can stand elsewhere.
func inlinable(f *core.Function) bool {
	ok := !f.Hooked
	special := func(t *core.Type) bool { return t == core.Defers || t == core.Frame || t == core.Iter }
	core.Inspect(f.Body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.Label:
			ok = false
		case *core.Branch:
			ok = ok && s.Tok != token.GOTO
		case *core.Define:
			ok = ok && !special(s.Var.T)
		}
	}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.Var:
			ok = ok && !special(x.T)
		case *core.FuncName:
			ok = ok && x.Func != f
		case *core.NativeName:
			ok = ok && !(x.Path == core.RuntimePath && x.Name == "Guard")
		}
	})
	return ok
}

// length is the size of a body.
func length(body []core.Stmt) (n int) {
	core.Inspect(body, func(s core.Stmt) {
		if _, mark := s.(*core.Mark); !mark {
			n++
		}
	}, func(core.Expr) { n++ })
	return n
}

// newVar is a variable of the pass's own.
func (in *inliner) newVar(name string, t *core.Type, cell bool) *core.Var {
	v := &core.Var{Name: fmt.Sprintf("%s_%d", name, len(in.own)), Kind: core.Temp, T: t, Cell: cell}
	in.own[v] = true
	return v
}
