package compile

import (
	"go/constant"
	"go/token"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// Conditions that are known not to hold are facts, by their text: those of passed checks,
// and what follows from the conditions of ifs and loops.

// knownFalse reports whether a condition, in its canonical form, can't hold.
func (f *function) knownFalse(x core.Expr) bool {
	b, ok := x.(*core.Binary)
	if !ok {
		return f.hasFact(x)
	}
	if b.Op == token.LOR {
		return f.knownFalse(b.X) && f.knownFalse(b.Y)
	}
	if f.hasFact(x) {
		return true
	}
	// x - c, where x isn't negative, doesn't overflow
	d, ok := b.X.(*core.Binary)
	if !ok || d.Op != token.SUB || d.T != core.Int || !isLength(d.Y) {
		return false
	}
	switch {
	case b.Op == token.GEQ:
		return f.hasFact(compared(d.X, token.GEQ, b.Y)) && f.hasFact(compared(d.X, token.LSS, core.IntConst(0)))
	case b.Op == token.LSS && isZero(b.Y) && core.Text(d.Y) == "1":
		return f.hasFact(compared(d.X, token.LEQ, core.IntConst(0)))
	}
	return false
}

func (f *function) hasFact(x core.Expr) bool {
	_, known := f.facts[f.spell(x)]
	return known
}

func compared(x core.Expr, op token.Token, y core.Expr) core.Expr {
	return &core.Binary{Op: op, X: x, Y: y, T: core.Bool}
}

// refute records that a condition doesn't hold.
func (f *function) refute(x core.Expr) {
	switch x := x.(type) {
	case *core.Binary:
		switch x.Op {
		case token.LOR:
			f.refute(x.X)
			f.refute(x.Y)
			return
		case token.LAND:
			return
		}
	case *core.Unary:
		f.assume(x.X)
		return
	case *core.Var:
		return
	}
	c := f.canonical(x)
	if vars, ok := f.locals(c); ok {
		f.facts[f.spell(c)] = fact{vars: vars}
	}
}

// assume records that a condition holds.
func (f *function) assume(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		f.facts.learn(x)
		if d, ok := f.facts["def "+f.nameOf(x)]; ok {
			f.assume(d.def)
		}
	case *core.Unary:
		f.refute(x.X)
	case *core.Binary:
		switch x.Op {
		case token.LAND:
			f.assume(x.X)
			f.assume(x.Y)
		case token.LSS:
			f.ordered(x.X, x.Y)
		case token.GTR:
			f.ordered(x.Y, x.X)
		case token.LEQ:
			f.refute(compared(x.X, token.GTR, x.Y))
		case token.GEQ:
			f.refute(compared(x.X, token.LSS, x.Y))
			f.atLeast(x.X, x.Y)
		}
	}
}

// ordered records that x < y, for integers.
func (f *function) ordered(x, y core.Expr) {
	if x.Type().BasicKind() != constant.Int {
		return
	}
	f.refute(compared(x, token.GEQ, y))
	f.refute(compared(y, token.LEQ, x))
	f.atLeast(y, x)
}

// atLeast records that x isn't negative, if y isn't.
func (f *function) atLeast(x, y core.Expr) {
	if k, ok := y.(*core.Const); ok && k.Value.Kind() == constant.Int && constant.Sign(k.Value) >= 0 && x.Type() == core.Int {
		f.refute(compared(x, token.LSS, core.IntConst(0)))
	}
}

// ---- values in memory ----

// valueKey names the fact that locals have the slice at a place in memory; vars are what
// the place depends on.
func (f *function) valueKey(x core.Expr) (key string, vars []*core.Var, ok bool) {
	if kindOf(f.c, x.Type()) != reflect.Slice {
		return "", nil, false
	}
	switch x := x.(type) {
	case *core.Index:
		if !x.Checked {
			return "", nil, false
		}
		key, vars, ok = f.elementKey(x)
		if v := core.AssignedVar(x); v != nil { // of an array: its address doesn't depend on it, but its value
			vars = append(vars, v)
		}
		return "val " + key, vars, ok
	case *core.Field:
		if v, is := x.X.(*core.Var); is && x.X.Type().Kind == core.Pointer && f.vars[v] != nil {
			return "val " + f.nameOf(v) + "." + x.Name, []*core.Var{v}, true
		}
		if d, is := x.X.(*core.Deref); is {
			if v, is := d.X.(*core.Var); is && f.vars[v] != nil {
				return "val " + f.nameOf(v) + "." + x.Name, []*core.Var{v}, true
			}
		}
	case *core.Deref:
		if v, is := x.X.(*core.Var); is && f.vars[v] != nil {
			return "val *" + f.nameOf(v), []*core.Var{v}, true
		}
	}
	return "", nil, false
}

// valueOf are the locals that have a slice in memory, if some do.
func (f *function) valueOf(x core.Expr) (ls []code.Local, ok bool) {
	key, _, ok := f.valueKey(x)
	if !ok {
		return nil, false
	}
	v, ok := f.facts[key]
	return v.value, ok
}

// hasValue records that locals have the slice at a place, as long as the variables aren't
// assigned.
func (f *function) hasValue(x core.Expr, ls []code.Local, more ...*core.Var) {
	if key, vars, ok := f.valueKey(x); ok {
		f.facts[key] = fact{vars: append(vars, more...), memory: true, value: ls}
	}
}

// ---- what doesn't change in a loop ----

// invariants are what is the same in all rounds of a loop: checks that only panic, and
// slices that are elements of slices.
type invariants struct {
	f      *function
	steady *analysis.Steady
	begins map[*core.Var]bool // variables that are declared in the loop
	checks []core.Expr
	loads  []*core.Index
	places []*core.Index // arrays in arrays
	seen   map[string]bool
}

func (f *function) invariantsOf(s *core.For) *invariants {
	in := &invariants{f: f, steady: f.flow.Steady(s), begins: map[*core.Var]bool{}, seen: map[string]bool{}}
	stays := !f.flow.Loop(s).Unlinks
	core.Inspect([]core.Stmt{s}, in.stmt, func(x core.Expr) {
		if ix, ok := x.(*core.Index); ok && ix.Checked {
			in.index(ix, stays)
		}
	})
	return in
}

func (in *invariants) stmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.Define:
		in.begins[s.Var] = true
		in.steady.Define(s)
	case *core.If:
		if !analysis.IsCheck(s) {
			return
		}
		if x, ok := in.steady.Stable(s.Cond); ok && in.fresh("check "+in.f.spell(x)) && !in.f.knownFalse(in.f.canonical(x)) {
			in.checks = append(in.checks, x)
		}
	}
}

func (in *invariants) fresh(key string) bool {
	if in.seen[key] {
		return false
	}
	in.seen[key] = true
	return true
}

func (in *invariants) index(x *core.Index, stays bool) {
	i, ok := in.steady.Stable(x.I)
	if !ok {
		return
	}
	hoisted := &core.Index{X: x.X, I: i, T: x.T, Checked: true}
	key, _, ok := in.f.elementKey(hoisted)
	if !ok || !in.fresh(key) {
		return
	}
	switch b := x.X.(type) {
	case *core.Var:
		switch kind := kindOf(in.f.c, b.T); {
		case kind == reflect.Array && x.T.Kind == core.Array && !in.begins[b]:
			in.places = append(in.places, hoisted)
		case kind == reflect.Slice && !in.steady.Changes(b) && stays && kindOf(in.f.c, x.T) == reflect.Slice:
			in.loads = append(in.loads, hoisted)
		}
	}
}
