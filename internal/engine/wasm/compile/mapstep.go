package compile

import (
	"go/token"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
)

// mapStep compiles m[k] += y, which is lowered to t := m[k] and m[k] = t + y, as one
// host call. It returns how many statements it has compiled after the first, 0 for
// none at all.
func (f *function) mapStep(body []core.Stmt) (more int) {
	d, ok := body[0].(*core.Define)
	if !ok || !f.flow.IsMapElement(d.X) {
		return 0
	}
	for more = 1; more < len(body) && analysis.IsMark(body[more]); more++ {
	}
	if more == len(body) {
		return 0
	}
	a, ok := body[more].(*core.Assign)
	if !ok || len(a.L) != 1 || !f.flow.IsMapElement(a.L[0]) {
		return 0
	}
	b, ok := a.R[0].(*core.Binary)
	if !ok || b.Op != token.ADD && b.Op != token.SUB || b.X != core.Expr(d.Var) || core.Text(a.L[0]) != core.Text(d.X) || f.flow.Uses(d.Var) != 1 {
		return 0
	}
	if !f.mapAdd(d.X.(*core.Index), b.Op, b.Y) {
		return 0
	}
	return more
}
