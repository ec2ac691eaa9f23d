package compile

import (
	"riffle/internal/core"
)

// newValue compiles &T{…}, which is lowered to p := new(T) and *p = x, as an allocation
// of an object with a value: the new object's contents needn't be checked. A large
// literal that is first assigned to a variable is built in the object. newValue returns
// how many statements it has compiled after the first, 0 for none at all.
func (f *function) newValue(body []core.Stmt) (more int) {
	lit, made := f.largeLiteral(body)
	if lit != nil {
		more = 1
	}
	if more+1 >= len(body) {
		return 0
	}
	d, ok := body[more].(*core.Define)
	a, ok2 := body[more+1].(*core.Assign)
	if !ok || !ok2 || !stores(a, d) || lit != nil && a.R[0] != core.Expr(made) {
		return 0
	}
	l := f.c.layout(f.c.elemOf(d.Var.T))
	if l.size() == 0 || f.c.m.Class(l.typ) == nil {
		return 0
	}
	if x, ok := a.R[0].(*core.Composite); ok && l.big {
		lit = x
	}
	var store func(p place)
	if lit != nil {
		values := f.elements(lit)
		store = func(p place) { f.storeElements(p, lit, values) }
	} else {
		f.exprAs(a.R[0], a.L[0].Type())
		value := f.pop(l.slots)
		store = func(p place) { f.storeAt(p, value) }
	}
	f.allocateWith(l, store)
	f.setLocals(f.vars[d.Var].locals)
	f.facts.kill(d.Var)
	f.facts.define(d.Var, d.X, f.localsOf(d.Var))
	return more + 1
}

// largeLiteral is a literal that is a large variable's value, and is used once.
func (f *function) largeLiteral(body []core.Stmt) (*core.Composite, *core.Var) {
	d, ok := body[0].(*core.Define)
	if !ok {
		return nil, nil
	}
	lit, ok := d.X.(*core.Composite)
	if !ok || !f.vars[d.Var].big || f.flow.Uses(d.Var) != 1 {
		return nil, nil
	}
	return lit, d.Var
}

// stores reports whether an assignment stores a value in the new object of a definition.
func stores(a *core.Assign, d *core.Define) bool {
	if _, ok := d.X.(*core.New); !ok || len(a.L) != 1 {
		return false
	}
	to, ok := a.L[0].(*core.Deref)
	if _, calls := a.R[0].(*core.Call); calls || !ok {
		return false
	}
	return to.X == core.Expr(d.Var)
}
