package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"riffle/internal/core"
)

// An assignment stores in places. Go specifies only that calls go from left to right, and
// that a statement's assignments come last. Otherwise we do as the gc compiler does,
// since a program that panics or changes its operands on the way can tell:
//
//   - the calls in the places, and those map keys that the compiler copies;
//   - the values on the right;
//   - the rest of the places, with the checks of what is read there;
//   - for each place in turn: the check of the place itself, and the store.

// target is where an assignment stores: a place, or a new variable.
type target struct {
	obj    types.Object // declared here
	place  core.Expr
	t      types.Type // nil for the blank identifier
	checks []func()   // of the place, emitted when its turn comes
}

func isBlank(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "_"
}

func (l *funcLowerer) target(e ast.Expr, define, simple bool) target {
	if isBlank(e) {
		return target{}
	}
	if id, ok := e.(*ast.Ident); ok {
		if o := l.info.Defs[id]; o != nil && define {
			return target{obj: o, t: l.st(o.Type())}
		}
	}
	return target{place: l.placeFor(e, simple), t: l.storedType(e)}
}

// storedType is the type of what an assignment stores in e, nil for the blank identifier.
func (l *funcLowerer) storedType(e ast.Expr) types.Type {
	if isBlank(e) {
		return nil
	}
	if id, ok := e.(*ast.Ident); ok {
		return l.st(l.obj(id).Type())
	}
	return l.typeOf(e)
}

// targets evaluates the places of an assignment to several.
func (l *funcLowerer) targets(s *ast.AssignStmt) []target {
	// a[i], a[j] = a[j], a[i]: nothing here changes a, i or j
	simple := !l.anyImpure(s.Rhs)
	for _, e := range s.Lhs {
		if _, ok := ast.Unparen(e).(*ast.IndexExpr); !ok {
			simple = false
		}
	}
	read := map[string]bool{}
	if simple {
		for _, e := range s.Rhs {
			read[types.ExprString(ast.Unparen(e))] = true
		}
	}
	var tgs []target
	for _, e := range s.Lhs {
		tg := l.collectChecks(func() target { return l.target(e, s.Tok == token.DEFINE, simple) })
		if simple && len(tg.checks) == 1 && read[types.ExprString(ast.Unparen(e))] {
			tg.checks = nil // it was read
		}
		tgs = append(tgs, tg)
	}
	return tgs
}

// collectChecks returns a target whose own checks aren't emitted yet.
func (l *funcLowerer) collectChecks(f func() target) target {
	var checks []func()
	outer := l.later
	l.later = &checks
	defer func() { l.later = outer }()
	tg := f()
	tg.checks = checks
	return tg
}

// operand evaluates what a place reads, with its checks at once.
func (l *funcLowerer) operand(f func() core.Expr) core.Expr {
	outer := l.later
	l.later = nil
	defer func() { l.later = outer }()
	return f()
}

func (l *funcLowerer) store(t target, x core.Expr) {
	for _, check := range t.checks {
		check()
	}
	switch {
	case t.obj != nil:
		l.declareVar(t.obj, x)
	case t.place != nil:
		l.set(t.place, x)
	default:
		l.effect(x)
	}
}

// valued is the right side of an assignment to one place, evaluated before the place:
// only what can no longer panic is left to the store.
func (l *funcLowerer) valued(e ast.Expr, x core.Expr) core.Expr {
	if l.impure(e) || faults(x) {
		return l.spillUnlessConst(x)
	}
	return x
}

// faults reports whether evaluating an operand may dereference nil. Everything else that
// panics was checked before.
func faults(x core.Expr) (found bool) {
	core.Inspect([]core.Stmt{&core.Do{X: x}}, func(core.Stmt) {}, func(x core.Expr) {
		switch x := x.(type) {
		case *core.Deref:
			v, ok := x.X.(*core.Var)
			found = found || !ok || !v.Cell // a cell is never nil
		case *core.Field:
			found = found || x.X.Type().Kind == core.Pointer
		}
	})
	return found
}

// isPlace reports whether e is anything but a plain variable.
func isPlace(e ast.Expr) bool {
	_, variable := ast.Unparen(e).(*ast.Ident)
	return !variable
}

// hoist evaluates what is early in places. Its values are used until end is called.
func (l *funcLowerer) hoist(places, values []ast.Expr) (end func()) {
	return l.order(places, nil, l.anyImpure(values))
}

// changed tells for each value of an assignment to several whether an assignment before it
// might change it, by what the compiler knows of aliases (ascompatee in
// cmd/compile/internal/walk): one to memory changes all that reads memory.
func (l *funcLowerer) changed(s *ast.AssignStmt) []bool {
	var memory bool
	set := map[types.Object]bool{}
	changed := make([]bool, len(s.Rhs))
	for i, e := range s.Rhs {
		changed[i] = l.reads(e, memory, set)
		switch v := l.holder(s.Lhs[i]); {
		case isBlank(s.Lhs[i]):
		case v == nil:
			memory = true
		default:
			set[v] = true
		}
	}
	return changed
}

// holder is the variable of the function's own that a place is in, nil if there is none.
func (l *funcLowerer) holder(e ast.Expr) types.Object {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := l.info.ObjectOf(x).(*types.Var); ok && !l.inMemory(v) {
			return v
		}
	case *ast.SelectorExpr:
		if sel := l.info.Selections[x]; sel != nil && !sel.Indirect() {
			return l.holder(x.X)
		}
	case *ast.IndexExpr:
		if _, array := l.coreType(l.typeOf(x.X)).(*types.Array); array {
			return l.holder(x.X)
		}
	}
	return nil
}

// inMemory reports whether a variable can be read by a pointer or in another function.
func (l *funcLowerer) inMemory(v *types.Var) bool {
	return l.vars.cell[v] || l.vars.captured[v] || isPackageVar(v)
}

// reads reports whether an expression reads one of the variables or, with memory, anything
// that isn't in a variable of the function's own, apart from what is early.
func (l *funcLowerer) reads(e ast.Expr, memory bool, vars map[types.Object]bool) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && (l.value(x) != nil || l.early(x)) {
			return false
		}
		switch x := n.(type) {
		case *ast.Ident:
			v, ok := l.info.Uses[x].(*types.Var)
			found = found || ok && (vars[v] || memory && !v.IsField() && l.inMemory(v))
		case *ast.SelectorExpr:
			sel := l.info.Selections[x]
			found = found || memory && sel != nil && sel.Indirect()
		case *ast.StarExpr, *ast.IndexExpr, *ast.CompositeLit, *ast.FuncLit:
			found = found || memory
		case *ast.UnaryExpr:
			found = found || memory && (x.Op == token.AND || x.Op == token.NOT)
		case *ast.BinaryExpr:
			found = found || memory && hasInfo(l.typeOf(x), types.IsBoolean) // a comparison
		}
		return !found
	})
	return found
}

// castKey reports whether the compiler passes a map's key by value after it has copied it
// into a number or a string: that of a struct or an array.
func castKey(m *types.Map) bool {
	switch m.Key().Underlying().(type) {
	case *types.Struct, *types.Array:
		n, text := hashedAs(m.Key())
		return sizeof(m.Elem()) <= 128 && (text || n == 4 || n == 8)
	}
	return false
}

// hashedAs is how a key is hashed: as so many bytes of memory, or as a string; as neither
// if both are zero.
func hashedAs(t types.Type) (size int64, text bool) {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan:
		return 8, false
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return 0, true
		case u.Info()&(types.IsInteger|types.IsBoolean) != 0 || u.Kind() == types.UnsafePointer:
			return sizeof(u), false
		}
	case *types.Array:
		n, text := hashedAs(u.Elem())
		if u.Len() == 1 {
			return n, text
		}
		return n * u.Len(), false
	case *types.Struct:
		var sum int64
		for f := range u.Fields() {
			n, text := hashedAs(f.Type())
			switch {
			case f.Name() == "_":
				return 0, false
			case u.NumFields() == 1:
				return n, text
			case n == 0:
				return 0, false
			}
			sum += n
		}
		if sum == sizeof(u) { // no padding
			return sum, false
		}
	}
	return 0, false
}

// fastKey reports whether the compiler passes a map's key by value; then it doesn't copy
// the key before the calls on the right: runtime/map_fast*.go.
func fastKey(m *types.Map) bool {
	if sizeof(m.Elem()) > 128 {
		return false
	}
	switch k := m.Key().Underlying().(type) {
	case *types.Pointer, *types.Chan:
		return true
	case *types.Basic:
		return k.Info()&types.IsString != 0 || k.Kind() == types.UnsafePointer || k.Info()&types.IsInteger != 0 && sizeof(k) >= 4
	}
	return false
}
