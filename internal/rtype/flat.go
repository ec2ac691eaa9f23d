package rtype

import (
	"go/types"
	"reflect"
)

// flat reports whether memory holds values of an interface type as those of any.
func (m *Maker) flat(t types.Type, elem bool) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && m.Flat != nil && i.NumMethods() > 0 && m.Flat(types.Unalias(t), elem)
}

// standIn is a type without methods that has the name of an interface type.
func (m *Maker) standIn(t types.Type) reflect.Type {
	b := newBlock(reflect.TypeFor[any](), 0, 0)
	h, d := b.header(), (*interfaceDescriptor)(b.at)
	n, named := t.(*types.Named)
	if !named {
		h.str = label{text: m.interfaceString(t.(*types.Interface))}.number()
		return b.typ()
	}
	h.flag |= flagNamed | flagUncommon
	h.str = label{text: m.nameOf(n), exported: n.Obj().Exported()}.number()
	if p := n.Obj().Pkg(); p != nil {
		pkg := label{text: m.pkgPath(p)}
		b.un.pkgPath, d.pkgPath = pkg.number(), pkg.encode()
	}
	return b.typ()
}

// mentionsFlat reports whether a flat interface type is t or a part of it that has no name.
func (m *Maker) mentionsFlat(t types.Type) bool {
	if m.Flat == nil {
		return false
	}
	if m.flat(t, false) {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return m.mentionsFlat(t.Elem())
	case *types.Slice:
		return m.mentionsFlat(t.Elem())
	case *types.Array:
		return m.mentionsFlat(t.Elem())
	case *types.Chan:
		return m.mentionsFlat(t.Elem())
	case *types.Map:
		return m.mentionsFlat(t.Key()) || m.mentionsFlat(t.Elem())
	case *types.Signature:
		return m.anyFlat(t.Params()) || m.anyFlat(t.Results())
	}
	return false
}

func (m *Maker) anyFlat(t *types.Tuple) bool {
	for v := range t.Variables() {
		if m.mentionsFlat(v.Type()) {
			return true
		}
	}
	return false
}
