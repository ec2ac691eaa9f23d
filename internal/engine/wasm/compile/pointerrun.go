package compile

import (
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
)

// In a loop a variable is often a pointer that was just loaded: an element of a slice, the
// next node of a list. What is done with it is compiled in two versions, like loops with
// what doesn't change in them, if it is followed more than once in a run of statements:
//
//	p := ps[i]
//	p.x += p.y // with one check of p

// maxRun is how many statements a run has at most.
const maxRun = 50

// followedRun is how many of the first statements are such a run, and the pointers that it
// follows more than once; 0 for none. The first statement follows one of them.
func (f *function) followedRun(body []core.Stmt) (n int, cs []candidate) {
	if f.slow || !f.inLoop() {
		return 0, nil
	}
	uses := map[core.Expr]int{}
	changed := map[*core.Var]bool{} // in the run
	most, first := 0, 0             // first counts the pointers of the first statement
	for n < min(len(body), maxRun) && analysis.IsStraight(body[n]) {
		s := []core.Stmt{body[n]}
		core.Inspect(s, func(core.Stmt) {}, func(x core.Expr) {
			p := analysis.FollowedPointer(x)
			v, ok := p.(*core.Var)
			if !ok || changed[v] {
				return
			}
			c, ok := f.candidate(v, false)
			if !ok || f.facts.has(c.key) || f.vars[v].big || v.Cell {
				return
			}
			if uses[p]++; uses[p] == 1 {
				cs = append(cs, c)
			}
			if uses[p] > 1 {
				most = n + 1
			}
		})
		for _, v := range analysis.Assigned(s) {
			changed[v] = true
		}
		if n++; n == 1 {
			first = len(cs)
		}
		if first == 0 {
			return 0, nil
		}
	}
	again := func(c candidate) bool { return uses[c.v] > 1 }
	if !slices.ContainsFunc(cs[:first], again) {
		return 0, nil
	}
	cs = slices.DeleteFunc(cs, func(c candidate) bool { return !again(c) })
	return most, cs
}

// inLoop reports whether the current statement is in a loop.
func (f *function) inLoop() bool {
	return slices.ContainsFunc(f.ctls, func(t target) bool { return t.loop })
}
