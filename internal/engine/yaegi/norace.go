//go:build !race

package yaegi

import "riffle/internal/core"

// noting stores the number of a site.
func noting(place *core.Var, n int) core.Stmt {
	return &core.Assign{L: []core.Expr{place}, R: []core.Expr{core.IntConst(int64(n))}}
}
