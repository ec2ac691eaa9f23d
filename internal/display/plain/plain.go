// Package plain writes values as text, as cells show them: like %+v, with strings quoted,
// and with what pointers lead to. Begin with Style.Text.
package plain

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Style says how values are written.
type Style struct {
	// Limit is after about how many bytes a text ends, 0 for never.
	Limit int
	// Brief is for a cell of a table: fields of the program's own structs have no names, and
	// nothing tells how much is left out.
	Brief bool
	// Own is the text of a value that prints itself; nil for package fmt's.
	Own func(v any) string
	// Enter, if set, is called for each part.
	Enter func()
}

// Text is a value as text.
func (s Style) Text(v any) string {
	if v == nil {
		return "nil"
	}
	return s.TextOf(reflect.ValueOf(v))
}

// TextOf is Text for a value of reflection. Methods of one from an unexported field aren't
// called.
func (s Style) TextOf(v reflect.Value) string {
	p := printer{Style: s}
	p.printPart(openFields(v), 0)
	return p.String()
}

// openFields is a copy of a value whose fields can be looked at, exported or not.
func openFields(v reflect.Value) reflect.Value {
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

// PrintsItself reports whether a value has a method that prints it.
func PrintsItself(v reflect.Value) bool {
	return v.IsValid() && v.CanInterface() && TypePrintsItself(v.Type())
}

// TypePrintsItself reports whether values of a type have a method that prints them.
func TypePrintsItself(t reflect.Type) bool {
	return t.Implements(errorType) || t.Implements(stringerType) || t.Implements(formatterType)
}

// printer writes one value.
type printer struct {
	Style
	strings.Builder
	path []visit // the slices and maps around the part
	seen []visit // what pointers lead to, shown once
	deep int     // pointers followed to the part
}

type visit struct {
	p uintptr
	n int
	t reflect.Type
}

// maxDeep is how many pointers are followed along: the end of a long list is no longer of
// interest.
const maxDeep = 8

// printPart prints a value or a part of one.
func (p *printer) printPart(v reflect.Value, depth int) {
	if p.Enter != nil {
		p.Enter()
	}
	switch {
	case !v.IsValid():
		p.WriteString("nil")
	case v.Kind() != reflect.Interface && PrintsItself(v):
		p.WriteString(p.ownText(v))
	default:
		p.printComposite(v, depth)
	}
}

// ownText is the text of a value that prints itself.
func (p *printer) ownText(v reflect.Value) string {
	if p.Own != nil {
		return p.Cut(p.Own(v.Interface()))
	}
	text := fmt.Sprintf(verb(v), v.Interface())
	if v.Kind() == reflect.Pointer && v.IsNil() && text == "<nil>" {
		return "nil"
	}
	return text
}

// verb is how a type's own text is asked for: a user's Format sees the plus.
func verb(v reflect.Value) string {
	if v.Type().PkgPath() == "main" {
		return "%+v"
	}
	return "%v"
}

func (p *printer) printComposite(v reflect.Value, depth int) {
	if k := v.Kind(); (k == reflect.Pointer || k == reflect.Struct) && p.printHeld(v, depth) {
		return
	}
	switch v.Kind() {
	case reflect.String:
		p.quote(v.String())
	case reflect.Slice, reflect.Array:
		p.printList(v, depth)
	case reflect.Map:
		p.mapping(v, depth)
	case reflect.Struct:
		p.printStruct(v, depth)
	case reflect.Pointer:
		p.printPointer(v, depth)
	case reflect.Interface:
		if v.IsNil() {
			p.WriteString("nil")
			return
		}
		p.printPart(openFields(v.Elem()), depth+1)
	case reflect.Func:
		if v.IsNil() {
			p.WriteString("nil")
			return
		}
		p.WriteString(v.Type().String() + " {…}") // its address means nothing
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

func (p *printer) printStruct(v reflect.Value, depth int) {
	p.WriteString("{")
	for i := range v.NumField() {
		if i > 0 {
			p.WriteString(" ")
		}
		if !p.Brief || !isOurs(v.Type()) {
			p.WriteString(v.Type().Field(i).Name + ":")
		}
		p.printPart(Field(v, i), depth+1)
	}
	p.WriteString("}")
}

// isOurs reports whether a type is one of the program's own, or has no name.
func isOurs(t reflect.Type) bool { return t.PkgPath() == "main" || t.PkgPath() == "" }

// Field is a field of a struct. Those that the program declares can be looked at even if they
// aren't exported, as cells see them; those that libraries declare can not.
func Field(v reflect.Value, i int) reflect.Value {
	v = openFields(v)
	f := v.Field(i)
	if f.CanInterface() || !f.CanAddr() || v.Type().Field(i).PkgPath != "main" {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

func (p *printer) printList(v reflect.Value, depth int) {
	if v.Kind() == reflect.Slice {
		if p.onPath(v) {
			return
		}
		defer p.leavePath()
	}
	p.WriteString("[")
	for i := range v.Len() {
		if p.isFull(v.Len()-i, depth) {
			break
		}
		if i > 0 {
			p.WriteString(" ")
		}
		p.printPart(v.Index(i), depth+1)
	}
	p.WriteString("]")
}

func (p *printer) mapping(v reflect.Value, depth int) {
	if p.onPath(v) {
		return
	}
	defer p.leavePath()
	p.WriteString("map[")
	for i, k := range SortedKeys(v) {
		if p.isFull(v.Len()-i, depth) {
			break
		}
		if i > 0 {
			p.WriteString(" ")
		}
		p.printPart(openFields(k), depth+1)
		p.WriteString(":")
		p.printPart(openFields(v.MapIndex(k)), depth+1)
	}
	p.WriteString("]")
}

// printPointer prints what a pointer leads to, once: so a cycle ends, and what several pointers
// share is written in one place.
func (p *printer) printPointer(v reflect.Value, depth int) {
	if v.IsNil() {
		p.WriteString("nil")
		return
	}
	p.WriteString("&")
	kind := v.Type().Elem().Kind()
	switch kind {
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer, reflect.Interface:
	default:
		p.printPart(v.Elem(), depth+1)
		return
	}
	at := visit{p: v.Pointer(), t: v.Type()}
	if slices.Contains(p.seen, at) || p.deep >= maxDeep {
		p.WriteString("{…}")
		return
	}
	p.seen = append(p.seen, at)
	if outermost := depth == 0 && kind != reflect.Pointer && kind != reflect.Interface; !outermost {
		p.deep++
		defer func() { p.deep-- }()
	}
	p.printPart(v.Elem(), depth+1)
}

// onPath notes a slice or map on the way to its parts, or prints a note instead where
// it is on the way already.
func (p *printer) onPath(v reflect.Value) bool {
	at := visit{v.Pointer(), v.Len(), v.Type()}
	if v.Len() > 0 && slices.Contains(p.path, at) {
		p.WriteString("(contains itself)")
		return true
	}
	p.path = append(p.path, at)
	return false
}

func (p *printer) leavePath() { p.path = p.path[:len(p.path)-1] }

// ---- limits ----

const forTheWhole = "%show for the whole"

// isFull reports whether the limit is reached before the last parts of a slice or map. The
// outermost one says how many are left.
func (p *printer) isFull(left, depth int) bool {
	if p.Limit == 0 || p.Len() < p.Limit {
		return false
	}
	if depth == 0 && !p.Brief {
		fmt.Fprintf(p, " … and %s more; %s", groupCount(left), forTheWhole)
	} else {
		p.WriteString(" …")
	}
	return true
}

// quote writes a string.
func (p *printer) quote(s string) {
	if p.Limit == 0 || len(s) <= p.Limit {
		p.WriteString(strconv.Quote(s))
		return
	}
	head := Whole(s[:p.Limit])
	p.WriteString(strconv.Quote(head))
	if p.Brief {
		p.WriteString(" …")
		return
	}
	fmt.Fprintf(p, " … and %s more bytes; %s", groupCount(len(s)-len(head)), forTheWhole)
}

// Cut cuts a text that a method of the value's has made too long.
func (s Style) Cut(text string) string {
	if s.Limit == 0 || s.Brief || len(text) <= s.Limit+s.Limit/2+200 {
		return text
	}
	head := Whole(text[:s.Limit])
	return head + fmt.Sprintf("… and %s more bytes; %s", groupCount(len(text)-len(head)), forTheWhole)
}

// Whole removes an incomplete character from the end of a text.
func Whole(s string) string {
	for n := 0; n < utf8.UTFMax && len(s) > 0; n++ {
		if r, size := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || size > 1 {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

// groupCount writes a count with separators.
func groupCount(n int) string {
	s := strconv.Itoa(n)
	var parts []string
	for len(s) > 3 {
		parts = append([]string{s[len(s)-3:]}, parts...)
		s = s[:len(s)-3]
	}
	return strings.Join(append([]string{s}, parts...), ",")
}
