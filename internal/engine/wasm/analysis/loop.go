package analysis

import (
	"go/constant"
	"go/token"
	"reflect"

	"riffle/internal/core"
)

// Loop is what is known of a loop, found in one walk through it.
type Loop struct {
	Assigned  []*core.Var // as Assigned finds them, repeated if assigned repeatedly
	Mentioned []*core.Var // in the order of their first mention; not those it declares
	Innermost bool        // no loop, and no label, in its body
	CallFree  bool        // only it and the loops in it take fuel, and it is left only at its end
	Returns   bool
	Continues bool
	Within    bool // it is left only at its end, by breaks of its own, and by returns
	Calls     bool // functions, or natives that may return
	Makes     bool // objects of any size, after which a poll may be due at once
	Unlinks   bool // it may change slices in memory
	Follows   bool // pointers to numbers
}

// Loop is what is known of a loop.
func (f *Function) Loop(s *core.For) *Loop {
	l := f.loops[s]
	if l == nil {
		l = f.walkLoop(s)
		if f.loops == nil {
			f.loops = map[*core.For]*Loop{}
		}
		f.loops[s] = l
	}
	return l
}

// loopWalk is a walk through a loop.
type loopWalk struct {
	*Loop
	f      *Function
	loop   *core.For
	seen   map[*core.Var]bool // declared or mentioned
	labels map[string]bool    // of loops and switches in it
	blocks map[string]bool    // of blocks in it
	jumps  []string           // where breaks and continues go
}

func (f *Function) walkLoop(s *core.For) *Loop {
	l := loopWalk{&Loop{Innermost: true, CallFree: true, Within: true}, f, s, map[*core.Var]bool{}, map[string]bool{"": true}, map[string]bool{"": true}, nil}
	core.Inspect([]core.Stmt{s}, l.stmt, l.expr)
	for _, label := range l.jumps {
		l.Within = l.Within && l.labels[label]
		l.CallFree = l.CallFree && l.blocks[label]
	}
	l.Unlinks = l.Unlinks || l.Calls
	return l.Loop
}

func (l *loopWalk) stmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.Define:
		l.seen[s.Var] = true
		l.Assigned = append(l.Assigned, s.Var)
	case *core.Assign:
		for _, x := range s.L {
			l.assigns(x)
		}
	case *core.Update:
		l.assigns(s.L)
	case *core.For:
		l.labels[s.Label] = true
		l.Innermost = l.Innermost && s == l.loop
	case *core.Switch:
		l.labels[s.Label] = true
	case *core.Block:
		if s.Label != "" {
			l.blocks[s.Label], l.labels[s.Label] = true, true
		}
	case *core.Label:
		l.Innermost, l.Within, l.CallFree = false, false, false
	case *core.Return:
		l.Returns, l.CallFree = true, false
	case *core.Branch:
		l.jumps = append(l.jumps, s.Label)
		l.Continues = l.Continues || s.Tok == token.CONTINUE
		l.Within = l.Within && s.Tok != token.GOTO
	}
}

func (l *loopWalk) assigns(x core.Expr) {
	if v := core.AssignedVar(x); v != nil {
		l.Assigned = append(l.Assigned, v)
	}
	l.Unlinks = l.Unlinks || l.f.StoresPointers(x)
}

func (l *loopWalk) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		if !l.seen[x] {
			l.seen[x] = true
			l.Mentioned = append(l.Mentioned, x)
		}
	case *core.Addr: // an out-parameter
		if v := core.AssignedVar(x.X); v != nil {
			l.Assigned = append(l.Assigned, v)
		}
	case *core.Deref:
		l.Follows = l.Follows || l.f.followsToNumber(x.X)
	case *core.Field:
		l.Follows = l.Follows || l.f.Types.Kind(x.X.Type()) == reflect.Pointer && l.f.followsToNumber(x.X)
	case *core.Call:
		b, builtin := x.Fun.(*core.Builtin)
		switch {
		case builtin && b.Op <= core.Cap || AlwaysPanics(x):
		case builtin || l.f.Quick(x):
			l.Calls = true
		default:
			l.Calls, l.CallFree = true, false
		}
	case *core.Make:
		l.Makes = true
	case *core.Conv:
		to := l.f.Types.Kind(x.T)
		l.Makes = l.Makes || to == reflect.String || to == reflect.Slice
	case *core.Binary:
		l.Makes = l.Makes || x.Op == token.ADD && l.f.Types.Kind(x.T) == reflect.String
	case *core.Index:
		l.Makes = l.Makes || l.f.IsMap(x.X)
	}
}

// followsToNumber reports whether a pointer leads to a number, or to a struct of a single
// one, which may be that of a global.
func (f *Function) followsToNumber(pointer core.Expr) bool {
	if v, ok := pointer.(*core.Var); ok && v.Cell {
		return false
	}
	return f.Types.PointsToNumber(pointer.Type())
}

// Counting is a loop of the form for ; i < n; i += step, or downwards, where neither n
// nor, in the body, i is assigned.
type Counting struct {
	I    *core.Var
	N    core.Expr
	Cond *core.Binary
	Down bool
}

// Counting recognises such a loop without calls and inner loops, with steps of at most
// most.
func (f *Function) Counting(s *core.For, most int64) (c Counting, ok bool) {
	cond, is := s.Cond.(*core.Binary)
	l := f.Loop(s)
	if !is || !l.Innermost || l.Calls || l.Makes {
		return c, false
	}
	c.Cond, c.N = cond, cond.Y
	if c.I, is = cond.X.(*core.Var); !is || c.I.T != core.Int || f.Place(c.I) == Outside {
		return c, false
	}
	switch cond.Op {
	case token.LSS, token.LEQ:
	case token.GTR, token.GEQ:
		c.Down = true
	default:
		return c, false
	}
	if up, small := smallStep(s.Post, c.I, most); !small || up == c.Down {
		return c, false
	}
	times := 0
	for _, v := range l.Assigned {
		if v == c.I {
			times++
		}
	}
	if times > 1 { // not only by the step
		return c, false
	}
	_, ok = f.Steady(s).Stable(c.N)
	return c, ok
}

// Steady tells which expressions have the same value in all rounds of a loop.
type Steady struct {
	f       *Function
	changes map[*core.Var]bool
	defs    map[*core.Var]core.Expr // of temporaries, by stable expressions
}

// Steady begins with the variables that a loop assigns.
func (f *Function) Steady(s *core.For) *Steady {
	in := &Steady{f: f, changes: map[*core.Var]bool{}, defs: map[*core.Var]core.Expr{}}
	for _, v := range f.Loop(s).Assigned {
		in.changes[v] = true
	}
	return in
}

// Changes reports whether the loop assigns a variable.
func (in *Steady) Changes(v *core.Var) bool { return in.changes[v] }

// Define takes note of a temporary of the loop's, if its value is a stable sum or
// comparison.
func (in *Steady) Define(s *core.Define) {
	if b, ok := s.X.(*core.Binary); ok && s.Var.Kind == core.Temp && b.T == core.Int {
		if x, ok := in.Stable(b); ok {
			in.defs[s.Var] = x
		}
	}
}

// Stable rewrites an expression in terms of variables that don't change, so that it can
// be evaluated at any time.
func (in *Steady) Stable(x core.Expr) (core.Expr, bool) {
	switch x := x.(type) {
	case *core.Const:
		return x, true
	case *core.Var:
		if d := in.defs[x]; d != nil {
			return d, true
		}
		return x, in.f.Place(x) == InLocals && !in.changes[x]
	case *core.Call:
		if b, ok := x.Fun.(*core.Builtin); ok && b.Op == core.Len {
			v, is := x.Args[0].(*core.Var)
			if !is || in.f.Types.Kind(v.T) != reflect.Slice && in.f.Types.Kind(v.T) != reflect.String {
				return x, false
			}
			_, ok := in.Stable(v)
			return x, ok
		}
	case *core.Binary:
		switch x.Op {
		case token.ADD, token.SUB, token.LOR, token.GEQ, token.LSS, token.GTR, token.LEQ:
			a, ok := in.Stable(x.X)
			b, too := in.Stable(x.Y)
			return &core.Binary{Op: x.Op, X: a, Y: b, T: x.T}, ok && too && x.X.Type().BasicKind() != constant.String
		}
	}
	return x, false
}
