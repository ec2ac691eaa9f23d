package yaegi

import (
	"go/token"
	"slices"

	"riffle/internal/core"
)

// speller writes out what yaegi takes for something else where it is written short.
type speller struct{ *temps }

func (sp *speller) stmt(s core.Stmt) []core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		return declared(s)
	case *core.Assign:
		return sp.assign(s)
	case *core.Label:
		return labeled(s)
	case *core.Switch:
		return labeledClauses(s)
	}
	return nil
}

// declared gives a variable its type by name, unless yaegi infers it from the value.
func declared(s *core.Define) []core.Stmt {
	if s.X == nil || s.Plain() && inferable(s.X) {
		return nil
	}
	return []core.Stmt{&core.Define{Var: s.Var}, &core.Assign{L: []core.Expr{s.Var}, R: []core.Expr{s.X}}}
}

// inferable reports whether yaegi infers a value's type as Go does.
func inferable(x core.Expr) bool {
	t := x.Type()
	switch t.Kind {
	case core.Any, core.Func, core.Chan:
		return false
	}
	switch x := x.(type) {
	case *core.Const:
		return t != core.Int && t != core.String && t != core.Bool
	case *core.Nil, *core.FuncName, *core.Composite, *core.Addr, *core.NativeName:
		return false
	case *core.Call:
		_, builtin := x.Fun.(*core.Builtin)
		return !builtin || t.Kind != core.Basic
	}
	return true
}

// labeled gives a goto's label a statement of its own that does nothing: yaegi finds
// no label of a label.
func labeled(s *core.Label) []core.Stmt { return []core.Stmt{s, &core.Block{}} }

// labeledClauses puts a clause that holds labels into a block, where yaegi looks for
// them; a fallthrough stays the last statement of the clause.
func labeledClauses(s *core.Switch) []core.Stmt {
	if !slices.ContainsFunc(s.Cases, holdsLabels) {
		return nil
	}
	c := &core.Switch{Label: s.Label, X: s.X}
	for _, body := range s.Cases {
		if holdsLabels(body) {
			n := len(body)
			if b, ok := body[n-1].(*core.Branch); ok && b.Tok == token.FALLTHROUGH {
				n--
			}
			body = append([]core.Stmt{&core.Block{Body: body[:n]}}, body[n:]...)
		}
		c.Cases = append(c.Cases, body)
	}
	return []core.Stmt{c}
}

func holdsLabels(body []core.Stmt) bool {
	return slices.ContainsFunc(body, func(s core.Stmt) bool { _, ok := s.(*core.Label); return ok })
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
	return []core.Stmt{
		&core.Define{Var: t},
		&core.Assign{L: []core.Expr{t}, R: s.R},
		&core.Assign{L: s.L, R: []core.Expr{t}},
	}
}
