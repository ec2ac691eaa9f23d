//go:build race

package yaegi

import "riffle/internal/core"

// noting stores the number of a site. A function that runs on several goroutines stores
// all of them in one place, and whichever comes last is as good as any. The race detector
// can't know that, so under it a native stores the number.
func noting(place *core.Var, n int) core.Stmt {
	p := (*place.Memory).(*int)
	note := func(n int) { poke(p, n) }
	native := &core.NativeName{Path: "note", Name: "N" + place.Name, Made: &note}
	return &core.Do{X: &core.Call{Fun: native, Args: []core.Expr{core.IntConst(int64(n))}}}
}
