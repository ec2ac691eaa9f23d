package export

import (
	"fmt"
	"go/types"
	"strings"

	"riffle/internal/lower"
)

// typeText writes a type as the program must; ok is false if it can't be written:
// one that a function declares, or that a library doesn't export.
func (t *translator) typeText(typ types.Type) (text string, ok bool) {
	w := typeWriter{t: t, ok: true}
	text = w.text(typ)
	return text, w.ok
}

type typeWriter struct {
	t  *translator
	ok bool
}

func (w *typeWriter) text(typ types.Type) string {
	switch typ := typ.(type) {
	case *types.Basic:
		if typ.Kind() == types.UnsafePointer {
			return w.t.imports.of("unsafe") + ".Pointer"
		}
		return types.Default(typ).String()
	case *types.Alias:
		return w.named(typ.Obj(), typ.TypeArgs())
	case *types.Named:
		return w.named(typ.Obj(), typ.TypeArgs())
	case *types.TypeParam:
		w.ok = false
		return typ.String()
	case *types.Pointer:
		return "*" + w.text(typ.Elem())
	case *types.Slice:
		return "[]" + w.text(typ.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", typ.Len(), w.text(typ.Elem()))
	case *types.Map:
		return "map[" + w.text(typ.Key()) + "]" + w.text(typ.Elem())
	case *types.Chan:
		return [...]string{"chan ", "chan<- ", "<-chan "}[typ.Dir()] + "(" + w.text(typ.Elem()) + ")"
	case *types.Signature:
		return "func" + w.signature(typ)
	case *types.Struct:
		return w.structure(typ)
	case *types.Interface:
		return w.iface(typ)
	}
	w.ok = false
	return "any"
}

func (w *typeWriter) named(o *types.TypeName, args *types.TypeList) string {
	name := o.Name()
	switch {
	case o.Pkg() == nil:
	case o.Pkg().Path() == lower.UserPath:
		n, ok := w.t.nameOf(o)
		w.ok = w.ok && ok
		name = n
	default:
		w.ok = w.ok && o.Exported()
		name = w.t.imports.of(o.Pkg().Path()) + "." + name
	}
	if args.Len() == 0 {
		return name
	}
	var list []string
	for a := range args.Types() {
		list = append(list, w.text(a))
	}
	return name + "[" + strings.Join(list, ", ") + "]"
}

func (w *typeWriter) signature(s *types.Signature) string {
	params := w.tuple(s.Params(), s.Variadic())
	switch s.Results().Len() {
	case 0:
		return "(" + params + ")"
	case 1:
		return "(" + params + ") " + w.text(s.Results().At(0).Type())
	}
	return "(" + params + ") (" + w.tuple(s.Results(), false) + ")"
}

func (w *typeWriter) tuple(t *types.Tuple, variadic bool) string {
	var list []string
	for i := range t.Len() {
		typ := t.At(i).Type()
		if s, ok := typ.(*types.Slice); ok && variadic && i == t.Len()-1 {
			list = append(list, "..."+w.text(s.Elem()))
			continue
		}
		list = append(list, w.text(typ))
	}
	return strings.Join(list, ", ")
}

func (w *typeWriter) structure(s *types.Struct) string {
	var list []string
	for i := range s.NumFields() {
		f := s.Field(i)
		text := w.text(f.Type())
		if !f.Embedded() {
			text = f.Name() + " " + text
		}
		if tag := s.Tag(i); tag != "" {
			text += fmt.Sprintf(" %q", tag)
		}
		list = append(list, text)
	}
	return "struct{" + strings.Join(list, "; ") + "}"
}

func (w *typeWriter) iface(i *types.Interface) string {
	if i.NumExplicitMethods()+i.NumEmbeddeds() == 0 {
		return "any"
	}
	var list []string
	for m := range i.ExplicitMethods() {
		list = append(list, m.Name()+w.signature(m.Signature()))
	}
	for e := range i.EmbeddedTypes() {
		list = append(list, w.text(e))
	}
	return "interface{" + strings.Join(list, "; ") + "}"
}
