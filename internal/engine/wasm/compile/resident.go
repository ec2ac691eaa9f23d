package compile

import (
	"reflect"
	"slices"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/code"
)

// A top-level variable of a cell lies in memory. A loop that adds to it in each round
// would load and store it each time, and each round would wait for the store of the one
// before: that takes four times as long as the same loop in a function. So a loop that
// calls nothing keeps the globals that it uses in locals. They are its residents: numbers
// that it assigns, and numbers, slices and strings that it only reads.
//
// Memory has their values whenever anybody may look: before each host call, which may
// panic or poll, and after the loop. Other goroutines may look, too, but no sooner than
// they could without a data race, as the loop has nothing that synchronises. For the same
// reason a resident is written only if the loop has assigned it: another goroutine may
// have assigned it meanwhile. A pointer may lead to a global, so a loop that follows
// pointers to numbers has no residents.
//
// A loop without a step, such as for !done {}, may wait for another goroutine to assign
// what it reads. That is a race, but people try it, and so what such a loop only reads
// is read in memory.

// resident is a global in locals.
type resident struct {
	*variable
	off      uint32     // of its memory in the window
	assigned bool       // by the loop
	dirty    code.Local // if it is assigned: whether memory has an older value
}

// maxResidents bounds a loop's residents. Those that it assigns lengthen what leads to a
// host call.
const maxResidents = 8

// reside makes globals residents of a loop, until leave is called behind it.
func (f *function) reside(s *core.For) (leave func()) {
	residents, roots := len(f.residents), len(f.roots)
	if tr := f.flow.Loop(s); !f.slow && tr.Within && !tr.Returns && !tr.Calls && !tr.Makes && !tr.Follows {
		for _, v := range tr.Mentioned {
			assigned := slices.Contains(tr.Assigned, v)
			if len(f.residents) < maxResidents && (assigned || s.Post != nil) && f.mayReside(v, assigned, tr.Unlinks) {
				f.takeIn(v, assigned)
			}
		}
	}
	return func() {
		all := f.residents
		f.residents = all[residents:]
		f.writeBack()
		for _, r := range f.residents {
			delete(f.vars, r.Var)
			f.facts.kill(r.Var)
		}
		f.residents, f.roots = all[:residents], f.roots[:roots]
	}
}

// mayReside reports whether a variable is a global of a type that residents have.
func (p *plan) mayReside(v *core.Var, assigned, unlinks bool) bool {
	if v.Kind != core.Global || p.vars[v] != nil {
		return false
	}
	l := p.types.layout(v.T)
	if k := l.typ.Kind(); k == reflect.Slice || k == reflect.String {
		return !assigned && !unlinks
	}
	return !l.big && len(l.slots) == 1 && l.slots[0].class == number
}

// takeIn makes a global a resident, if its memory is near.
func (f *function) takeIn(v *core.Var, assigned bool) {
	memory := f.varPlace(v)
	if !memory.near {
		return
	}
	r := resident{
		variable: &variable{Var: v, layout: memory.layout, index: -1, locals: f.newLocals(memory.slots)},
		off:      f.c.m.Offset(f.c.store.Global(v).Addr().UnsafePointer()),
		assigned: assigned,
	}
	f.load(memory)
	f.setLocals(r.locals)
	if assigned {
		r.dirty = f.NewLocal(code.I32)
		f.I32Const(0)
		f.LocalSet(r.dirty)
	}
	for i, s := range r.slots {
		if s.rooted() {
			f.roots = append(f.roots, r.locals[i]) // rule 5
		}
	}
	f.vars[v] = r.variable
	f.residents = append(f.residents, r)
}

// memory is where a resident is at home.
func (f *function) memory(r resident) place {
	base := f.temp(code.I32)
	f.I32Const(int32(r.off))
	f.LocalSet(base)
	return place{layout: r.layout, base: base, near: true}
}

// writeBack gives memory the values of residents that were assigned.
func (f *function) writeBack() {
	for _, r := range f.residents {
		if !r.assigned {
			continue
		}
		f.LocalGet(r.dirty)
		f.If()
		f.storeNear(f.memory(r), r.locals)
		f.I32Const(0)
		f.LocalSet(r.dirty)
		f.End()
	}
}

// readAgain gives residents what memory has, after others may have assigned them.
func (f *function) readAgain() {
	for _, r := range f.residents {
		if r.assigned {
			f.load(f.memory(r))
			f.setLocals(r.locals)
		}
	}
}

// moveOut makes residents globals again, until back is called.
func (f *function) moveOut() (back func()) {
	f.writeBack()
	all := f.residents
	f.residents = nil
	for _, r := range all {
		delete(f.vars, r.Var)
	}
	return func() {
		f.residents = all
		for _, r := range all {
			f.vars[r.Var] = r.variable
		}
		f.readAgain()
	}
}

// assigns notes that a statement assigns residents.
func (f *function) assigns(places ...core.Expr) {
	for _, x := range places {
		for _, r := range f.residents {
			if core.AssignedVar(x) == r.Var {
				f.I32Const(1)
				f.LocalSet(r.dirty)
			}
		}
	}
}
