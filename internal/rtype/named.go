package rtype

import (
	"go/types"
	"reflect"
	"strings"

	"riffle/internal/typename"
)

// named makes a defined type, and the type of pointers to it.
func (m *Maker) named(t *types.Named) (reflect.Type, func()) {
	under, pkg := t.Underlying(), m.pkgPath(t.Obj().Pkg())
	var params int
	if s, ok := under.(*types.Signature); ok {
		params = s.Params().Len() + s.Results().Len()
	}
	b, ptr := m.withPointer(t, params, m.nameOf(t))
	h := b.header()
	h.flag |= flagNamed | flagUncommon
	b.un.pkgPath = label{text: pkg}.number()
	ptr.un.pkgPath = b.un.pkgPath
	h.str = label{text: m.nameOf(t), exported: t.Obj().Exported()}.number()
	return b.typ(), func() {
		m.fill(b, under, pkg)
		m.fillMethods(t, b, ptr, pkg)
	}
}

// withPointer makes the descriptors of t and *t, of which neither has its fields or
// methods yet.
func (m *Maker) withPointer(t types.Type, params int, name string) (b, ptr block) {
	n, later := m.places(t)
	b = newBlock(m.shape(t), params, n, later)
	n, later = m.places(types.NewPointer(t))
	ptr = newBlock(reflect.TypeFor[*int](), 0, n, later)
	b.header().str = label{text: name}.number()
	ptr.header().str = label{text: "*" + name}.number()
	(*elemDescriptor)(ptr.at).elem = b.at
	b.header().ptrToThis = addReflectOff(ptr.at)
	return b, ptr
}

// places counts the methods of a type, and the entries that it needs room for if methods
// can come later: those of two tables.
func (m *Maker) places(t types.Type) (n, later int) {
	if types.IsInterface(deref(t)) {
		return 0, 0
	}
	if n = types.NewMethodSet(t).Len(); m.Room > 0 {
		later = 2 * (n + m.Room)
	}
	return n, later
}

// deref is what t points to, if it is a pointer without a name.
func deref(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// nameOf is the name by which reflection tells a defined type.
func (m *Maker) nameOf(t *types.Named) string {
	s := t.Obj().Name()
	if p := t.Obj().Pkg(); p != nil {
		s = p.Name() + "." + s
	}
	if t.TypeArgs().Len() == 0 {
		return s
	}
	var args []string
	for a := range t.TypeArgs().Types() {
		args = append(args, typename.Argument(a, m.pkgPath))
	}
	return s + "[" + strings.Join(args, ",") + "]"
}

// fill completes the descriptor of a defined type by its underlying one.
func (m *Maker) fill(b block, under types.Type, pkg string) {
	switch u := under.(type) {
	case *types.Pointer:
		(*elemDescriptor)(b.at).elem = address(m.typ(u.Elem()))
	case *types.Slice:
		(*elemDescriptor)(b.at).elem = address(m.typ(u.Elem()))
	case *types.Array:
		d := (*arrayDescriptor)(b.at)
		d.elem, d.slice = address(m.typ(u.Elem())), address(m.typ(types.NewSlice(u.Elem())))
	case *types.Chan:
		d := (*chanDescriptor)(b.at)
		d.elem, d.dir = address(m.typ(u.Elem())), int(chanDir[u.Dir()])
	case *types.Map:
		d, own := (*mapDescriptor)(b.at), *b.header()
		*d = *(*mapDescriptor)(address(m.typ(types.NewMap(u.Key(), u.Elem()))))
		d.descriptor = own
	case *types.Signature:
		m.fillFunc(b, u)
	case *types.Struct:
		m.fillFields((*structDescriptor)(b.at), u)
	case *types.Interface:
		m.fillInterface((*interfaceDescriptor)(b.at), u, pkg)
	}
}

func (m *Maker) fillFunc(b block, t *types.Signature) {
	f := m.bare(t)
	d, from := (*funcDescriptor)(b.at), (*funcDescriptor)(address(f))
	d.in, d.out = from.in, from.out
	for i := range f.NumIn() {
		b.params[i] = address(f.In(i))
	}
	for i := range f.NumOut() {
		b.params[f.NumIn()+i] = address(f.Out(i))
	}
}

// fillFields replaces the fields of a struct's shape.
func (m *Maker) fillFields(d *structDescriptor, t *types.Struct) {
	fields := newArray[field](t.NumFields())
	d.pkgPath = nil
	for i := range fields {
		f := t.Field(i)
		if !f.Exported() {
			d.pkgPath = label{text: m.pkgPath(f.Pkg())}.encode()
		}
		name := label{text: f.Name(), tag: t.Tag(i), exported: f.Exported(), embedded: f.Embedded()}
		fields[i] = field{name.encode(), address(m.typ(f.Type())), d.fields[i].offset}
	}
	d.fields = fields
}
