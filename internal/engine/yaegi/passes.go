package yaegi

import (
	"strconv"

	"riffle/internal/core"
)

// What yaegi gets wrong, and what it doesn't report, is dealt with here and nowhere else:
// before a function becomes text for yaegi, it goes through these passes over its normal
// form.

// prepared is a function as yaegi gets it, except for its sites.
func (in *instance) prepared(f *core.Function) *core.Function {
	vars := &temps{}
	f = shallow(f, vars)
	f = core.Rewritten(f, (&zeros{temps: vars, store: in.store}).call)
	return core.Rewritten(f, (&speller{vars}).stmt)
}

// temps are the variables that passes add to a function.
type temps struct{ n int }

func (t *temps) tmp(of *core.Type) *core.Var {
	t.n++
	return &core.Var{Name: "z" + strconv.Itoa(t.n), Kind: core.Temp, T: of}
}
