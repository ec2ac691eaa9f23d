package compile

import (
	"reflect"

	"riffle/internal/core"
	"riffle/internal/engine"
)

// layouts knows how values of the module's types are kept.
type layouts struct {
	store   *engine.Store
	byForm  map[*core.Type]*layout
	byType  map[reflect.Type]*layout
	natives map[reflect.Type]*core.Type
}

func newLayouts(store *engine.Store) *layouts {
	return &layouts{store, map[*core.Type]*layout{}, map[reflect.Type]*layout{}, map[reflect.Type]*core.Type{}}
}

// layout is the layout of a type of the normal form.
func (ls *layouts) layout(t *core.Type) *layout {
	l := ls.byForm[t]
	if l == nil {
		r := anyType // an opaque interface has the same words, with other contents
		if t.Kind != core.Opaque {
			r = ls.store.Type(t)
		}
		l = ls.layoutOf(r)
		ls.byForm[t] = l
	}
	return l
}

var anyType = reflect.TypeFor[any]()

// layoutOf is the layout of a Go type.
func (ls *layouts) layoutOf(t reflect.Type) *layout {
	l := ls.byType[t]
	if l == nil {
		l = newLayout(t)
		ls.byType[t] = l
	}
	return l
}

// Kind is the kind of a type's Go type.
func (ls *layouts) Kind(t *core.Type) reflect.Kind {
	switch t.Kind {
	case core.Pointer:
		return reflect.Pointer
	case core.Slice:
		return reflect.Slice
	case core.Array:
		return reflect.Array
	case core.Map:
		return reflect.Map
	case core.Struct:
		return reflect.Struct
	case core.Opaque:
		return reflect.Interface
	}
	return ls.layout(t).typ.Kind()
}

// HasPointers reports whether values of a type have pointers that the collector follows.
func (ls *layouts) HasPointers(t *core.Type) bool { return ls.layout(t).scanned }

// PointsToNumber reports whether a type is a pointer to one number.
func (ls *layouts) PointsToNumber(t *core.Type) bool {
	l := ls.layout(ls.elemOf(t))
	return !l.big && len(l.slots) == 1 && l.slots[0].class == number
}

// elemOf is the element type of a pointer, slice, array, map or channel.
func (ls *layouts) elemOf(t *core.Type) *core.Type {
	if t.Kind == core.Native {
		return ls.native(ls.store.Type(t).Elem())
	}
	return t.Elem
}

// native is a type known only as a Go type, such as a part of a native type.
func (ls *layouts) native(t reflect.Type) *core.Type {
	if n := ls.natives[t]; n != nil {
		return n
	}
	n := &core.Type{Kind: core.Native, Name: t.String()}
	if t == reflect.TypeFor[string]() {
		n = core.String
	}
	ls.natives[t] = n
	if ls.byForm[n] == nil {
		ls.byForm[n] = ls.layoutOf(t)
	}
	return n
}

// slots is the number of slots of values of some types.
func (ls *layouts) slots(ts []*core.Type) (n int) {
	for _, t := range ts {
		n += len(ls.layout(t).slots)
	}
	return n
}
