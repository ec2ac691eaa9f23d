package compile

import "riffle/internal/core"

// toInterface pushes a value that is no interface as one of the interface type t.
func (f *function) toInterface(x core.Expr, t *core.Type) {
	refuse("an interface value of %s", x.Type())
}
