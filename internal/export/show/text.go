package show

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"riffle/internal/display/tabular"
)

// Plain is a value as text on a line.
func Plain(v any) string {
	var p printer
	if v == nil {
		return "nil"
	}
	p.part(open(reflect.ValueOf(v)), 0)
	return p.String()
}

// open is a copy of a value whose fields can be looked at, exported or not.
func open(v reflect.Value) reflect.Value {
	if !v.IsValid() || v.CanAddr() || !v.CanInterface() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

var (
	errorType     = reflect.TypeFor[error]()
	stringerType  = reflect.TypeFor[fmt.Stringer]()
	formatterType = reflect.TypeFor[fmt.Formatter]()
)

func printsItself(v reflect.Value) bool {
	t := v.Type()
	return t.Implements(errorType) || t.Implements(stringerType) || t.Implements(formatterType)
}

// printer writes one value.
type printer struct {
	strings.Builder
	limit int     // in bytes, in a cell of a table, where fields have no names; else 0
	path  []visit // the slices and maps around the part
	seen  []visit // what pointers lead to, shown once
	deep  int     // pointers followed to the part
}

type visit struct {
	p uintptr
	n int
	t reflect.Type
}

// maxDeep is how many pointers are followed along.
const maxDeep = 8

// part prints a value or a part of one.
func (p *printer) part(v reflect.Value, depth int) {
	switch {
	case !v.IsValid():
		p.WriteString("nil")
	case v.Kind() != reflect.Interface && v.CanInterface() && printsItself(v):
		text := fmt.Sprintf(verb(v), v.Interface())
		if v.Kind() == reflect.Pointer && v.IsNil() && text == "<nil>" {
			text = "nil"
		}
		p.WriteString(text)
	default:
		p.composite(v, depth)
	}
}

// verb is how a type's own text is asked for: a user's Format sees the plus.
func verb(v reflect.Value) string {
	if v.Type().PkgPath() == "main" {
		return "%+v"
	}
	return "%v"
}

func (p *printer) composite(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		p.WriteString(strconv.Quote(v.String()))
	case reflect.Slice, reflect.Array:
		p.list(v, depth)
	case reflect.Map:
		p.mapping(v, depth)
	case reflect.Struct:
		p.WriteString("{")
		for i := range v.NumField() {
			if i > 0 {
				p.WriteString(" ")
			}
			if p.limit == 0 || v.Type().PkgPath() != "main" && v.Type().PkgPath() != "" {
				p.WriteString(v.Type().Field(i).Name + ":")
			}
			p.part(field(v, i), depth+1)
		}
		p.WriteString("}")
	case reflect.Pointer:
		p.pointer(v, depth)
	case reflect.Interface:
		if v.IsNil() {
			p.WriteString("nil")
			return
		}
		p.part(open(v.Elem()), depth+1)
	case reflect.Func:
		if v.IsNil() {
			p.WriteString("nil")
			return
		}
		p.WriteString(v.Type().String() + " {…}")
	case reflect.Chan:
		p.channel(v)
	case reflect.UnsafePointer:
		if v.IsNil() {
			p.WriteString("nil")
			return
		}
		fmt.Fprintf(p, "%+v", v)
	default:
		fmt.Fprintf(p, "%+v", v)
	}
}

// channel prints a channel by its type, and how full its buffer is.
func (p *printer) channel(v reflect.Value) {
	switch {
	case v.IsNil():
		p.WriteString("nil")
	case v.Cap() == 0:
		p.WriteString(v.Type().String())
	default:
		fmt.Fprintf(p, "%s (%d of %d)", v.Type(), v.Len(), v.Cap())
	}
}

// field is a field of a struct. Those of the program's own types are open even if they
// aren't exported, as cells see them; those of libraries are not.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	if f.CanInterface() || !f.CanAddr() || v.Type().PkgPath() != "main" && v.Type().PkgPath() != "" {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

func (p *printer) list(v reflect.Value, depth int) {
	if v.Kind() == reflect.Slice {
		if p.again(v) {
			return
		}
		defer p.back()
	}
	p.WriteString("[")
	for i := range v.Len() {
		if p.full() {
			break
		}
		if i > 0 {
			p.WriteString(" ")
		}
		p.part(v.Index(i), depth+1)
	}
	p.WriteString("]")
}

func (p *printer) mapping(v reflect.Value, depth int) {
	if p.again(v) {
		return
	}
	defer p.back()
	p.WriteString("map[")
	for i, k := range new(tabular.World).SortedKeys(v) {
		if p.full() {
			break
		}
		if i > 0 {
			p.WriteString(" ")
		}
		p.part(open(k), depth+1)
		p.WriteString(":")
		p.part(open(v.MapIndex(k)), depth+1)
	}
	p.WriteString("]")
}

// full reports whether as much has been written as may be.
func (p *printer) full() bool {
	if p.limit == 0 || p.Len() < p.limit {
		return false
	}
	p.WriteString(" …")
	return true
}

// pointer prints what a pointer leads to, once.
func (p *printer) pointer(v reflect.Value, depth int) {
	if v.IsNil() {
		p.WriteString("nil")
		return
	}
	p.WriteString("&")
	switch v.Type().Elem().Kind() {
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer, reflect.Interface:
	default:
		p.part(v.Elem(), depth+1)
		return
	}
	at := visit{p: v.Pointer(), t: v.Type()}
	if slices.Contains(p.seen, at) || p.deep >= maxDeep {
		p.WriteString("{…}")
		return
	}
	p.seen = append(p.seen, at)
	p.deep++
	p.part(v.Elem(), depth+1)
	p.deep--
}

// again notes a slice or map on the way to its parts, or prints a note instead where
// it is on the way already.
func (p *printer) again(v reflect.Value) bool {
	at := visit{v.Pointer(), v.Len(), v.Type()}
	if v.Len() > 0 && slices.Contains(p.path, at) {
		p.WriteString("(contains itself)")
		return true
	}
	p.path = append(p.path, at)
	return false
}

func (p *printer) back() { p.path = p.path[:len(p.path)-1] }
