//go:build !js || riffle_all

package shim

import (
	"database/sql"
	"database/sql/driver"

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
	switch x := l.rt.ToNative(v).(type) {
	case driver.Valuer, sql.Scanner:
		return x
	}
	return rt.Unbox(v)
}
