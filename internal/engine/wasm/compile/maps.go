package compile

import (
	"go/token"

	"riffle/internal/core"
)

// isMap reports whether an expression is a map.
func isMap(x core.Expr) bool {
	t := x.Type()
	return t.Kind == core.Map
}

// mapRead pushes m[k], and with ok whether it is there.
func (f *function) mapRead(x *core.Index, ok bool) { refuse("a map") }

// mapWrite stores a value in m[k].
func (f *function) mapWrite(x *core.Index, value core.Expr) { refuse("a map") }

// mapUpdate is m[k] op= y.
func (f *function) mapUpdate(x *core.Index, op token.Token, y core.Expr) {
	f.mapWrite(x, &core.Binary{Op: op, X: x, Y: y, T: x.T})
}

// mapDelete deletes a key.
func (f *function) mapDelete(x *core.Call) { refuse("a map") }

// makeMap pushes a new map.
func (f *function) makeMap(x *core.Make, l *layout) { refuse("a map") }
