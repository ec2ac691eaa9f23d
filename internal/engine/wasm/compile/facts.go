package compile

import (
	"go/constant"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// facts are what is known at the current point of compilation, by the text of what it is
// about, see function.spell:
//
//	a condition         a check that has been passed: it doesn't hold
//	near x              the pointer, or the data of the slice or string, in x is neither
//	                    nil nor far
//	home x              the object of the big variable x is near
//	def t               t has the value of an expression
//	addr x[i]           a local has the element's address
//	val x[i]            locals have the slice at a place in memory
//	if v: FACT          FACT is known if v is true
//
// They end where a variable that they are about is assigned, at labels, and at the end of
// the block in which they were found.
type facts map[string]fact

type fact struct {
	vars []*core.Var
	// memory says that it is about slices in memory, which others may change.
	memory bool
	def    core.Expr    // of a def
	at     code.Local   // of an addr,
	off    uint32       // and the distance of the element from there
	value  []code.Local // of a val
	given  *core.Var    // of an if, and the fact's key
	key    string
}

func (fs facts) kill(v *core.Var) {
	for k, f := range fs {
		for _, w := range f.vars {
			if w == v {
				delete(fs, k)
				break
			}
		}
	}
}

// forgetMemory drops what is known of memory, since other code has run.
func (fs facts) forgetMemory() {
	for k, f := range fs {
		if f.memory {
			delete(fs, k)
		}
	}
}

func (fs facts) clone() facts { return maps.Clone(fs) }

// meet keeps what both know.
func (fs facts) meet(other facts) {
	for k, f := range fs {
		if g, ok := other[k]; !ok || g.at != f.at || g.def != f.def || !slices.Equal(g.value, f.value) {
			delete(fs, k)
		}
	}
}

// suppose adds, as known only if v is true, what is known at the end of a block that ran
// only in that case.
func (f *function) suppose(v *core.Var, end facts) {
	fs := f.facts
	for k, e := range end {
		if _, known := fs[k]; known || e.given != nil {
			continue
		}
		e.vars = append(e.vars[:len(e.vars):len(e.vars)], v)
		e.given, e.key = v, k
		fs["if "+f.nameOf(v)+": "+k] = e
	}
}

// spell is an expression with a name of its own for each variable. A function may have
// several of one name: what a guard's closure captured is beside the original.
func (f *function) spell(x core.Expr) string { return core.TextNaming(x, f.nameOf) }

func (f *function) nameOf(v *core.Var) string {
	if name := f.names[v]; name != "" {
		return name
	}
	name := v.Name
	if f.named[name]++; f.named[name] > 1 {
		name += " " + strconv.Itoa(f.named[name])
	}
	f.names[v] = name
	return name
}

// learn adds what is known if v is true, which it now is.
func (fs facts) learn(v *core.Var) {
	for _, f := range fs.clone() {
		if f.given == v {
			f.given = nil
			fs[f.key] = f
		}
	}
}

// forget drops what is known of variables that statements assign, before a loop or other
// code that may be entered again.
func (f *function) forget(body []core.Stmt) {
	for _, v := range analysis.Assigned(body) {
		f.facts.kill(v)
	}
	if f.flow.Unlinks(body) {
		f.facts.forgetMemory()
	}
}

// forgetLoop is forget for a loop.
func (f *function) forgetLoop(s *core.For) {
	tr := f.flow.Loop(s)
	for _, v := range tr.Assigned {
		f.facts.kill(v)
	}
	if tr.Unlinks {
		f.facts.forgetMemory()
	}
}

// locals are the local variables that an expression depends on, if it depends on nothing
// else: its value changes only when one of them is assigned.
func (f *function) locals(x core.Expr) (vars []*core.Var, ok bool) {
	ok = true
	var visit func(core.Expr)
	visit = func(x core.Expr) {
		switch x := x.(type) {
		case nil:
			return
		case *core.Var:
			v := f.vars[x]
			if ok = ok && v != nil && !v.big; ok {
				vars = append(vars, x)
			}
		case *core.Const, *core.Binary, *core.Unary, *core.Builtin, *core.Conv:
		case *core.Field:
			ok = ok && kindOf(f.c, x.X.Type()) != reflect.Pointer
		case *core.Call:
			b, is := x.Fun.(*core.Builtin)
			ok = ok && is && b.Op == core.Len && !f.flow.IsMap(x.Args[0]) && kindOf(f.c, x.Args[0].Type()) != reflect.Chan
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

// maxDef bounds the text of definitions, since they are substituted into each other.
const maxDef = 80

// defined records that a variable has the value of an expression, so that what is known
// of one is known of the other.
func (f *function) defined(v *core.Var, x core.Expr) {
	if x == nil || v.Cell {
		return
	}
	if f.leadsNear(x) {
		f.facts[f.nearKey(v)] = fact{vars: []*core.Var{v}}
	}
	if kindOf(f.c, v.T) == reflect.Slice && f.vars[v] != nil {
		f.hasValue(x, f.vars[v].locals, v)
	}
	switch x.(type) {
	case *core.Var, *core.Binary, *core.Call:
	default:
		return
	}
	if f.vars[v] == nil {
		return
	}
	x = f.canonical(x)
	vars, ok := f.locals(x)
	if !ok || len(f.spell(x)) > maxDef {
		return
	}
	for _, w := range vars {
		if w == v {
			return
		}
	}
	f.facts["def "+f.nameOf(v)] = fact{vars: append(vars, v), def: x}
}

// leadsNear reports whether a value points to the same memory as something that is known
// to be near.
func (f *function) leadsNear(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Var:
		return f.isNear(x)
	case *core.Const:
		return x.T.BasicKind() == constant.String
	case *core.SliceExpr:
		k := kindOf(f.c, x.X.Type())
		return (k == reflect.Slice || k == reflect.String) && f.isNear(x.X)
	}
	return false
}

// canonical replaces variables by their definitions.
func (f *function) canonical(x core.Expr) core.Expr {
	switch x := x.(type) {
	case *core.Var:
		if d, ok := f.facts["def "+f.nameOf(x)]; ok {
			return d.def
		}
	case *core.Binary:
		return &core.Binary{Op: x.Op, X: f.canonical(x.X), Y: f.canonical(x.Y), T: x.T}
	case *core.Unary:
		return &core.Unary{Op: x.Op, X: f.canonical(x.X), T: x.T}
	case *core.Conv:
		return &core.Conv{T: x.T, X: f.canonical(x.X)}
	case *core.Index:
		return &core.Index{X: f.canonical(x.X), I: f.canonical(x.I), T: x.T, Checked: x.Checked}
	case *core.Call:
		if _, ok := x.Fun.(*core.Builtin); ok && len(x.Args) == 1 {
			return &core.Call{Fun: x.Fun, Args: []core.Expr{f.canonical(x.Args[0])}, T: x.T}
		}
	}
	return x
}

// elementKey names the fact that a local has an element's address, which depends only on
// vars; ok is false if it depends on more.
func (f *function) elementKey(x *core.Index) (key string, vars []*core.Var, ok bool) {
	i := f.canonical(x.I)
	vars, ok = f.locals(i)
	if !ok {
		return "", nil, false
	}
	switch b := f.canonical(x.X).(type) {
	case *core.Var:
		v := f.vars[b]
		if v == nil {
			return "", nil, false
		}
		if !v.big {
			vars = append(vars, b)
		}
		return "addr " + f.nameOf(b) + "[" + f.spell(i) + "]", vars, true
	case *core.Deref:
		v, cell := b.X.(*core.Var)
		if !cell || !v.Cell {
			return "", nil, false
		}
		return "addr *" + f.nameOf(v) + "[" + f.spell(i) + "]", append(vars, v), b.Type().Kind == core.Array
	case *core.Index:
		if b.T.Kind != core.Array {
			return "", nil, false
		}
		outer, more, ok := f.elementKey(b)
		return outer + "[" + f.spell(i) + "]", append(vars, more...), ok
	}
	return "", nil, false
}
