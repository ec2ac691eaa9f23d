package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"riffle/internal/display/plain"
	"riffle/internal/rt"
)

// Printing or encoding a value that contains itself overflows the stack in compiled Go.
// Here the library gets a knot instead.

// knot prints a value part by part, with a note where one contains itself. It can't be
// encoded.
type knot struct{ v any }

// Finite is v for a function that would never end with a value that contains itself: one
// that prints values, or encodes them as "xml" or "gob".
func (l *Library) Finite(how string, v any) any {
	endless := rt.PrintsItself
	if how != "print" {
		endless = func(v any) bool {
			return rt.LeadsBack(v, func(f reflect.StructField) bool { return f.IsExported() && f.Tag.Get(how) != "-" })
		}
	}
	if endless(v) {
		return knot{v}
	}
	return v
}

// tied are operands for fmt: knots of those that contain themselves.
func tied(a []any) []any {
	i := slices.IndexFunc(a, rt.PrintsItself)
	if i < 0 {
		return a
	}
	a = slices.Clone(a)
	for ; i < len(a); i++ {
		if rt.PrintsItself(a[i]) {
			a[i] = knot{a[i]}
		}
	}
	return a
}

// untied is what a knot was made of.
func untied(x any) any {
	if k, ok := x.(knot); ok {
		return k.v
	}
	return x
}

// Format prints the value.
func (k knot) Format(f fmt.State, verb rune) {
	p := unraveller{State: f, verb: verb}
	p.printPart(reflect.ValueOf(k.v), 0)
}

var errKnot = errors.New("the value contains itself, so that its encoding would have no end")

// MarshalJSON encodes the value unless it contains itself, which package json finds out.
func (k knot) MarshalJSON() ([]byte, error) { return json.Marshal(k.v) }

// GobEncode fails.
func (k knot) GobEncode() ([]byte, error) { return nil, fmt.Errorf("gob: %w", errKnot) }

// unraveller prints a value that contains itself for a directive.
type unraveller struct {
	fmt.State
	verb rune
	path []visit
}

// visit is a slice or map being printed.
type visit struct {
	p uintptr
	n int
	t reflect.Type
}

func (p *unraveller) writeText(s string) { io.WriteString(p.State, s) }
func (p *unraveller) sharp() bool        { return p.verb == 'v' && p.Flag('#') }

// printPart prints a part at a depth.
func (p *unraveller) printPart(v reflect.Value, depth int) {
	rt.Nested()
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			p.writeText(map[bool]string{true: v.Type().String() + "(nil)", false: "<nil>"}[p.sharp()])
			return
		}
		v = v.Elem()
	}
	if v.CanInterface() && p.printsItself(v.Type()) {
		if v.Type().Implements(errorType) && rt.HoldsItself(v.Interface()) {
			p.writeText("(an error that wraps itself)")
			return
		}
		fmt.Fprintf(p.State, p.directive(), v)
		return
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		p.printParts(v, "[", "]", v.Len(), func(i int) { p.printPart(v.Index(i), depth+1) })
	case reflect.Map:
		keys := plain.SortedKeys(v)
		p.printParts(v, "map[", "]", len(keys), func(i int) {
			p.printPart(keys[i], depth+1)
			p.writeText(":")
			p.printPart(v.MapIndex(keys[i]), depth+1)
		})
	case reflect.Struct:
		p.printParts(v, "{", "}", v.NumField(), func(i int) {
			if p.verb == 'v' && (p.Flag('+') || p.Flag('#')) {
				p.writeText(v.Type().Field(i).Name + ":")
			}
			p.printPart(v.Field(i), depth+1)
		})
	case reflect.Pointer:
		p.printPointer(v, depth)
	default:
		fmt.Fprintf(p.State, p.directive(), v)
	}
}

// directive is the current one, for a part.
func (p *unraveller) directive() string { return fmt.FormatString(p.State, p.verb) }

// printPointer prints what the outermost pointer leads to, and others as addresses.
func (p *unraveller) printPointer(v reflect.Value, depth int) {
	switch k := v.Type().Elem().Kind(); {
	case depth == 0 && !v.IsNil() && (k == reflect.Struct || k == reflect.Slice || k == reflect.Array || k == reflect.Map):
		p.writeText("&")
		p.printPart(v.Elem(), 1)
	case p.sharp() && v.IsNil():
		p.writeText("(" + v.Type().String() + ")(nil)")
	case p.sharp():
		p.writeText(fmt.Sprintf("(%s)(%#x)", v.Type(), v.Pointer()))
	case strings.ContainsRune("vpbodxX", p.verb):
		fmt.Fprintf(p.State, p.directive(), v.UnsafePointer())
	default:
		p.writeText(fmt.Sprintf("%%!%c(%s=%#x)", p.verb, v.Type(), v.Pointer()))
	}
}

var (
	errorType      = reflect.TypeFor[error]()
	stringerType   = reflect.TypeFor[fmt.Stringer]()
	formatterType  = reflect.TypeFor[fmt.Formatter]()
	goStringerType = reflect.TypeFor[fmt.GoStringer]()
)

// printsItself reports whether values of a type print themselves under the current directive.
func (p *unraveller) printsItself(t reflect.Type) bool {
	switch {
	case t.Implements(formatterType):
		return true
	case p.sharp():
		return t.Implements(goStringerType)
	}
	return strings.ContainsRune("vsxXq", p.verb) && (t.Implements(errorType) || t.Implements(stringerType))
}

func (p *unraveller) printParts(v reflect.Value, begin, end string, n int, part func(i int)) {
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		if v.IsNil() && p.sharp() {
			p.writeText(v.Type().String() + "(nil)")
			return
		}
		at := visit{v.Pointer(), v.Len(), v.Type()}
		if v.Len() > 0 && slices.Contains(p.path, at) {
			p.writeText("(contains itself)")
			return
		}
		p.path = append(p.path, at)
		defer func() { p.path = p.path[:len(p.path)-1] }()
	}
	sep := " "
	if p.sharp() {
		begin, sep, end = v.Type().String()+"{", ", ", "}"
	}
	p.writeText(begin)
	for i := range n {
		if i > 0 {
			p.writeText(sep)
		}
		part(i)
	}
	p.writeText(end)
}

// ---- the verbs for which fmt doesn't call a knot ----

// verbs rewrites %T, %p and %w with a knot as operand, for which fmt doesn't call it, and
// lists excess operands.
func verbs(format string, args []any) (string, []any) {
	args = tied(args)
	if !slices.ContainsFunc(args, isKnot) {
		return format, args
	}
	ds, rest, excess := directives(format, args)
	if excess == 0 && !slices.ContainsFunc(ds, func(d directive) bool { return d.asksWrongly(args) }) {
		return format, args
	}
	var f strings.Builder
	var out []any
	for _, d := range ds {
		f.WriteString(d.before)
		if d.at < 0 {
			f.WriteString(strings.ReplaceAll(d.note, "%", "%%"))
			continue
		}
		verb, x := substitute(d.verb, args[d.at])
		f.WriteString("%" + d.spec + string(verb))
		out = append(append(out, d.stars...), x)
	}
	f.WriteString(rest)
	if excess > 0 {
		f.WriteString(strings.ReplaceAll(extra(args[len(args)-excess:]), "%", "%%"))
	}
	return f.String(), out
}

func isKnot(x any) bool { _, ok := x.(knot); return ok }

// asksWrongly reports whether fmt would print a directive wrongly.
func (d directive) asksWrongly(args []any) bool {
	return d.starred || d.at >= 0 && strings.ContainsRune("Tpw", d.verb) && isKnot(args[d.at])
}

// substitute returns a verb and an operand with which fmt prints x as it should.
func substitute(verb rune, x any) (rune, any) {
	k, ok := x.(knot)
	if !ok {
		return verb, x
	}
	switch verb {
	case 'T':
		return 's', rt.DynamicName(k.v)
	case 'p':
		switch reflect.ValueOf(k.v).Kind() {
		case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
			return 'p', k.v
		}
		return 's', badVerb(k, verb)
	case 'w':
		if _, ok := k.v.(error); ok {
			return 'w', k.v
		}
		return 's', badVerb(k, verb)
	}
	return verb, x
}

// badVerb is what fmt prints for a verb that is wrong for every value.
func badVerb(k knot, verb rune) string {
	return fmt.Sprintf("%%!%c(%s=%v)", verb, rt.DynamicName(k.v), k)
}

// extra is fmt's note about operands without a verb.
func extra(args []any) string {
	texts := make([]string, len(args))
	for i, x := range args {
		texts[i] = fmt.Sprint(x)
		if x != nil {
			texts[i] = rt.DynamicName(untied(x)) + "=" + texts[i]
		}
	}
	return "%!(EXTRA " + strings.Join(texts, ", ") + ")"
}
