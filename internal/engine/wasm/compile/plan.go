package compile

import (
	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// plan says where each variable of a function is: in locals, in the frame, or in an object
// of its own. It is made before the function's body is compiled.
type plan struct {
	types    *layouts
	locals   *locals
	vars     map[*core.Var]*variable
	order    []*variable          // that have pointers in locals
	homes    []home               // of big variables on the heap
	object   code.Local           // a closure's
	captured []word               // that it uses
	framed   map[*core.New]uint32 // where in raw what New makes is, if it is in the frame
	pad      uint32               // how much of raw is there for other reasons
	raw      uint32               // bytes of the frame for big variables
}

func newPlan(types *layouts, ls *locals, pad uint32) *plan {
	return &plan{types: types, locals: ls, vars: map[*core.Var]*variable{}, framed: map[*core.New]uint32{}, pad: pad, raw: pad}
}

// variable is a variable of the function's.
type variable struct {
	*core.Var
	*layout
	locals []code.Local
	index  int // among those with pointers, -1 for others
	// A big variable's memory: in the frame at off, or at the offset in a local.
	inFrame bool
	off     uint32
	at      code.Local
}

// home is where a big variable outside the frame is.
type home struct {
	at code.Local
	l  *layout
}

// addParams makes variables of the function's locals from next on, except for a receiver
// that comes in a box. It returns the big ones, which are copied.
func (p *plan) addParams(params []*core.Var, next code.Local, boxed bool) (big []*variable) {
	for i, d := range params {
		v := &variable{Var: d, layout: p.types.layout(d.T), index: -1}
		p.vars[d] = v
		if i == 0 && boxed {
			v.locals, next = p.locals.newLocals(v.slots), entryArgs
		} else {
			for range v.slots {
				v.locals = append(v.locals, next)
				next++
			}
		}
		if v.big {
			big = append(big, v)
		} else {
			p.enlist(v)
		}
	}
	return big
}

// enlist gives a variable whose locals hold pointers its number.
func (p *plan) enlist(v *variable) {
	for _, s := range v.slots {
		if s.rooted() {
			v.index = len(p.order)
			p.order = append(p.order, v)
			return
		}
	}
}

// addDefined makes the variables that a body defines, and room in the frame for big ones.
func (p *plan) addDefined(body []core.Stmt) {
	core.Inspect(body, func(s core.Stmt) {
		if d, ok := s.(*core.Define); ok && p.vars[d.Var] == nil {
			p.declare(d.Var, p.types.layout(d.Var.T))
		}
	}, func(x core.Expr) {
		if x, ok := x.(*core.New); ok {
			p.reserveNew(x)
		}
	})
}

// declare makes a variable.
func (p *plan) declare(d *core.Var, l *layout) {
	v := &variable{Var: d, layout: l, index: -1}
	p.vars[d] = v
	if v.big {
		p.house(v)
		return
	}
	v.locals = p.locals.newLocals(v.slots)
	p.enlist(v)
}

// Big variables of up to maxInFrame bytes without pointers are in the frame, as long as
// all of them together have at most maxRaw bytes.
const (
	maxInFrame = 2 << 10
	maxRaw     = 4 << 10
)

// house gives a big variable its place in memory: in the frame, or in an object of this
// activation.
func (p *plan) house(v *variable) {
	size := (v.size() + 7) &^ 7
	if !v.scanned && size <= maxInFrame && p.raw-p.pad+size <= maxRaw {
		v.inFrame, v.off = true, p.raw
		p.raw += size
		return
	}
	v.at = p.locals.fn.NewLocal(code.I32)
	p.homes = append(p.homes, home{v.at, v.layout})
}

// addCaptured makes variables for the captured values that a closure's body uses.
func (p *plan) addCaptured(cl *closure, body []core.Stmt) {
	used := mentioned(body)
	p.object = 2
	at := 0
	for _, d := range cl.captured {
		v := &variable{Var: d, layout: p.types.layout(d.T), index: -1}
		slots := cl.slots[at : at+len(v.slots)]
		at += len(v.slots)
		if !used[d] {
			continue
		}
		p.vars[d] = v
		if v.big {
			v.at = p.locals.fn.NewLocal(code.I32)
			p.homes = append(p.homes, home{v.at, v.layout})
			p.captured = append(p.captured, word{slots[0], v.at})
			continue
		}
		for i, s := range v.slots {
			v.locals = append(v.locals, p.locals.fn.NewLocal(s.typ))
			p.captured = append(p.captured, word{slots[i], v.locals[i]})
		}
		p.enlist(v)
	}
}

// reserveNew gives what New makes room in the frame, if it may be there.
func (p *plan) reserveNew(x *core.New) {
	l := p.types.layout(p.types.elemOf(x.T))
	if x.Frame && !l.scanned && 0 < l.size() && p.raw-p.pad <= maxRaw {
		p.framed[x] = p.raw
		p.raw += (uint32(l.size()) + 7) &^ 7
	}
}

// reserveGuard makes room in the frame for the guard's record.
func (p *plan) reserveGuard(g *openGuard) {
	g.off = p.raw
	p.raw += g.recordHead()
	for _, d := range g.calls {
		d.at = p.raw - g.off
		p.raw += 8
		if d.made != nil {
			p.raw += 8 * uint32(len(d.made.slots))
		}
	}
}

// localsOf are a variable's locals, if it has some.
func (p *plan) localsOf(v *core.Var) []code.Local {
	if d := p.vars[v]; d != nil {
		return d.locals
	}
	return nil
}

// placeOf is where a variable is. A global is in locals while it is a loop's resident.
func (p *plan) placeOf(v *core.Var) analysis.Place {
	switch d := p.vars[v]; {
	case d == nil:
		return analysis.Outside
	case d.big:
		return analysis.InMemory
	}
	return analysis.InLocals
}

// numbered has the numbers of the variables with pointers in locals.
func (p *plan) numbered() map[*core.Var]int {
	index := make(map[*core.Var]int, len(p.order))
	for i, v := range p.order {
		index[v.Var] = i
	}
	return index
}
