package cell

import (
	"go/types"
	"maps"
	"weak"

	"riffle/internal/core"
)

// Sweep forgets what no name of the session leads to: what names meant before they were
// redeclared. Long sessions call it between cells. Alive reports whether a later cell can
// mention a type.
func (c *Compiler) Sweep() (alive func(types.Type) bool) {
	alive = c.lower.Sweep(c.roots, c.repeatable)
	c.fset = after(c.fset)
	c.layouts.forget(c.roots)
	maps.DeleteFunc(c.typeCell, func(o weak.Pointer[types.TypeName], _ int) bool { return o.Value() == nil })
	return alive
}

// Living reports whether a later cell can mention a function.
func (c *Compiler) Living(f *core.FuncName) bool { return c.lower.Living(f) }

// roots yields what the names of the session mean.
func (c *Compiler) roots(yield func(types.Object) bool) {
	for _, b := range c.bindings {
		if b.obj != nil && !yield(b.obj) || b.decl != nil && b.decl.method != nil && !yield(b.decl.method) {
			return
		}
	}
	for m := range c.phantom {
		if !yield(m) {
			return
		}
	}
	if c.last != nil && !yield(c.last) {
		return
	}
	for _, v := range c.outs {
		if !yield(v) {
			return
		}
	}
}
