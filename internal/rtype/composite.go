package rtype

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// structure is an unnamed struct: reflection's, or one of our own if it has embedded
// fields, whose methods reflection can't promote.
func (m *Maker) structure(t *types.Struct) (reflect.Type, func()) {
	if !slices.ContainsFunc(slices.Collect(t.Fields()), (*types.Var).Embedded) {
		return m.plainStruct(t), nil
	}
	b, ptr := m.withPointer(t, 0, m.structString(t))
	return b.typ(), func() {
		m.fillFields((*structDescriptor)(b.at), t)
		m.fillMethods(t, b, ptr, "")
	}
}

func (m *Maker) plainStruct(t *types.Struct) reflect.Type {
	fields := make([]reflect.StructField, t.NumFields())
	for i := range fields {
		f := t.Field(i)
		fields[i] = reflect.StructField{Name: f.Name(), Tag: reflect.StructTag(t.Tag(i)), Type: m.typ(f.Type())}
		if !f.Exported() {
			fields[i].PkgPath = m.pkgPath(f.Pkg())
		}
	}
	return reflect.StructOf(fields)
}

// structString is how reflection tells an unnamed struct.
func (m *Maker) structString(t *types.Struct) string {
	parts := make([]string, t.NumFields())
	for i := range parts {
		f := t.Field(i)
		parts[i] = m.typ(f.Type()).String()
		if !f.Embedded() {
			parts[i] = f.Name() + " " + parts[i]
		}
		if tag := t.Tag(i); tag != "" {
			parts[i] += fmt.Sprintf(" %q", tag)
		}
	}
	return "struct { " + strings.Join(parts, "; ") + " }"
}

// iface is an unnamed interface.
func (m *Maker) iface(t *types.Interface) (reflect.Type, func()) {
	if t.NumMethods() == 0 {
		return reflect.TypeFor[any](), nil
	}
	b := newBlock(m.shape(t), 0, 0, 0)
	b.header().str = label{text: m.interfaceString(t)}.number()
	return b.typ(), func() { m.fillInterface((*interfaceDescriptor)(b.at), t, "") }
}

// interfaceString is how reflection tells an unnamed interface.
func (m *Maker) interfaceString(t *types.Interface) string {
	var parts []string
	for _, f := range sortedMethods(t) {
		s := f.Name() + strings.TrimPrefix(m.bare(f.Type()).String(), "func")
		if !f.Exported() {
			s = f.Pkg().Name() + "." + s
		}
		parts = append(parts, s)
	}
	return "interface { " + strings.Join(parts, "; ") + " }"
}

// fillInterface sets the methods of an interface; pkg is that of the defined type, if it
// is one.
func (m *Maker) fillInterface(d *interfaceDescriptor, t *types.Interface, pkg string) {
	d.pkgPath, d.methods = nil, newArray[interfaceMethod](t.NumMethods())
	for i, f := range sortedMethods(t) {
		name := label{text: f.Name(), exported: f.Exported()}
		if !f.Exported() && pkg == "" {
			pkg = m.pkgPath(f.Pkg())
		}
		if own := m.pkgPath(f.Pkg()); !f.Exported() && own != pkg {
			name.pkg = own
		}
		d.methods[i] = interfaceMethod{name.number(), addReflectOff(address(m.bare(f.Type())))}
	}
	if pkg != "" {
		d.pkgPath = label{text: pkg}.encode()
	}
}

func sortedMethods(t *types.Interface) []*types.Func {
	return slices.SortedFunc(t.Methods(), compareMethods)
}

// compareMethods is the order of tables of methods: the exported ones first.
func compareMethods(a, b *types.Func) int {
	if a.Exported() != b.Exported() {
		if a.Exported() {
			return -1
		}
		return 1
	}
	if c := strings.Compare(a.Name(), b.Name()); c != 0 || a.Exported() {
		return c
	}
	return strings.Compare(a.Pkg().Path(), b.Pkg().Path())
}
