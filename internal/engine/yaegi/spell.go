package yaegi

import (
	"go/token"
	"slices"

	"riffle/internal/core"
)

// speller spells out what yaegi misreads in its short form.
type speller struct{ *temps }

func (sp *speller) stmt(s core.Stmt) []core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		return sp.define(s)
	case *core.Assign:
		return sp.assign(s)
	case *core.Do:
		if pre, x := sp.value(s.X); pre != nil {
			return append(pre, &core.Do{X: x})
		}
	case *core.Return:
		if pre, xs := sp.variables(s.Xs, isFunction); pre != nil {
			return append(pre, &core.Return{Xs: xs})
		}
	case *core.If:
		return sp.returning(s)
	case *core.Label:
		return labeled(s)
	case *core.Switch:
		return labeledClauses(s)
	}
	return nil
}

// returning puts a statement before the return that a branch for else begins with: yaegi
// calls such a return, one without results, again and again.
func (sp *speller) returning(s *core.If) []core.Stmt {
	if !returnsAtOnce(s.Else) {
		return nil
	}
	first := &core.Define{Var: sp.tmp(core.Int)}
	return []core.Stmt{&core.If{Cond: s.Cond, Then: s.Then, Else: append([]core.Stmt{first}, s.Else...)}}
}

// returnsAtOnce reports whether a return without results is the first of statements.
func returnsAtOnce(body []core.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *core.Mark:
			continue
		case *core.Block:
			if len(s.Body) == 0 {
				continue
			}
			return returnsAtOnce(s.Body)
		case *core.Return:
			return len(s.Xs) == 0
		}
		return false
	}
	return false
}

// value puts into variables what yaegi doesn't accept as an operand: in a literal
// anything but variables and constants, which it refuses in closures; in a call a
// function's name, which a closure forgets. It returns the variables' declarations and
// the value with them.
func (sp *speller) value(x core.Expr) ([]core.Stmt, core.Expr) {
	switch x := x.(type) {
	case *core.Composite:
		if pre, elems := sp.variables(x.Elems, isOperation); pre != nil {
			return pre, &core.Composite{T: x.T, Keys: x.Keys, Elems: elems}
		}
	case *core.Call:
		if pre, args := sp.variables(x.Args, isFunction); pre != nil {
			return pre, &core.Call{Fun: x.Fun, Args: args, Spread: x.Spread, T: x.T}
		}
	}
	return nil, x
}

// variables puts some of the expressions into variables.
func (sp *speller) variables(xs []core.Expr, which func(core.Expr) bool) (pre []core.Stmt, vars []core.Expr) {
	for i, x := range xs {
		if !which(x) {
			continue
		}
		if vars == nil {
			vars = slices.Clone(xs)
		}
		v := sp.tmp(x.Type())
		pre = append(pre, &core.Define{Var: v}, &core.Assign{L: []core.Expr{v}, R: []core.Expr{x}})
		vars[i] = v
	}
	return pre, vars
}

func isFunction(x core.Expr) bool { _, ok := x.(*core.FuncName); return ok }

func isOperation(x core.Expr) bool {
	switch x.(type) {
	case *core.Var, *core.Const:
		return false
	}
	return true
}

// define gives a variable its type by name, unless yaegi infers it from the value.
func (sp *speller) define(s *core.Define) []core.Stmt {
	if s.X == nil || s.Plain() && inferable(s.X) && !takesFunction(s.X) {
		return nil
	}
	pre, x := sp.value(s.X)
	return append(pre, &core.Define{Var: s.Var}, &core.Assign{L: []core.Expr{s.Var}, R: []core.Expr{x}})
}

func takesFunction(x core.Expr) bool {
	call, ok := x.(*core.Call)
	return ok && slices.ContainsFunc(call.Args, isFunction)
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

// labeled gives a goto's label an empty statement of its own: yaegi doesn't find a label
// of a label.
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

// assign keeps yaegi from creating a call's result, a literal or an address in the slot
// of a global variable: it must store into the variable's memory, see bind. It does for
// expressions printed in parentheses, as operators are. A loop's post statement assigns
// none of these.
func (sp *speller) assign(s *core.Assign) []core.Stmt {
	if len(s.R) != 1 {
		return nil
	}
	pre, x := sp.value(s.R[0])
	v, plain := s.L[0].(*core.Var)
	if plain && v.Kind == core.Global && len(s.L) == 1 && replaces(x) || !plain && isFunction(x) {
		t := sp.tmp(s.L[0].Type())
		pre = append(pre, &core.Define{Var: t}, &core.Assign{L: []core.Expr{t}, R: []core.Expr{x}})
		x = t
	}
	if pre == nil {
		return nil
	}
	return append(pre, &core.Assign{L: s.L, R: []core.Expr{x}})
}

// replaces reports whether yaegi creates a value in the slot that it is assigned to.
func replaces(x core.Expr) bool {
	switch x.(type) {
	case *core.Call, *core.Composite, *core.Addr:
		return true
	}
	return false
}
