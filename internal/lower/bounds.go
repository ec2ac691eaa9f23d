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
	bits   map[types.Object]int     // of those that can't be negative, see bits
	within map[[2]types.Object]bool // index, slice
}

func newFacts() facts {
	return facts{bits: map[types.Object]int{}, within: map[[2]types.Object]bool{}}
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
	_, ok := l.bits(e)
	return ok
}

// bits is a number of bits that hold all values of an integer expression; ok is false if it
// may be negative as an int, also because it may overflow.
func (l *declLowerer) bits(e ast.Expr) (n int, ok bool) {
	if v := l.value(e); v != nil {
		v = constant.ToInt(v)
		return constant.BitLen(v), constant.Sign(v) >= 0
	}
	t := l.typeOf(e)
	if !hasInfo(t, types.IsInteger) {
		return 0, false
	}
	most := valueBits(t)
	if hasInfo(t, types.IsUnsigned) {
		return most, most < 64
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		n, ok = l.facts.bits[l.localVar(x)]
		return n, ok
	case *ast.BinaryExpr:
		a, okA := l.bits(x.X)
		b, okB := l.bits(x.Y)
		switch x.Op {
		case token.ADD:
			n, ok = max(a, b)+1, okA && okB
		case token.MUL:
			n, ok = a+b, okA && okB
		case token.QUO:
			n, ok = a, okA && okB
		case token.SHR, token.REM:
			n, ok = a, okA
		case token.AND:
			switch n, ok = min(a, b), okA || okB; {
			case !okA:
				n = b
			case !okB:
				n = a
			}
		}
		return n, ok && n <= most
	case *ast.CallExpr:
		if isBuiltin(l.info, x.Fun, "len") || isBuiltin(l.info, x.Fun, "cap") {
			return l.lengthBits(l.typeOf(x.Args[0])), true
		}
	}
	return 0, false
}

// valueBits is how many bits the largest value of an integer type has.
func valueBits(t types.Type) int {
	n := 8 * int(sizeof(t))
	if !hasInfo(t, types.IsUnsigned) {
		n--
	}
	return n
}

// addressBits bounds the number of things that have an address each.
const addressBits = 48

// lengthBits is how many bits the length of a value of a type has. There is no limit where
// elements have no size.
func (l *declLowerer) lengthBits(t types.Type) int {
	switch t := l.coreType(t).(type) {
	case *types.Basic:
		return addressBits
	case *types.Slice:
		if b, ok := t.Elem().Underlying().(*types.Basic); ok && sizeof(b) > 0 {
			return addressBits
		}
	}
	return valueBits(types.Typ[types.Int])
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

// loopFacts are what a loop's head guarantees in its body.
type loopFacts struct {
	index types.Object // can't be negative, nil for none
	bits  int
	slice types.Object // for which the index is in range, nil for none
}

// withFacts lowers a loop's body knowing what its head says.
func (l *declLowerer) withFacts(known loopFacts, body func()) {
	pair := [2]types.Object{known.index, known.slice}
	_, before := l.facts.bits[known.index]
	if known.index != nil && !before {
		l.facts.bits[known.index] = known.bits
		defer delete(l.facts.bits, known.index)
	}
	if known.slice != nil {
		l.facts.within[pair] = true
		defer delete(l.facts.within, pair)
	}
	body()
}

// forFacts reads the head of for i := c; i < n; i += step: the index, if it can't become
// negative, not even by an overflow, and the slice of i < len(s) that the body leaves
// alone.
func (l *declLowerer) forFacts(s *ast.ForStmt) (none loopFacts) {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
		return none
	}
	begin, ok := l.bits(init.Rhs[0])
	counted, step := l.increased(s.Post)
	i := l.localVar(init.Lhs[0])
	if !ok || i == nil || counted == nil || l.localVar(counted) != i || !hasInfo(i.Type(), types.IsInteger) || l.assigns(s.Body, i) {
		return none
	}
	most := valueBits(i.Type())
	if most <= 0 { // of a type parameter
		return none
	}
	c, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || c.Op != token.LSS && c.Op != token.LEQ || l.localVar(c.X) != i {
		if step == 1 && begin < most && most == valueBits(types.Typ[types.Int64]) { // in more than a hundred years
			return loopFacts{index: i, bits: most}
		}
		return none
	}
	end, ok := l.bits(c.Y)
	if !ok {
		end = most
	}
	if (c.Op != token.LSS || step != 1) && max(end, step)+1 > most { // i < n, so i+1 doesn't overflow
		return none
	}
	known := loopFacts{index: i, bits: max(begin, end)}
	call, ok := ast.Unparen(c.Y).(*ast.CallExpr)
	if !ok || c.Op != token.LSS || !isBuiltin(l.info, call.Fun, "len") {
		return known
	}
	if v := l.localVar(call.Args[0]); v != nil && !isPackageVar(v) && !l.assigns(s.Body, v) {
		known.slice = v
	}
	return known
}

// increased is the operand that i++ or i += n increases, and how many bits that has which
// is added; nil for other statements.
func (l *declLowerer) increased(s ast.Stmt) (e ast.Expr, bits int) {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		if s.Tok == token.INC {
			return s.X, 1
		}
	case *ast.AssignStmt:
		if n, ok := l.bits(s.Rhs[0]); ok && s.Tok == token.ADD_ASSIGN {
			return s.Lhs[0], n
		}
	}
	return nil, 0
}

// rangeFacts reads the head of for i := range s.
func (l *declLowerer) rangeFacts(s *ast.RangeStmt) (none loopFacts) {
	if s.Tok != token.DEFINE || absent(s.Key) {
		return none
	}
	i := l.localVar(s.Key)
	if i == nil || !hasInfo(i.Type(), types.IsInteger) || l.assigns(s.Body, i) {
		return none
	}
	known := loopFacts{index: i, bits: valueBits(i.Type())}
	switch t := l.coreType(l.typeOf(s.X)).(type) {
	case *types.Basic: // an integer or a string
		if n, ok := l.bits(s.X); ok {
			known.bits = n
		}
	case *types.Pointer: // to an array
	case *types.Slice, *types.Array:
		known.bits = l.lengthBits(t)
		if v := l.localVar(s.X); v != nil && !isPackageVar(v) && !l.assigns(s.Body, v) {
			known.slice = v
		}
	default: // the keys of a map, and what a channel or a function yields, may be negative
		return none
	}
	return known
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
