package compile

import (
	"go/constant"
	"maps"
	"reflect"
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// facts are what is known at the current point of compilation. They emit nothing: the
// emitter asks before it emits a check or a load, and says what it has emitted.
//
// A fact ends where a variable that it is about is assigned, at labels, and at the end of
// the block in which it was found.
type facts struct {
	flow  *analysis.Function
	terms terms
	known factMap
}

// factMap has the facts of a point.
type factMap map[factKey]fact

// factKey says what a fact is about. The zero key is never known.
type factKey struct {
	kind  factKind
	of    *core.Var
	x     term
	given *core.Var // it is known only if this is true; nil for always
}

type factKind uint8

const (
	factRefuted factKind = iota + 1 // the condition x: a check that has been passed, so it doesn't hold
	factNear                        // the pointer, or the data of the slice or string, in a variable is neither nil nor far
	factHome                        // the object of a big variable is near
	factDefined                     // a variable has the value of an expression
	factAddress                     // a local has the address of the element x
	factSlice                       // locals have the slice that is in memory at x
)

type fact struct {
	vars []*core.Var
	// memory says that it is about slices in memory, which others may change.
	memory bool
	def    core.Expr    // of a variable that is defined
	at     code.Local   // of an address,
	off    uint32       // and the distance of the element from there
	value  []code.Local // of a slice
}

func newFacts(flow *analysis.Function) *facts {
	return &facts{flow: flow, terms: terms{numbers: map[node]term{}}, known: factMap{}}
}

func (fs *facts) has(k factKey) bool {
	_, ok := fs.known[k]
	return ok
}

// save is a copy of what is known here, to be restored by assigning it.
func (fs *facts) save() factMap { return maps.Clone(fs.known) }

// clear forgets everything, at a label.
func (fs *facts) clear() { fs.known = factMap{} }

// kill drops what is known of a variable, which is assigned.
func (fs *facts) kill(v *core.Var) {
	for k, f := range fs.known {
		for _, w := range f.vars {
			if w == v {
				delete(fs.known, k)
				break
			}
		}
	}
}

// killPlace drops what is known of a place that was assigned.
func (fs *facts) killPlace(l core.Expr) {
	if v := core.AssignedVar(l); v != nil {
		fs.kill(v)
	}
	fs.forgetMemoryIf(fs.flow.StoresPointers(l))
}

// forgetMemory drops what is known of memory, since other code has run.
func (fs *facts) forgetMemory() {
	for k, f := range fs.known {
		if f.memory {
			delete(fs.known, k)
		}
	}
}

// forgetMemoryIf drops what is known of slices in memory, if pointers may have been
// overwritten.
func (fs *facts) forgetMemoryIf(pointers bool) {
	if pointers {
		fs.forgetMemory()
	}
}

// forgetAssigned drops what is known of variables that statements assign, before code that
// may be entered again.
func (fs *facts) forgetAssigned(body []core.Stmt) {
	for _, v := range analysis.Assigned(body) {
		fs.kill(v)
	}
	fs.forgetMemoryIf(fs.flow.Unlinks(body))
}

// forgetLoop is forgetAssigned for a loop.
func (fs *facts) forgetLoop(s *core.For) {
	l := fs.flow.Loop(s)
	for _, v := range l.Assigned {
		fs.kill(v)
	}
	fs.forgetMemoryIf(l.Unlinks)
}

// meet keeps what both know.
func (fs factMap) meet(other factMap) {
	for k, f := range fs {
		if g, ok := other[k]; !ok || g.at != f.at || g.def != f.def || !slices.Equal(g.value, f.value) {
			delete(fs, k)
		}
	}
}

// suppose adds, as known only if v is true, what is known at the end of a block that ran
// only in that case.
func (fs *facts) suppose(v *core.Var, end factMap) {
	for k, e := range end {
		if fs.has(k) || k.given != nil {
			continue
		}
		e.vars = append(e.vars[:len(e.vars):len(e.vars)], v)
		k.given = v
		fs.known[k] = e
	}
}

// learn adds what is known if v is true, which it now is.
func (fs *facts) learn(v *core.Var) {
	for k, f := range fs.save() {
		if k.given == v {
			k.given = nil
			fs.known[k] = f
		}
	}
}

// dependsOn are the local variables that an expression depends on, if it depends on
// nothing else: its value changes only when one of them is assigned.
func (fs *facts) dependsOn(x core.Expr) (vars []*core.Var, ok bool) {
	ok = true
	kind := fs.flow.Types.Kind
	var visit func(core.Expr)
	visit = func(x core.Expr) {
		switch x := x.(type) {
		case nil:
			return
		case *core.Var:
			if ok = ok && fs.flow.Place(x) == analysis.InLocals; ok {
				vars = append(vars, x)
			}
		case *core.Const, *core.Binary, *core.Unary, *core.Builtin, *core.Conv:
		case *core.Field:
			ok = ok && kind(x.X.Type()) != reflect.Pointer
		case *core.Call:
			b, is := x.Fun.(*core.Builtin)
			ok = ok && is && b.Op == core.Len && !fs.flow.IsMap(x.Args[0]) && kind(x.Args[0].Type()) != reflect.Chan
		default:
			ok = false
		}
		for _, p := range core.Parts(x) {
			visit(*p)
		}
	}
	visit(x)
	return vars, ok
}

// ---- definitions ----

// maxDef bounds the size of definitions, since they are substituted into each other.
const maxDef = 24

// define records that a variable has the value of an expression, so that what is known of
// one is known of the other. ls are the variable's locals.
func (fs *facts) define(v *core.Var, x core.Expr, ls []code.Local) {
	if x == nil || v.Cell {
		return
	}
	if fs.leadsNear(x) {
		fs.known[nearKey(v)] = fact{vars: []*core.Var{v}}
	}
	if fs.flow.Place(v) == analysis.Outside {
		return
	}
	if fs.flow.Types.Kind(v.T) == reflect.Slice {
		fs.recordSlice(x, ls, v)
	}
	switch x.(type) {
	case *core.Var, *core.Binary, *core.Call:
	default:
		return
	}
	x = fs.canonical(x)
	vars, ok := fs.dependsOn(x)
	if !ok || fs.terms.size(fs.terms.of(x)) > maxDef || slices.Contains(vars, v) {
		return
	}
	fs.known[factKey{kind: factDefined, of: v}] = fact{vars: append(vars, v), def: x}
}

// canonical replaces variables by their definitions.
func (fs *facts) canonical(x core.Expr) core.Expr {
	switch x := x.(type) {
	case *core.Var:
		if d, ok := fs.known[factKey{kind: factDefined, of: x}]; ok {
			return d.def
		}
	case *core.Binary:
		return &core.Binary{Op: x.Op, X: fs.canonical(x.X), Y: fs.canonical(x.Y), T: x.T}
	case *core.Unary:
		return &core.Unary{Op: x.Op, X: fs.canonical(x.X), T: x.T}
	case *core.Conv:
		return &core.Conv{T: x.T, X: fs.canonical(x.X)}
	case *core.Index:
		return &core.Index{X: fs.canonical(x.X), I: fs.canonical(x.I), T: x.T, Checked: x.Checked}
	case *core.Call:
		if _, ok := x.Fun.(*core.Builtin); ok && len(x.Args) == 1 {
			return &core.Call{Fun: x.Fun, Args: []core.Expr{fs.canonical(x.Args[0])}, T: x.T}
		}
	}
	return x
}

// ---- what is near ----

// isNear reports whether it is known that a pointer, or the data of a slice or a string,
// is neither nil nor far.
func (fs *facts) isNear(x core.Expr) bool {
	if _, constant := x.(*core.Const); constant {
		return true
	}
	return fs.has(nearKey(x))
}

// nearKey is the fact that the pointer in a variable, or the data of a slice or a string,
// is neither nil nor far.
func nearKey(x core.Expr) factKey {
	if v, ok := x.(*core.Var); ok {
		return factKey{kind: factNear, of: v}
	}
	return factKey{}
}

// homeKey is the fact that a big variable's object is near. No assignment changes it.
func homeKey(v *core.Var) factKey { return factKey{kind: factHome, of: v} }

// leadsNear reports whether a value points to the same memory as something that is known
// to be near.
func (fs *facts) leadsNear(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Var:
		return fs.isNear(x)
	case *core.Const:
		return x.T.BasicKind() == constant.String
	case *core.SliceExpr:
		k := fs.flow.Types.Kind(x.X.Type())
		return (k == reflect.Slice || k == reflect.String) && fs.isNear(x.X)
	}
	return false
}

// ---- elements and slices in memory ----

// element is an element as a term, if its address depends only on vars.
func (fs *facts) element(x *core.Index) (t term, vars []*core.Var, ok bool) {
	i := fs.canonical(x.I)
	vars, ok = fs.dependsOn(i)
	if !ok {
		return 0, nil, false
	}
	index := fs.terms.of(i)
	switch b := fs.canonical(x.X).(type) {
	case *core.Var:
		switch fs.flow.Place(b) {
		case analysis.Outside:
			return 0, nil, false
		case analysis.InLocals:
			vars = append(vars, b)
		}
		return fs.terms.index(fs.terms.of(b), index), vars, true
	case *core.Deref:
		v, cell := b.X.(*core.Var)
		if !cell || !v.Cell {
			return 0, nil, false
		}
		return fs.terms.index(fs.terms.of(b), index), append(vars, v), b.Type().Kind == core.Array
	case *core.Index:
		if b.T.Kind != core.Array {
			return 0, nil, false
		}
		outer, more, ok := fs.element(b)
		return fs.terms.index(outer, index), append(vars, more...), ok
	}
	return 0, nil, false
}

// elementKey is the fact that a local has an element's address, which depends only on
// vars; ok is false if it depends on more.
func (fs *facts) elementKey(x *core.Index) (k factKey, vars []*core.Var, ok bool) {
	t, vars, ok := fs.element(x)
	return factKey{kind: factAddress, x: t}, vars, ok
}

// sliceKey is the fact that locals have the slice at a place in memory; vars are what the
// place depends on.
func (fs *facts) sliceKey(x core.Expr) (k factKey, vars []*core.Var, ok bool) {
	if fs.flow.Types.Kind(x.Type()) != reflect.Slice {
		return k, nil, false
	}
	k.kind = factSlice
	switch x := x.(type) {
	case *core.Index:
		if !x.Checked {
			return k, nil, false
		}
		k.x, vars, ok = fs.element(x)
		if v := core.AssignedVar(x); v != nil { // of an array: its address doesn't depend on it, but its value
			vars = append(vars, v)
		}
		return k, vars, ok
	case *core.Field:
		if v := fs.pointerOf(x); v != nil {
			k.x = fs.terms.field(fs.terms.of(v), x.Name)
			return k, []*core.Var{v}, true
		}
	case *core.Deref:
		if v, is := x.X.(*core.Var); is && fs.flow.Place(v) != analysis.Outside {
			k.x = fs.terms.of(x)
			return k, []*core.Var{v}, true
		}
	}
	return k, nil, false
}

// pointerOf is the variable whose pointer leads to a field, nil if there is none.
func (fs *facts) pointerOf(x *core.Field) *core.Var {
	p := x.X
	if d, ok := p.(*core.Deref); ok {
		p = d.X
	} else if p.Type().Kind != core.Pointer {
		return nil
	}
	if v, ok := p.(*core.Var); ok && fs.flow.Place(v) != analysis.Outside {
		return v
	}
	return nil
}

// sliceIn are the locals that have a slice in memory, if some do.
func (fs *facts) sliceIn(x core.Expr) (ls []code.Local, ok bool) {
	k, _, ok := fs.sliceKey(x)
	if !ok {
		return nil, false
	}
	v, ok := fs.known[k]
	return v.value, ok
}

// recordSlice records that locals have the slice at a place, as long as the variables
// aren't assigned.
func (fs *facts) recordSlice(x core.Expr, ls []code.Local, more ...*core.Var) {
	if k, vars, ok := fs.sliceKey(x); ok {
		fs.known[k] = fact{vars: append(vars, more...), memory: true, value: ls}
	}
}
