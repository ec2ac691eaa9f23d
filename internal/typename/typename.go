// Package typename spells types as reflection does, without a value to reflect
// on: Go is the name that %T prints.
package typename

import (
	"fmt"
	"go/types"
	"strings"
)

// Go is a type's name as reflection, and so %T, prints it.
func Go(t types.Type) string { return Qualified(t, (*types.Package).Name) }

// Qualified is Go with other names for packages: reflection tells the arguments of a type
// by their packages' paths.
func Qualified(t types.Type, q func(*types.Package) string) string {
	var b strings.Builder
	write(&b, t, q)
	return b.String()
}

// qualifier is what a package is called in front of a name.
type qualifier = func(*types.Package) string

func write(b *strings.Builder, t types.Type, q qualifier) {
	elem := func(head string, t types.Type) {
		b.WriteString(head)
		write(b, t, q)
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		b.WriteString(types.Typ[t.Kind()].String()) // byte is uint8
	case *types.Pointer:
		elem("*", t.Elem())
	case *types.Slice:
		elem("[]", t.Elem())
	case *types.Array:
		elem(fmt.Sprintf("[%d]", t.Len()), t.Elem())
	case *types.Map:
		elem("map[", t.Key())
		elem("]", t.Elem())
	case *types.Chan:
		writeChan(b, t, q)
	case *types.Signature:
		b.WriteString("func")
		writeSignature(b, t, q)
	case *types.Struct:
		writeStruct(b, t, q)
	case *types.Interface:
		writeInterface(b, t, q)
	case *types.Named:
		writeNamed(b, t, q)
	default:
		b.WriteString(t.String())
	}
}

func writeChan(b *strings.Builder, t *types.Chan, q qualifier) {
	b.WriteString([...]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()])
	inner, ok := types.Unalias(t.Elem()).(*types.Chan)
	if ok && t.Dir() == types.SendRecv && inner.Dir() == types.RecvOnly {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	write(b, t.Elem(), q)
}

func writeSignature(b *strings.Builder, t *types.Signature, q qualifier) {
	b.WriteByte('(')
	for i := range t.Params().Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		p := t.Params().At(i).Type()
		if t.Variadic() && i == t.Params().Len()-1 {
			b.WriteString("...")
			p = p.(*types.Slice).Elem()
		}
		write(b, p, q)
	}
	b.WriteByte(')')
	n := t.Results().Len()
	switch {
	case n == 1:
		b.WriteByte(' ')
		write(b, t.Results().At(0).Type(), q)
	case n > 1:
		b.WriteByte(' ')
		writeSignature(b, types.NewSignatureType(nil, nil, nil, t.Results(), nil, false), q)
	}
}

func writeStruct(b *strings.Builder, t *types.Struct, q qualifier) {
	b.WriteString("struct {")
	for i := range t.NumFields() {
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteByte(' ')
		if f := t.Field(i); !f.Embedded() {
			b.WriteString(f.Name() + " ")
		}
		write(b, t.Field(i).Type(), q)
		if tag := t.Tag(i); tag != "" {
			fmt.Fprintf(b, " %q", tag)
		}
	}
	if t.NumFields() > 0 {
		b.WriteByte(' ')
	}
	b.WriteByte('}')
}

func writeInterface(b *strings.Builder, t *types.Interface, q qualifier) {
	b.WriteString("interface {")
	for i := range t.NumMethods() {
		if i > 0 {
			b.WriteByte(';')
		}
		m := t.Method(i)
		b.WriteByte(' ')
		if !m.Exported() && m.Pkg() != nil {
			b.WriteString(m.Pkg().Path() + ".")
		}
		b.WriteString(m.Name())
		writeSignature(b, m.Signature(), q)
	}
	if t.NumMethods() > 0 {
		b.WriteByte(' ')
	}
	b.WriteByte('}')
}

// writeNamed qualifies a name by its package; type arguments have the whole
// path, and no space after the comma.
func writeNamed(b *strings.Builder, t *types.Named, q qualifier) {
	if p := t.Obj().Pkg(); p != nil {
		b.WriteString(q(p) + ".")
	}
	b.WriteString(t.Obj().Name())
	for i := range t.TypeArgs().Len() {
		b.WriteString(map[bool]string{true: "[", false: ","}[i == 0])
		write(b, t.TypeArgs().At(i), (*types.Package).Path)
	}
	if t.TypeArgs().Len() > 0 {
		b.WriteByte(']')
	}
}
