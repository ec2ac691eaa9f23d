package shim

import (
	"go/types"
	"reflect"

	"riffle/internal/display/table"
	"riffle/internal/display/tabular"
	"riffle/internal/rt"
)

// Table is a value as a table, nil if it isn't one: structs, records, rows of numbers,
// a map or a matrix. What has its own text isn't taken apart.
func (l *Library) Table(v any) *table.Table { return tables(l.rt).Table(v) }

// tables finds tables in values of cells, whose types the boxes know.
func tables(r *rt.Runtime) *tabular.World {
	return &tabular.World{
		Open: func(v any) (types.Type, reflect.Value, bool) {
			b, ok := rt.BoxOf(v)
			if !ok {
				return nil, reflect.Value{}, false
			}
			return b.T.T, unwrapRecursive(b.T.T, reflect.ValueOf(b.V)), true
		},
		Plain:   unwrapRecursive,
		HasText: func(t types.Type, v reflect.Value) bool { return hasText(r, t, v) },
		Text:    func(t types.Type, v reflect.Value, limit int) string { return partText(r, t, v, limit) },
		Method:  method,
	}
}

// hasText reports whether a value has its own text.
func hasText(r *rt.Runtime, t types.Type, v reflect.Value) bool {
	if t == nil {
		return printsItself(v)
	}
	d := r.Known(t)
	return d != nil && (d.Func("String").IsValid() || d.Func("Error").IsValid() || d.Func("Format").IsValid())
}

// method is a user's method of the value in an interface, nil if there is none.
func method(v any, name string) any {
	if b, ok := rt.BoxOf(v); ok && b.Has(name) {
		return b.Bound(name)
	}
	return nil
}

// partText is a part of a value as text in a cell of a table.
func partText(r *rt.Runtime, t types.Type, v reflect.Value, limit int) string {
	s := textState{plus: false, limit: limit}
	p := formatter{State: &s, r: r, verb: 'v', cell: true, out: &s, inner: true}
	if t != nil {
		p.value(t, v, 0, true)
	} else {
		p.nativePart(v, 0)
	}
	return s.String()
}
