package wasm

import (
	"go/token"

	"riffle/internal/core"
)

// repeats reports whether code of a function can run more than once in a call of it:
// whether it has a loop, or calls itself by way of others. Of a factory this is
// asked of the closure that it makes.
func repeats(f *core.FuncName) bool {
	return hasLoop(f.Func.Body) || callsItself(f)
}

// hasLoop finds a loop, or a goto back, in statements and in the literal among them.
func hasLoop(body []core.Stmt) bool {
	found := false
	passed := map[string]bool{} // the labels of gotos above
	core.Inspect(body, func(s core.Stmt) {
		switch s := s.(type) {
		case *core.For:
			found = true
		case *core.Label:
			passed[s.Name] = true
		case *core.Branch:
			found = found || s.Tok == token.GOTO && passed[s.Label]
		}
	}, func(x core.Expr) {
		if l, ok := x.(*core.FuncLit); ok {
			found = found || hasLoop(l.Func.Body)
		}
	})
	return found
}

// callsItself looks for f among the functions that it mentions, and that those
// mention: one that is mentioned is called, or may be by whoever gets its value.
func callsItself(f *core.FuncName) bool {
	seen := map[*core.FuncName]bool{}
	var reaches func(*core.FuncName) bool
	reaches = func(from *core.FuncName) bool {
		for _, g := range mentioned(from.Func) {
			if g == f {
				return true
			}
			if !seen[g] {
				seen[g] = true
				if reaches(g) {
					return true
				}
			}
		}
		return false
	}
	return reaches(f)
}

// mentioned are the functions that a function mentions.
func mentioned(f *core.Function) []*core.FuncName {
	var all []*core.FuncName
	core.Inspect(f.Body, func(core.Stmt) {}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.FuncName:
			all = append(all, x)
		case *core.FuncLit:
			all = append(all, mentioned(x.Func)...)
		}
	})
	return all
}
