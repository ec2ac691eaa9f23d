// Package typename spells types as reflection does, without a value to reflect
// on: Go is the name that %T prints.
package typename

import (
	"fmt"
	"go/types"
	"strings"
)

// Go is a type's name as reflection, and so %T, prints it.
func Go(t types.Type) string { return written(t, qualifier{of: (*types.Package).Name}) }

// Argument is the name of a type that is the argument of another, in which reflection tells
// packages by their paths, or by what q says.
func Argument(t types.Type, q func(*types.Package) string) string {
	return written(t, qualifier{q, true})
}

func written(t types.Type, q qualifier) string {
	var b strings.Builder
	write(&b, t, q)
	return b.String()
}

// qualifier is what a package is called in front of a name. In the arguments of a type, so
// are the names of fields that aren't exported.
type qualifier struct {
	of       func(*types.Package) string
	argument bool
}

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
		b.WriteString(fieldName(t.Field(i), q))
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

// fieldName is what comes before a field's type. In the arguments of a type an embedded
// field has a name if it isn't its type's own.
func fieldName(f *types.Var, q qualifier) string {
	name := f.Name()
	if q.argument && !f.Exported() {
		name = q.of(f.Pkg()) + "." + name
	}
	switch {
	case !f.Embedded():
		return name + " "
	case q.argument && !namedAlike(f):
		return name + " = "
	}
	return ""
}

// namedAlike reports whether an embedded field has the name of its type.
func namedAlike(f *types.Var) bool {
	t := types.Unalias(f.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Name() == f.Name() && (f.Exported() || n.Obj().Pkg() == f.Pkg())
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
		b.WriteString(q.of(p) + ".")
	}
	b.WriteString(t.Obj().Name())
	for i := range t.TypeArgs().Len() {
		b.WriteString(map[bool]string{true: "[", false: ","}[i == 0])
		write(b, t.TypeArgs().At(i), qualifier{(*types.Package).Path, true})
	}
	if t.TypeArgs().Len() > 0 {
		b.WriteByte(']')
	}
}
