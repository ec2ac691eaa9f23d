//go:build !js || riffle_all

package shim

import (
	"database/sql"
	"database/sql/driver"
	"go/types"

	"riffle/internal/rt"
)

// Column is a value as package database/sql gets it, an argument or a column's
// destination: a type with conversion methods as a value that has them, any other as its
// kind, which the package finds by reflection.
func (l *Library) Column(v any) any {
	if vs, ok := v.([]any); ok {
		out := make([]any, len(vs))
		for i, v := range vs {
			out[i] = l.Column(v)
		}
		return out
	}
	x := l.rt.ToNative(v)
	switch x.(type) {
	case driver.Valuer, sql.Scanner:
		return x
	}
	if b, ok := rt.Boxed(v); ok {
		if _, refused := b.T.T.Underlying().(*types.Struct); refused {
			return x // the error has its type's name
		}
	}
	return l.Named(v)
}
