package lower

import (
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// Helpers that build a function's statements.

func (l *funcLowerer) emit(s core.Stmt) { l.cur = append(l.cur, s) }

func (l *funcLowerer) mark(p token.Pos) {
	if p.IsValid() {
		l.at = p
		if l.stop != nil && l.stop() {
			panic(Refusal{Pos: p, Why: "interrupted"})
		}
		l.emit(&core.Mark{Pos: p})
	}
}

// collect collects the statements that f emits.
func (l *funcLowerer) collect(f func()) []core.Stmt {
	save := l.cur
	l.cur = nil
	f()
	out := l.cur
	l.cur = save
	return out
}

// do emits a call for its effect.
func (l *funcLowerer) do(fun core.Expr, args ...core.Expr) {
	l.emit(&core.Do{X: &core.Call{Fun: fun, Args: args}})
}

// rt emits a call of a run-time native without results.
func (l *funcLowerer) rt(name string, args ...core.Expr) { l.do(core.Rt(name), args...) }

// rtValue emits a call of a run-time native and returns its result.
func (l *funcLowerer) rtValue(t *core.Type, name string, args ...core.Expr) core.Expr {
	return l.spillTo(t, &core.Call{Fun: core.Rt(name), Args: args, T: t})
}

// tmp declares a temporary.
func (l *funcLowerer) tmp(t *core.Type, x core.Expr) *core.Var {
	v := l.declare(&core.Var{Name: l.name("t"), Kind: core.Temp, T: t})
	l.emit(&core.Define{Var: v, X: x})
	return v
}

// spill puts an expression in a temporary of its own type.
func (l *funcLowerer) spill(x core.Expr) core.Expr { return l.tmp(x.Type(), x) }

// spillTo puts an expression in a temporary of type t.
func (l *funcLowerer) spillTo(t *core.Type, x core.Expr) core.Expr { return l.tmp(t, x) }

// spillUnlessTmp spills x unless it can be used again as it is.
func (l *funcLowerer) spillUnlessTmp(x core.Expr) core.Expr {
	if isTmp(x) || isConst(x) {
		return x
	}
	return l.spill(x)
}

func (l *funcLowerer) spillUnlessConst(x core.Expr) core.Expr {
	if isConst(x) {
		return x
	}
	return l.spillUnlessTmp(x)
}

// unlessZero takes back an empty literal, the last thing evaluated, of an array or struct
// type t: a new variable has that value without a copy, which may be one of gigabytes.
func (l *funcLowerer) unlessZero(x core.Expr, t *core.Type) core.Expr {
	if len(l.cur) == 0 || t.Kind != core.Array && t.Kind != core.Struct {
		return x
	}
	d, ok := l.cur[len(l.cur)-1].(*core.Define)
	if !ok || !isTmp(d.Var) || x != core.Expr(d.Var) {
		return x
	}
	c, ok := d.X.(*core.Composite)
	if !ok || len(c.Elems) > 0 || c.T != t {
		return x
	}
	l.cur = l.cur[:len(l.cur)-1]
	return nil
}

func isTmp(x core.Expr) bool {
	v, ok := x.(*core.Var)
	return ok && v.Kind == core.Temp && !v.Cell
}

func isConst(x core.Expr) bool {
	_, ok := x.(*core.Const)
	return ok
}

// zero is a new zero variable of type t.
func (l *funcLowerer) zero(t types.Type) core.Expr { return l.tmp(l.lt(t), nil) }
