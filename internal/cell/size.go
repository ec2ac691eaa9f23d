package cell

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"math"
	"slices"
)

// One line can declare a type whose values fit into no memory. A process that makes its
// zero value would die.

// mostBytes bounds a value.
const mostBytes = 4 << 30

// valueSizes are computed sizes of types, in bytes and without padding between fields,
// saturating at the largest number.
type valueSizes map[types.Type]int64

func (s valueSizes) of(t types.Type) int64 {
	t = types.Unalias(t)
	if n, ok := s[t]; ok {
		return n
	}
	n := int64(8)
	switch u := t.Underlying().(type) {
	case *types.Array:
		n = s.of(u.Elem())
		if u.Len() > 0 && n > math.MaxInt64/u.Len() {
			n = math.MaxInt64
		} else {
			n *= u.Len()
		}
	case *types.Struct:
		n = 0
		for f := range u.Fields() {
			n += min(s.of(f.Type()), math.MaxInt64-n)
		}
	case *types.Basic:
		if u.Info()&types.IsString == 0 && u.Kind() != types.Invalid && u.Info()&types.IsUntyped == 0 {
			n = types.SizesFor("gc", "amd64").Sizeof(u)
		}
	}
	s[t] = n
	return n
}

// checkSizes reports the first type in the cell whose values are too large.
func (b *builder) checkSizes() {
	s := valueSizes{}
	var large []ast.Expr
	for e, tv := range b.info.Types {
		if tv.IsType() && tv.Type != nil && s.large(tv.Type) != nil {
			large = append(large, e)
		}
	}
	if len(large) == 0 {
		return
	}
	e := slices.MinFunc(large, func(e, f ast.Expr) int { return cmp.Compare(e.Pos(), f.Pos()) })
	name := types.TypeString(s.large(b.info.Types[e].Type), func(*types.Package) string { return "" })
	msg := fmt.Sprintf("type %s is too large: a value takes more than %d GiB; make a slice of what is needed", name, mostBytes>>30)
	b.report(types.Error{Fset: b.c.fset, Pos: e.Pos(), Msg: msg})
}

// large is t, or what the pointer, slice or other reference t leads to, if its values are
// too large, else nil.
func (s valueSizes) large(t types.Type) types.Type {
	t = types.Unalias(t)
	if s.of(t) > mostBytes {
		return t
	}
	if _, declared := t.(*types.Named); declared {
		return nil
	}
	if r, ok := t.(interface{ Elem() types.Type }); ok {
		return s.large(r.Elem())
	}
	return nil
}
