package lower

import (
	"go/types"

	"riffle/internal/core"
)

// A slice, array or map of an interface that the library declares, or of errors, is the
// library's own: both share it, and it is never copied to cross. Its elements are
// interfaces as native code keeps them, which only natives read and write: core.Foreign.
// Variables, fields of the user's structs and what pointers point to hold interface values
// of lowered code, so there is no pointer to such an element.

// kept reports whether slices, arrays and maps keep values of type t as native code does.
// One without methods is the same in both, and package reflect has the cells' own types.
// Where interfaces are Go's own, all are the same.
func (l *Lowerer) kept(t types.Type) bool {
	if l.natives.Interfaces || !nativeInterface(t) || t.Underlying().(*types.Interface).NumMethods() == 0 {
		return false
	}
	p := types.Unalias(t).(*types.Named).Obj().Pkg()
	return p == nil || p.Path() != "reflect"
}

// elem is the lowered type of the elements or keys of a slice, an array or a map.
func (l *declLowerer) elem(t types.Type) *core.Type {
	if t = l.st(t); l.kept(t) {
		return l.chanElem(t)
	}
	return l.lt(t)
}

// elementType is the type of an element as an operand: Foreign for one that is kept.
func (l *declLowerer) elementType(t types.Type) *core.Type {
	if l.kept(l.st(t)) {
		return core.Foreign
	}
	return l.lt(t)
}

// keeps reports whether keys or elements of a map are kept.
func (l *declLowerer) keeps(m *types.Map) bool {
	return l.kept(l.st(m.Key())) || l.kept(l.st(m.Elem()))
}

// loaded is what an operand holds: an interface value of lowered code instead of a kept
// one.
func (l *funcLowerer) loaded(x core.Expr) core.Expr {
	if x.Type() != core.Foreign {
		return x
	}
	return l.rtValue(core.Empty, "FromNative", x)
}

// entry is an entry of a map that keeps its keys or elements, as a place.
type entry struct {
	*core.Index
	elem types.Type // of the map's
}

// readEntry is m[k] of such a map, and whether it is there.
func (l *funcLowerer) readEntry(m, k core.Expr, elem types.Type) (v, ok core.Expr) {
	v = l.zero(elem)
	return v, l.rtValue(core.Bool, "Entry", l.atom(m), l.argument(k), l.addrOf(v))
}

// keptLiteral is a new slice, array or map of type t with these elements.
func (l *funcLowerer) keptLiteral(t types.Type, elems []core.Expr, at func(i int) int64, length int64) core.Expr {
	lt := l.lt(t)
	a := l.tmp(lt, nil)
	if _, slice := l.coreType(t).(*types.Slice); slice {
		l.emit(&core.Assign{L: []core.Expr{a}, R: []core.Expr{&core.Make{T: lt, Args: []core.Expr{core.IntConst(length)}}}})
	}
	for i, v := range elems {
		l.set(&core.Index{X: a, I: core.IntConst(at(i)), T: core.Foreign, Checked: true}, v)
	}
	return a
}

// inOrder says that elements follow each other.
func inOrder(i int) int64 { return int64(i) }
