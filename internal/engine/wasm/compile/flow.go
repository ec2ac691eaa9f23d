package compile

import (
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine/wasm/analysis"
	"riffle/internal/engine/wasm/code"
)

// findLive finds which variables are live where, once they are made.
func (f *function) findLive() {
	index := make(map[*core.Var]int, len(f.order))
	for i, v := range f.order {
		index[v.Var] = i
	}
	var always []*core.Var
	if g := f.self.guard; g != nil {
		always = g.vars()
	}
	f.flow.FindLive(index, always)
}

// localsOf are a variable's locals, if it has some.
func (f *function) localsOf(v *core.Var) []code.Local {
	if d := f.vars[v]; d != nil {
		return d.locals
	}
	return nil
}

// placeOf is where a variable is. A global is in locals while it is a loop's resident.
func (f *function) placeOf(v *core.Var) analysis.Place {
	switch d := f.vars[v]; {
	case d == nil:
		return analysis.Outside
	case d.big:
		return analysis.InMemory
	}
	return analysis.InLocals
}

// Kind is the kind of a type's Go type.
func (c *compiler) Kind(t *core.Type) reflect.Kind { return kindOf(c, t) }

// HasPointers reports whether values of a type have pointers that the collector follows.
func (c *compiler) HasPointers(t *core.Type) bool { return c.layout(t).scanned }

// PointsToNumber reports whether a type is a pointer to one number.
func (c *compiler) PointsToNumber(t *core.Type) bool {
	l := c.layout(elemOf(c, t))
	return !l.big && len(l.slots) == 1 && l.slots[0].class == number
}
