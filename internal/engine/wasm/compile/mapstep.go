package compile

import (
	"go/token"

	"riffle/internal/core"
)

// mapStep compiles m[k] += y, which is lowered to t := m[k] and m[k] = t + y, as one
// host call. It returns how many statements it has compiled after the first, 0 for
// none at all.
func (f *function) mapStep(body []core.Stmt) (more int) {
	d, ok := body[0].(*core.Define)
	if !ok || !f.isMapElement(d.X) {
		return 0
	}
	for more = 1; more < len(body) && isMark(body[more]); more++ {
	}
	if more == len(body) {
		return 0
	}
	a, ok := body[more].(*core.Assign)
	if !ok || len(a.L) != 1 || !f.isMapElement(a.L[0]) {
		return 0
	}
	b, ok := a.R[0].(*core.Binary)
	if !ok || b.Op != token.ADD && b.Op != token.SUB || b.X != core.Expr(d.Var) || core.Text(a.L[0]) != core.Text(d.X) || f.usesOf(d.Var) != 1 {
		return 0
	}
	if !f.mapAdd(d.X.(*core.Index), b.Op, b.Y) {
		return 0
	}
	return more
}

// usesOf is how often a variable is used after its declaration.
func (f *function) usesOf(v *core.Var) int {
	if f.uses == nil {
		f.uses = map[*core.Var]int{}
		core.Inspect(f.src.Body, func(core.Stmt) {}, func(x core.Expr) {
			if v, ok := x.(*core.Var); ok {
				f.uses[v]++
			}
		})
	}
	return f.uses[v]
}
