//go:build !js || riffle_all

package shim

import (
	"database/sql"
	"database/sql/driver"

	"riffle/internal/rt"
)

// Column is a value as package database/sql gets it, an argument or the place of a
// column: one that knows how to convert itself as what has the methods of its type,
// any other as its kind, which the package finds by reflection.
func (l *Library) Column(v any) any {
	if vs, ok := v.([]any); ok {
		out := make([]any, len(vs))
		for i, v := range vs {
			out[i] = l.Column(v)
		}
		return out
	}
	switch x := l.rt.ToNative(v).(type) {
	case driver.Valuer, sql.Scanner:
		return x
	}
	return rt.Unbox(v)
}
