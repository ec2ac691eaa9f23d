package yaegi

import "riffle/internal/core"

// speller writes out what yaegi takes for something else where it is written short.
type speller struct{ *temps }

func (sp *speller) stmt(s core.Stmt) []core.Stmt {
	if s, ok := s.(*core.Assign); ok {
		return sp.assign(s)
	}
	return nil
}

// assign keeps yaegi from making a global variable the place of a call's result, of
// a literal or of an address: it has to store where the variable's memory is, see
// bind. It stores what is printed in parentheses so, as operators are. A loop's post
// statement assigns none of these.
func (sp *speller) assign(s *core.Assign) []core.Stmt {
	if len(s.L) != 1 {
		return nil
	}
	if v, ok := s.L[0].(*core.Var); !ok || v.Kind != core.Global {
		return nil
	}
	switch s.R[0].(type) {
	case *core.Call, *core.Composite, *core.Addr:
	default:
		return nil
	}
	t := sp.tmp(s.L[0].Type())
	return []core.Stmt{&core.Define{Var: t, X: s.R[0]}, &core.Assign{L: s.L, R: []core.Expr{t}}}
}
