package shim

import (
	"fmt"
	"reflect"
	"strings"

	"riffle/internal/rt"
)

var (
	errorType     = reflect.TypeFor[error]()
	stringerType  = reflect.TypeFor[fmt.Stringer]()
	formatterType = reflect.TypeFor[fmt.Formatter]()

	goStringerType = reflect.TypeFor[fmt.GoStringer]()
)

// native prints a value that reflection knows.
func (p *formatter) native(v reflect.Value, depth int, open bool) {
	rt.Nested()
	switch {
	case !v.IsValid():
		p.write(p.null())
	case v.Kind() == reflect.Interface:
		if v.IsNil() {
			p.write(p.null())
			return
		}
		p.any(v.Elem().Interface(), depth, open)
	case p.cell && printsItself(v) && rt.HoldsItself(v.Interface()):
		p.write("(an error that wraps itself)")
	case p.cell && printsItself(v):
		p.write(orNil(v, fmt.Sprint(v)))
	case p.cell:
		p.nativeCell(v, depth)
	case open && p.hasText(v):
		p.itsText(v)
	case v.Kind() == reflect.Pointer && depth > 0 && p.wrong:
		p.leaf(nil, v.UnsafePointer())
	case v.Kind() == reflect.Pointer && depth > 0 && p.sharp():
		p.write(fmt.Sprintf("(%s)(%s)", v.Type(), map[bool]string{true: "nil", false: fmt.Sprintf("%#x", v.Pointer())}[v.IsNil()]))
	case v.Kind() == reflect.Pointer && depth > 0 && strings.ContainsRune("vpbodxX", p.verb):
		fmt.Fprintf(p.State, p.format(), v.UnsafePointer())
	case v.Kind() == reflect.Pointer && depth > 0:
		p.badVerb(v.Type().String(), func(inner *formatter) { inner.native(v, 0, false) })
	case rt.HoldsBoxes(v.Interface()):
		p.walk(v, depth, open)
	case !open:
		fmt.Fprintf(p.State, p.format(), closed(v))
	default:
		fmt.Fprintf(p.State, p.format(), v)
	}
}

// hasText reports whether a native value prints itself under the current directive.
func (p *formatter) hasText(v reflect.Value) bool {
	t := v.Type()
	switch {
	case p.wrong:
		return false
	case t.Implements(formatterType):
		return true
	case p.sharp():
		return t.Implements(goStringerType)
	}
	return strings.ContainsRune("vsxXq", p.verb) && (t.Implements(errorType) || t.Implements(stringerType))
}

// itsText prints a native value by its own method. The text of an error that wraps itself
// would never end.
func (p *formatter) itsText(v reflect.Value) {
	if v.Type().Implements(errorType) && rt.HoldsItself(v.Interface()) {
		p.write("(an error that wraps itself)")
		return
	}
	fmt.Fprintf(p.State, p.format(), v)
}

// orNil is nil for a nil pointer that its own method can't print.
func orNil(v reflect.Value, text string) string {
	if v.Kind() == reflect.Pointer && v.IsNil() && text == "<nil>" {
		return "nil"
	}
	return text
}

func printsItself(v reflect.Value) bool {
	t := v.Type()
	return t.Implements(errorType) || t.Implements(stringerType) || t.Implements(formatterType)
}

// closed is v as the content of an unexported field, whose methods fmt doesn't see.
func closed(v reflect.Value) reflect.Value {
	return reflect.ValueOf(struct{ v any }{v.Interface()}).Field(0).Elem()
}

// nativePart prints a part of a native value as a cell's value shows it. Methods of what
// is in an unexported field can't be called.
func (p *formatter) nativePart(v reflect.Value, depth int) {
	if v.IsValid() && v.CanInterface() {
		p.native(v, depth, true)
		return
	}
	p.nativeCell(v, depth)
}

// nativeStruct prints a struct field by field.
func (p *formatter) nativeStruct(v reflect.Value, depth int) {
	p.write("{")
	for i := range v.NumField() {
		if i > 0 {
			p.write(" ")
		}
		p.write(v.Type().Field(i).Name + ":")
		p.nativePart(v.Field(i), depth+1)
	}
	p.write("}")
}

// nativeCell prints a native value as a cell's value.
func (p *formatter) nativeCell(v reflect.Value, depth int) {
	rt.Nested()
	if b, ok := rt.Inside(v); ok {
		p.value(b.T.T, reflect.ValueOf(b.V), depth, false)
		return
	}
	switch v.Kind() {
	case reflect.String:
		p.quote(v.String())
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			if p.again(v) {
				return
			}
			defer p.back()
		}
		p.write("[")
		for i := range v.Len() {
			if p.full(v.Len()-i, depth) {
				break
			}
			if i > 0 {
				p.write(" ")
			}
			p.nativePart(v.Index(i), depth+1)
		}
		p.write("]")
	case reflect.Map:
		if p.again(v) {
			return
		}
		defer p.back()
		p.write("map[")
		for i, k := range tables(p.r).SortedKeys(v) {
			if p.full(v.Len()-i, depth) {
				break
			}
			if i > 0 {
				p.write(" ")
			}
			p.nativePart(k, depth+1)
			p.write(":")
			p.nativePart(v.MapIndex(k), depth+1)
		}
		p.write("]")
	case reflect.Struct:
		p.nativeStruct(v, depth)
	case reflect.Pointer:
		if v.IsNil() {
			p.write(p.null())
			return
		}
		p.target(v, func() { p.nativePart(v.Elem(), depth+1) })
	case reflect.Interface:
		if v.IsNil() {
			p.write(p.null())
			return
		}
		p.nativePart(v.Elem(), depth)
	case reflect.Func:
		p.function(v.Type().String(), v)
	case reflect.Chan:
		p.channel(v.Type().String(), v)
	case reflect.UnsafePointer:
		p.nilOr(v)
	default:
		fmt.Fprintf(p.State, "%+v", v)
	}
}

func (p *formatter) nilOr(v reflect.Value) {
	if v.IsNil() {
		p.write(p.null())
		return
	}
	fmt.Fprintf(p.State, "%+v", v)
}

// channel prints a channel's type, and how full its buffer is.
func (p *formatter) channel(typ string, v reflect.Value) {
	switch {
	case v.IsNil():
		p.write(p.null())
	case v.Cap() == 0:
		p.write(typ)
	default:
		p.write(fmt.Sprintf("%s (%d of %d)", typ, v.Len(), v.Cap()))
	}
}

// function prints a function's type: its address means nothing.
func (p *formatter) function(typ string, v reflect.Value) {
	if v.IsNil() {
		p.write(p.null())
		return
	}
	p.write(typ + " {…}")
}
