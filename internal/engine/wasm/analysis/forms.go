package analysis

import (
	"go/constant"
	"go/token"
	"slices"

	"riffle/internal/core"
)

// Forms that lowering gives to statements, recognised again.

// IsMark reports whether a statement only says where the next ones come from.
func IsMark(s core.Stmt) bool { _, ok := s.(*core.Mark); return ok }

// HasLabel reports whether one of the statements is a label.
func HasLabel(body []core.Stmt) bool {
	return slices.ContainsFunc(body, func(s core.Stmt) bool { _, ok := s.(*core.Label); return ok })
}

// IsCheck reports whether all that a statement does is to panic if its condition holds.
func IsCheck(s *core.If) bool {
	if len(s.Then) == 0 || len(s.Else) > 0 {
		return false
	}
	d, ok := s.Then[len(s.Then)-1].(*core.Do)
	if !ok {
		return false
	}
	c, ok := d.X.(*core.Call)
	return ok && AlwaysPanics(c)
}

// IsStraight reports whether a statement calls nothing and jumps nowhere, except to panic
// in a check.
func IsStraight(s core.Stmt) bool {
	plain := true
	switch s := s.(type) {
	case *core.Mark:
	case *core.If:
		return IsCheck(s)
	case *core.Define, *core.Assign, *core.Update:
		core.Inspect([]core.Stmt{s}, func(core.Stmt) {}, func(x core.Expr) {
			switch x := x.(type) {
			case *core.Call:
				b, ok := x.Fun.(*core.Builtin)
				plain = plain && ok && (b.Op == core.Len || b.Op == core.Cap)
			case *core.Binary:
				plain = plain && (x.Op != token.ADD || x.T != core.String)
			case *core.Make, *core.New, *core.Composite, *core.FuncLit:
				plain = false
			}
		})
	default:
		plain = false
	}
	return plain
}

// IsNegativeOne reports whether an expression is the constant -1.
func IsNegativeOne(x core.Expr) bool { return core.Text(x) == "(-1)" }

// SwitchTests finds the switch over a variable that the first statement declares and that
// is otherwise only set, by the tests in between: it is body[n]. n is 0 if there is none.
//
//	k := -1; if x == 1 { k = 0 } else if … ; switch k { … }
func SwitchTests(body []core.Stmt) (n int) {
	d, ok := body[0].(*core.Define)
	if !ok || d.Var.Kind != core.Temp || d.Var.T != core.Int || d.X == nil || !IsNegativeOne(d.X) {
		return 0
	}
	n = slices.IndexFunc(body, func(s core.Stmt) bool {
		sw, ok := s.(*core.Switch)
		return ok && sw.X == core.Expr(d.Var)
	})
	if n < 0 || HasLabel(body[:n]) {
		return 0
	}
	set, uses := 0, 0
	core.Inspect(body[:n+1], func(s core.Stmt) {
		if a, ok := s.(*core.Assign); ok && len(a.L) == 1 && a.L[0] == core.Expr(d.Var) {
			if _, ok := a.R[0].(*core.Const); ok {
				set++
			}
		}
	}, func(x core.Expr) {
		if x == core.Expr(d.Var) {
			uses++
		}
	})
	if uses != set+1 {
		return 0
	}
	return n
}

// Rotated is a loop of the form
//
//	for { if t { post }; t = true; … }
//
// where t is false at first, as an ordinary one: for ; ; post { … }.
type Rotated struct {
	Flag *core.Var
	Post []core.Stmt
	Body []core.Stmt
}

// Rotate recognises such a loop; the flag mustn't be used elsewhere in it.
func Rotate(s *core.For) (r Rotated, ok bool) {
	if s.Cond != nil || s.Post != nil || len(s.Body) < 2 {
		return r, false
	}
	i := afterMarks(s.Body, 0)
	if i+1 >= len(s.Body) {
		return r, false
	}
	first, ok1 := s.Body[i].(*core.If)
	j := afterMarks(s.Body, i+1)
	if !ok1 || len(first.Else) > 0 || j == len(s.Body) {
		return r, false
	}
	flag, ok2 := first.Cond.(*core.Var)
	set, ok3 := s.Body[j].(*core.Assign)
	if !ok2 || !ok3 || len(set.L) != 1 || set.L[0] != core.Expr(flag) || core.Text(set.R[0]) != "true" {
		return r, false
	}
	rest := s.Body[j+1:]
	used := false
	core.Inspect(slices.Concat(first.Then, rest), func(core.Stmt) {}, func(x core.Expr) {
		used = used || x == core.Expr(flag)
	})
	return Rotated{flag, first.Then, rest}, !used && !HasLabel(rest) && !HasLabel(first.Then)
}

// afterMarks is the index of the first statement from i on that isn't a mark.
func afterMarks(body []core.Stmt, i int) int {
	for i < len(body) && IsMark(body[i]) {
		i++
	}
	return i
}

// ClearsFlag reports whether the statement before a loop sets its flag to false.
func ClearsFlag(s core.Stmt, flag *core.Var) bool {
	d, ok := s.(*core.Define)
	return ok && d.Var == flag && (d.X == nil || core.Text(d.X) == "false")
}

// smallStep is the direction in which a statement changes i by a constant of at most most.
func smallStep(s core.Stmt, i *core.Var, most int64) (up, small bool) {
	var op token.Token
	var by core.Expr
	switch s := s.(type) {
	case *core.Update:
		if s.L != core.Expr(i) {
			return false, false
		}
		if s.Op == token.INC || s.Op == token.DEC {
			return s.Op == token.INC, true
		}
		op, by = s.Op, s.R
	case *core.Assign:
		b, ok := s.R[0].(*core.Binary)
		if !ok || len(s.L) != 1 || s.L[0] != core.Expr(i) || b.X != core.Expr(i) {
			return false, false
		}
		op, by = b.Op, b.Y
	}
	k, ok := by.(*core.Const)
	if !ok || op != token.ADD && op != token.SUB {
		return false, false
	}
	n, exact := constant.Int64Val(k.Value)
	return op == token.ADD, exact && n > 0 && n <= most
}
