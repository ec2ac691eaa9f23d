package cell

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"math"
	"slices"
)

// A type can be written down in a line whose values fit into no memory. Where a
// program uses one, the process that makes its zero value would end.

// The largest types.
const (
	mostBytes  = 1 << 30
	mostFields = 1 << 16
)

// extent is how large the values of a type are; fields counts those of structs in
// structs too.
type extent struct{ bytes, fields int64 }

// times and plus stay at the largest number.
func (e extent) times(n int64) extent {
	if n > 0 && e.bytes > math.MaxInt64/n {
		return extent{math.MaxInt64, e.fields}
	}
	return extent{e.bytes * n, e.fields}
}

func (e extent) plus(f extent) extent {
	return extent{e.bytes + min(f.bytes, math.MaxInt64-e.bytes), e.fields + min(f.fields, math.MaxInt64-e.fields)}
}

// extents are those of types that were asked for.
type extents map[types.Type]extent

// of is the extent of t, without the padding between fields.
func (x extents) of(t types.Type) extent {
	t = types.Unalias(t)
	if e, ok := x[t]; ok {
		return e
	}
	var e extent
	switch u := t.Underlying().(type) {
	case *types.Basic:
		e.bytes = max(types.SizesFor("gc", "amd64").Sizeof(u), 0)
	case *types.Array:
		e = x.of(u.Elem()).times(u.Len())
	case *types.Struct:
		for f := range u.Fields() {
			e = e.plus(x.of(f.Type())).plus(extent{0, 1})
		}
	default:
		e.bytes = 8
	}
	x[t] = e
	return e
}

// checkSizes reports the types that are too large, in the order in which they are
// written.
func (b *builder) checkSizes() {
	x := extents{}
	var large []ast.Expr
	for e, tv := range b.info.Types {
		if tv.IsType() && tv.Type != nil && tooLarge(x, tv.Type) != "" {
			large = append(large, e)
		}
	}
	slices.SortFunc(large, func(e, f ast.Expr) int { return cmp.Compare(e.Pos(), f.Pos()) })
	for _, e := range large[:min(len(large), 1)] { // what it is part of is too large as well
		b.report(types.Error{Fset: b.c.fset, Pos: e.Pos(), Msg: tooLarge(x, b.info.Types[e].Type)})
	}
}

// tooLarge says what is too large in t, nothing if it isn't. The type of a pointer,
// a slice or another reference is as large as what it leads to.
func tooLarge(x extents, t types.Type) string {
	if _, generic := types.Unalias(t).(*types.TypeParam); generic {
		return ""
	}
	if u, ok := t.Underlying().(interface{ Elem() types.Type }); ok {
		if _, named := types.Unalias(t).(*types.Named); !named {
			if why := tooLarge(x, u.Elem()); why != "" {
				return why
			}
		}
	}
	switch e := x.of(t); {
	case e.bytes > mostBytes:
		return fmt.Sprintf("type %s is too large: a value takes more than %d GiB; make a slice of what is needed", types.TypeString(t, func(*types.Package) string { return "" }), mostBytes>>30)
	case e.fields > mostFields:
		return fmt.Sprintf("type %s is too large: with its structs in structs it has more than %d fields", types.TypeString(t, func(*types.Package) string { return "" }), mostFields)
	}
	return ""
}
