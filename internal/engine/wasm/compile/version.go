package compile

import (
	"go/token"
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
)

// A pointer or a slice that isn't assigned in a loop, or in a whole function, must be
// checked only once: if it is nil or far, a second version of the code runs, which checks
// each time.

// maxVersioned is the maximum size of code, in tree nodes, that gets two versions.
const maxVersioned = 1500

// candidate is a variable that the code dereferences: a pointer, a slice or a string, or
// a big one in an object.
type candidate struct {
	v     *core.Var
	there bool // it isn't nil, or a slice
	key   factKey
}

// leadsFar pushes whether what a candidate points to is far or nil.
func (f *function) leadsFar(c candidate) {
	v := f.vars[c.v]
	if v.big {
		f.isFar(f.home(v))
		return
	}
	f.isFar(place{base: v.locals[0], there: c.there})
}

// known is the fact that a candidate isn't far.
func (p *plan) known(c candidate) fact {
	if p.vars[c.v].big {
		return fact{}
	}
	return fact{vars: []*core.Var{c.v}}
}

// versions compiles code in two versions, if that is useful. One is for the case that all
// pointers are near and, in a loop, no invariant check fails: so it can begin by
// evaluating what the checks are about.
func (f *function) versions(body []core.Stmt, loop bool, compile func()) {
	if f.slow || loop && f.flow.AsksHost(body[0].(*core.For).Body) {
		compile()
		return
	}
	cs := f.candidates(body)
	in := &invariants{}
	if loop && cs != nil {
		in = f.facts.invariantsOf(body[0].(*core.For))
		if !f.flow.Loop(body[0].(*core.For)).Innermost {
			in.checks = nil // those pay off only where most of the time is spent
		}
	}
	if len(cs)+len(in.checks) == 0 {
		f.hoist(in)
		compile()
		return
	}
	f.inTwoVersions(cs, in, func() *aside { return f.asideOf(body, loop) }, compile)
}

// inTwoVersions compiles code for the case that what candidates point to is near and no
// invariant check fails, and for the other case. That may be in a function aside.
func (f *function) inTwoVersions(cs []candidate, in *invariants, aside func() *aside, compile func()) {
	f.I32Const(0)
	for _, c := range cs {
		f.leadsFar(c)
		f.I32Or()
	}
	for _, x := range in.checks {
		f.condition(x)
		f.I32Or()
	}
	before, fueled := f.facts.save(), f.fueled
	f.I32Eqz()
	f.If() // wazero places this half before the other
	for _, c := range cs {
		f.facts.known[c.key] = f.known(c)
	}
	for _, x := range in.checks {
		f.facts.refute(x)
	}
	f.hoist(in)
	compile()
	end := f.facts.known
	f.Else()
	f.facts.known, f.fueled = before, fueled
	back := f.moveOut()
	if a := aside(); a != nil {
		f.callAside(a)
		f.facts.forgetLoop(a.loop)
	} else {
		f.slow = true
		compile()
		f.slow = false
	}
	back()
	f.End()
	f.facts.known.meet(end)
}

// hoist evaluates what doesn't change in a loop before it.
func (f *function) hoist(in *invariants) {
	for _, x := range in.places {
		f.place(x)
	}
	for _, x := range in.loads {
		check := compared(x.I, token.GEQ, lengthCall(x.X))
		if f.facts.has(nearKey(x.X)) && f.facts.knownFalse(f.facts.canonical(check)) {
			f.header(x)
		}
	}
}

func lengthCall(x core.Expr) core.Expr {
	return &core.Call{Fun: &core.Builtin{Op: core.Len}, Args: []core.Expr{x}, T: core.Int}
}

// candidates are the variables that code dereferences and doesn't assign.
func (f *function) candidates(body []core.Stmt) (cs []candidate) {
	uses, declared, nodes := map[factKey]int{}, map[*core.Var]bool{}, 0
	var order []candidate
	use := func(x core.Expr, there bool) {
		c, ok := f.candidate(x, there)
		if !ok || f.facts.has(c.key) {
			return
		}
		if uses[c.key]++; uses[c.key] == 1 {
			order = append(order, c)
		}
	}
	core.Inspect(body, func(s core.Stmt) {
		nodes++
		if d, ok := s.(*core.Define); ok {
			declared[d.Var] = true // it has no object before
		}
	}, func(x core.Expr) {
		nodes++
		switch x := x.(type) {
		case *core.Deref:
			use(x.X, false)
		case *core.Field:
			use(x.X, false)
		case *core.Index:
			k := f.c.Kind(x.X.Type())
			use(x.X, k == reflect.Slice || k == reflect.String)
		case *core.Call:
			if n, ok := x.Fun.(*core.NativeName); ok && n.Path == core.RuntimePath && n.Name == "DecodeRune" {
				use(x.Args[0], true)
			}
		}
	})
	if nodes > maxVersioned {
		return nil
	}
	cs = []candidate{}
	for _, v := range analysis.Assigned(body) {
		uses[nearKey(v)] = 0
	}
	for _, c := range order {
		if uses[c.key] > 0 && !declared[c.v] {
			cs = append(cs, c)
		}
	}
	return cs
}

// candidate is the variable that a place begins with; ok is false if there is none, or if
// it is in locals or the frame.
func (p *plan) candidate(x core.Expr, there bool) (c candidate, ok bool) {
	v, is := x.(*core.Var)
	if !is || p.vars[v] == nil {
		return c, false
	}
	if p.vars[v].big {
		return candidate{v, true, homeKey(v)}, !p.vars[v].inFrame
	}
	switch p.types.Kind(v.T) {
	case reflect.Pointer, reflect.Slice, reflect.String:
		return candidate{v, there || v.Cell, nearKey(v)}, true
	}
	return c, false
}

// versionedBody compiles the function's body: in two versions if parameters are
// dereferenced more than once.
func (f *function) versionedBody() {
	if f.flow.FollowedParams() < 2 {
		f.block(f.src.Body)
		return
	}
	f.versions(f.src.Body, false, func() { f.block(f.src.Body) })
}
