package compile

import (
	"go/constant"
	"go/token"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
)

// Conditions that are known not to hold are facts: those of passed checks, and what follows
// from the conditions of ifs and loops.

// knownFalse reports whether a condition, in its canonical form, can't hold.
func (fs *facts) knownFalse(x core.Expr) bool {
	b, ok := x.(*core.Binary)
	if !ok {
		return fs.hasFact(x)
	}
	if b.Op == token.LOR {
		return fs.knownFalse(b.X) && fs.knownFalse(b.Y)
	}
	if fs.hasFact(x) {
		return true
	}
	// x - c, where x isn't negative, doesn't overflow
	d, ok := b.X.(*core.Binary)
	if !ok || d.Op != token.SUB || d.T != core.Int || !isLength(d.Y) {
		return false
	}
	switch {
	case b.Op == token.GEQ:
		return fs.hasFact(compared(d.X, token.GEQ, b.Y)) && fs.hasFact(compared(d.X, token.LSS, core.IntConst(0)))
	case b.Op == token.LSS && isZero(b.Y) && core.Text(d.Y) == "1":
		return fs.hasFact(compared(d.X, token.LEQ, core.IntConst(0)))
	}
	return false
}

// hasFact reports whether it is recorded that a condition doesn't hold.
func (fs *facts) hasFact(x core.Expr) bool {
	return fs.has(factKey{kind: factRefuted, x: fs.terms.of(x)})
}

func compared(x core.Expr, op token.Token, y core.Expr) core.Expr {
	return &core.Binary{Op: op, X: x, Y: y, T: core.Bool}
}

// refute records that a condition doesn't hold.
func (fs *facts) refute(x core.Expr) {
	switch x := x.(type) {
	case *core.Binary:
		switch x.Op {
		case token.LOR:
			fs.refute(x.X)
			fs.refute(x.Y)
			return
		case token.LAND:
			return
		}
	case *core.Unary:
		fs.assume(x.X)
		return
	case *core.Var:
		return
	}
	c := fs.canonical(x)
	if vars, ok := fs.dependsOn(c); ok {
		fs.known[factKey{kind: factRefuted, x: fs.terms.of(c)}] = fact{vars: vars}
	}
}

// assume records that a condition holds.
func (fs *facts) assume(x core.Expr) {
	switch x := x.(type) {
	case *core.Var:
		fs.learn(x)
		if d, ok := fs.known[factKey{kind: factDefined, of: x}]; ok {
			fs.assume(d.def)
		}
	case *core.Unary:
		fs.refute(x.X)
	case *core.Binary:
		switch x.Op {
		case token.LAND:
			fs.assume(x.X)
			fs.assume(x.Y)
		case token.LSS:
			fs.ordered(x.X, x.Y)
		case token.GTR:
			fs.ordered(x.Y, x.X)
		case token.LEQ:
			fs.refute(compared(x.X, token.GTR, x.Y))
		case token.GEQ:
			fs.refute(compared(x.X, token.LSS, x.Y))
			fs.atLeast(x.X, x.Y)
		}
	}
}

// ordered records that x < y, for integers.
func (fs *facts) ordered(x, y core.Expr) {
	if x.Type().BasicKind() != constant.Int {
		return
	}
	fs.refute(compared(x, token.GEQ, y))
	fs.refute(compared(y, token.LEQ, x))
	fs.atLeast(y, x)
}

// atLeast records that x isn't negative, if y isn't.
func (fs *facts) atLeast(x, y core.Expr) {
	if k, ok := y.(*core.Const); ok && k.Value.Kind() == constant.Int && constant.Sign(k.Value) >= 0 && x.Type() == core.Int {
		fs.refute(compared(x, token.LSS, core.IntConst(0)))
	}
}

// ---- what doesn't change in a loop ----

// invariants are what is the same in all rounds of a loop: checks that only panic, and
// slices that are elements of slices.
type invariants struct {
	*facts
	steady *analysis.Steady
	begins map[*core.Var]bool // variables that are declared in the loop
	checks []core.Expr
	loads  []*core.Index
	places []*core.Index // arrays in arrays
	seen   map[factKey]bool
}

func (fs *facts) invariantsOf(s *core.For) *invariants {
	in := &invariants{facts: fs, steady: fs.flow.Steady(s), begins: map[*core.Var]bool{}, seen: map[factKey]bool{}}
	stays := !fs.flow.Loop(s).Unlinks
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
		if x, ok := in.steady.Stable(s.Cond); ok && in.fresh(factKey{kind: factRefuted, x: in.terms.of(x)}) && !in.knownFalse(in.canonical(x)) {
			in.checks = append(in.checks, x)
		}
	}
}

func (in *invariants) fresh(key factKey) bool {
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
	key, _, ok := in.elementKey(hoisted)
	if !ok || !in.fresh(key) {
		return
	}
	switch b := x.X.(type) {
	case *core.Var:
		switch kind := in.flow.Types.Kind(b.T); {
		case kind == reflect.Array && x.T.Kind == core.Array && !in.begins[b]:
			in.places = append(in.places, hoisted)
		case kind == reflect.Slice && !in.steady.Changes(b) && stays && in.flow.Types.Kind(x.T) == reflect.Slice:
			in.loads = append(in.loads, hoisted)
		}
	}
}
