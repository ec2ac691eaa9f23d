package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// An index out of range panics with Go's message, which names index and length. So an
// index is compared with the length first, unless a loop guarantees that it is in range:
// for i := range s, and for i := 0; i < len(s); i++ where the body assigns neither. An
// index that can't be negative is compared on one side only.

// facts are what the enclosing loops guarantee about variables.
type facts struct {
	nonNegative map[types.Object]bool
	within      map[[2]types.Object]bool // index, slice
}

func newFacts() facts {
	return facts{nonNegative: map[types.Object]bool{}, within: map[[2]types.Object]bool{}}
}

// element is base[i], checked; e is the index as the user wrote it, x the
// operand.
func (l *funcLowerer) element(base, i core.Expr, x, e ast.Expr, el *core.Type) core.Expr {
	ix := &core.Index{X: base, I: i, T: el, Checked: true}
	if l.provedWithin(x, e) {
		return ix
	}
	check := func() { ix.X, ix.I = l.checkIndex(ix.X, ix.I, e) }
	if l.later == nil {
		check()
	} else {
		*l.later = append(*l.later, check)
	}
	return ix
}

func (l *declLowerer) provedWithin(x, e ast.Expr) bool {
	i, s := l.localVar(e), l.localVar(x)
	return i != nil && s != nil && l.facts.within[[2]types.Object{i, s}]
}

// localVar is the variable that e names, if nothing else can assign it.
func (l *declLowerer) localVar(e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := l.obj(id).(*types.Var)
	if !ok || l.vars.cell[v] {
		return nil
	}
	return v
}

// checkIndex emits the comparison.
func (l *funcLowerer) checkIndex(base, i core.Expr, e ast.Expr) (core.Expr, core.Expr) {
	if l.lengthOf(base) == nil { // an element of another slice, a field of a field
		base = l.spill(base)
	}
	n := l.lengthOf(base)
	c, isC := i.(*core.Const)
	if isC && base.Type().Kind == core.Array {
		return base, i // checked when it was compiled
	}
	if !isC {
		i = l.atom(i)
	}
	cond := core.Expr(&core.Binary{Op: token.GEQ, X: i, Y: n, T: core.Bool})
	if c == nil && !l.nonNegative(e) {
		cond = &core.Binary{Op: token.LOR, X: cond, Y: below(i), T: core.Bool}
	}
	fail := "IndexOutOfRange"
	if l.wide(e) {
		fail = "UnsignedOutOfRange"
	}
	var fails []core.Stmt
	if p, ok := base.(*core.Deref); ok && base.Type().Kind == core.Array { // whose length doesn't depend on p
		fails = append(fails, &core.If{Cond: isNilExpr(p.X), Then: l.nilPanic()})
	}
	l.emit(&core.If{Cond: cond, Then: append(fails, &core.Do{X: &core.Call{Fun: core.Rt(fail), Args: []core.Expr{i, n}}})})
	return base, i
}

// wide reports whether an index is of an unsigned type that int can't hold: negative as
// an int, it is a large number to the user.
func (l *declLowerer) wide(e ast.Expr) bool {
	return e != nil && hasInfo(l.typeOf(e), types.IsUnsigned) && sizeof(l.typeOf(e)) == 8
}

func below(i core.Expr) core.Expr {
	return &core.Binary{Op: token.LSS, X: i, Y: core.IntConst(0), T: core.Bool}
}

// lengthOf is the length of an array, or of a slice or string in a place that
// can be read twice.
func (l *Lowerer) lengthOf(base core.Expr) core.Expr {
	if base.Type().Kind == core.Array {
		return core.IntConst(base.Type().Len)
	}
	switch x := base.(type) {
	case *core.Var:
	case *core.Field:
		of := x.X
		if d, ok := of.(*core.Deref); ok {
			of = d.X
		}
		if _, ok := of.(*core.Var); !ok {
			return nil
		}
	case *core.Deref:
	default:
		return nil
	}
	return &core.Call{Fun: &core.Builtin{Op: core.Len}, Args: []core.Expr{base}, T: core.Int}
}

// nonNegative reports whether an index can't be negative as an int, as a 64-bit unsigned
// one can.
func (l *declLowerer) nonNegative(e ast.Expr) bool {
	if v := l.value(e); v != nil {
		return constant.Sign(constant.ToInt(v)) >= 0
	}
	if t := l.typeOf(e); hasInfo(t, types.IsUnsigned) {
		return sizeof(t) < 8
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		o := l.localVar(x)
		return o != nil && l.facts.nonNegative[o]
	case *ast.BinaryExpr:
		switch x.Op {
		case token.ADD, token.MUL, token.QUO, token.SHR:
			return l.nonNegative(x.X) && l.nonNegative(x.Y)
		case token.REM, token.AND:
			return l.nonNegative(x.X)
		}
	case *ast.CallExpr:
		return isBuiltin(l.info, x.Fun, "len") || isBuiltin(l.info, x.Fun, "cap")
	}
	return false
}

// checkSlice emits the comparisons of base[lo:hi:max].
func (l *funcLowerer) checkSlice(s *core.SliceExpr, x *ast.SliceExpr) {
	if s.Lo == nil && s.Hi == nil {
		return
	}
	if l.lengthOf(s.X) == nil {
		s.X = l.spill(s.X)
	}
	n := l.lengthOf(s.X)
	most := n
	if s.X.Type().Kind == core.Slice {
		most = &core.Call{Fun: &core.Builtin{Op: core.Cap}, Args: n.(*core.Call).Args, T: core.Int}
	}
	var bad core.Expr
	or := func(c core.Expr) {
		if bad == nil {
			bad = c
			return
		}
		bad = &core.Binary{Op: token.LOR, X: bad, Y: c, T: core.Bool}
	}
	greater := func(a, b core.Expr) { or(&core.Binary{Op: token.GTR, X: a, Y: b, T: core.Bool}) }
	lo, hi, top := s.Lo, s.Hi, s.Max
	if hi == nil {
		hi = n
	}
	if top != nil {
		greater(top, most)
		greater(hi, top)
	} else if s.Hi != nil {
		greater(hi, most)
	}
	if lo != nil {
		greater(lo, hi)
		if !l.nonNegative(x.Low) {
			or(below(lo))
		}
	} else {
		lo = core.IntConst(0)
		if s.Hi != nil && !l.nonNegative(x.High) {
			or(below(hi))
		}
	}
	if bad == nil {
		return
	}
	if top == nil {
		top = core.IntConst(0)
	}
	fail, args := "SliceOutOfRange", []core.Expr{lo, hi, top, most, core.BoolConst(s.X.Type().Kind == core.Slice), core.BoolConst(s.Hi != nil), core.BoolConst(s.Max != nil)}
	if wide := l.wideBounds(x); wide != 0 {
		fail, args = "UnsignedSliceOutOfRange", append(args, core.IntConst(wide))
	}
	l.emit(&core.If{Cond: bad, Then: []core.Stmt{&core.Do{X: &core.Call{Fun: core.Rt(fail), Args: args}}}})
	s.Checked = true
}

// wideBounds has a bit for each bound that is wide, as rt.UnsignedSliceOutOfRange takes
// them.
func (l *declLowerer) wideBounds(x *ast.SliceExpr) (bits int64) {
	for i, e := range []ast.Expr{x.Low, x.High, x.Max} {
		if l.wide(e) {
			bits |= 1 << i
		}
	}
	return bits
}

// withFacts lowers a loop's body knowing what its head says.
func (l *declLowerer) withFacts(index, slice types.Object, nonNegative bool, body func()) {
	pair := [2]types.Object{index, slice}
	if index == nil || l.facts.nonNegative[index] {
		nonNegative = false
	}
	if nonNegative {
		l.facts.nonNegative[index] = true
	}
	if slice != nil {
		l.facts.within[pair] = true
	}
	body()
	if nonNegative {
		delete(l.facts.nonNegative, index)
	}
	if slice != nil {
		delete(l.facts.within, pair)
	}
}

// forFacts reads the head of for i := c; i < n; i++: the index, if it can't be
// negative, and the slice of i < len(s) that the body leaves alone.
func (l *declLowerer) forFacts(s *ast.ForStmt) (index, slice types.Object) {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || !l.nonNegative(init.Rhs[0]) {
		return nil, nil
	}
	counted := l.increased(s.Post)
	i := l.localVar(init.Lhs[0])
	if i == nil || counted == nil || l.localVar(counted) != i || l.assigns(s.Body, i) {
		return nil, nil
	}
	if !hasInfo(i.Type(), types.IsInteger) {
		return nil, nil
	}
	c, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || c.Op != token.LSS || l.localVar(c.X) != i {
		return i, nil
	}
	call, ok := ast.Unparen(c.Y).(*ast.CallExpr)
	if !ok || !isBuiltin(l.info, call.Fun, "len") {
		return i, nil
	}
	v := l.localVar(call.Args[0])
	if v == nil || isPackageVar(v) || l.assigns(s.Body, v) {
		return i, nil
	}
	return i, v
}

// increased is the operand that i++ or i += n increases, nil for other statements.
func (l *declLowerer) increased(s ast.Stmt) ast.Expr {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		if s.Tok == token.INC {
			return s.X
		}
	case *ast.AssignStmt:
		if s.Tok == token.ADD_ASSIGN && l.nonNegative(s.Rhs[0]) {
			return s.Lhs[0]
		}
	}
	return nil
}

// rangeFacts reads the head of for i := range s.
func (l *declLowerer) rangeFacts(s *ast.RangeStmt) (index, slice types.Object) {
	if s.Tok != token.DEFINE || absent(s.Key) {
		return nil, nil
	}
	i := l.localVar(s.Key)
	if i == nil || !hasInfo(i.Type(), types.IsInteger) || l.assigns(s.Body, i) {
		return nil, nil
	}
	t := l.typeOf(s.X)
	switch l.coreType(t).(type) {
	case *types.Slice, *types.Array:
	default:
		return i, nil
	}
	v := l.localVar(s.X)
	if v == nil || isPackageVar(v) || l.assigns(s.Body, v) {
		return i, nil
	}
	return i, v
}

// assigns reports whether a tree assigns the variable or takes its address.
func (l *declLowerer) assigns(n ast.Node, o types.Object) bool {
	found := false
	is := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && l.obj(id) == o {
			found = true
		}
	}
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.AssignStmt:
			for _, e := range m.Lhs {
				is(e)
			}
		case *ast.IncDecStmt:
			is(m.X)
		case *ast.UnaryExpr:
			if m.Op == token.AND {
				is(m.X)
			}
		case *ast.RangeStmt:
			if m.Tok == token.ASSIGN {
				is(m.Key)
				if m.Value != nil {
					is(m.Value)
				}
			}
		}
		return !found
	})
	return found
}
