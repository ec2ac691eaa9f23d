package compile

import (
	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// A switch is lowered to tests that set the number of its clause, and a switch over that
// number. Here a test branches directly to its clause.

// choice is where the tests of a switch branch to.
type choice struct {
	clauses []code.Label
	none    code.Label
}

// choose compiles tests with their switch, and returns how many statements these are
// besides the first; 0 if the statements begin with something else.
func (f *function) choose(body []core.Stmt) int {
	n := analysis.SwitchTests(body)
	if n == 0 {
		return 0
	}
	k := body[0].(*core.Define).Var
	tests, s := body[1:n], body[n].(*core.Switch)
	f.cases(s, func(labels []code.Label, none code.Label) {
		before := f.facts.save()
		f.choices[k] = choice{labels, none}
		f.stmts(tests)
		delete(f.choices, k)
		f.Br(none)
		f.facts.known = before
		f.facts.forgetAssigned(tests)
	})
	return n
}

// chosen compiles the assignment of a clause's number; ok is false for other assignments.
func (f *function) chosen(s *core.Assign) (ok bool) {
	v, _ := s.L[0].(*core.Var)
	c, ok := f.choices[v]
	if !ok {
		return false
	}
	if i := integer(s.R[0].(*core.Const).Value); i >= 0 && i < int64(len(c.clauses)) {
		f.Br(c.clauses[i])
	} else {
		f.Br(c.none)
	}
	return true
}
