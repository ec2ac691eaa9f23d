package shim

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"riffle/internal/rt"
)

// knot wraps, for native code, a value that contains itself or, for fmt, one that holds
// boxes. It prints part by part, with a note where a value is met again inside itself,
// and can't be encoded.
type knot struct {
	l *Library
	v any
}

// tie makes the knot of a value.
func (l *Library) tie(v any) rt.Knot { return knot{l, v} }

// tied are operands for fmt: native ones that contain boxes, or themselves, are
// knots.
func (l *Library) tied(a []any) []any {
	i := slices.IndexFunc(a, rt.HoldsBoxes)
	if i < 0 {
		return a
	}
	a = slices.Clone(a)
	for ; i < len(a); i++ {
		if rt.HoldsBoxes(a[i]) {
			a[i] = knot{l, a[i]}
		}
	}
	return a
}

// Untied is the value.
func (k knot) Untied() any { return k.v }

// Format prints the value.
func (k knot) Format(f fmt.State, verb rune) {
	p := formatter{State: f, r: k.l.rt, verb: verb}
	p.walk(reflect.ValueOf(k.v), 0)
}

var errKnot = errors.New("the value contains itself, so that its encoding would have no end")

// MarshalJSON fails.
func (k knot) MarshalJSON() ([]byte, error) { return nil, errKnot }

// GobEncode fails.
func (k knot) GobEncode() ([]byte, error) { return nil, errKnot }

// visit is a slice or map being printed.
type visit struct {
	p uintptr
	n int
	t reflect.Type
}

// again adds a slice or map to the path, or prints a note instead if it is already on it.
func (p *formatter) again(v reflect.Value) bool {
	at := visit{v.Pointer(), v.Len(), v.Type()}
	if v.Len() > 0 && slices.Contains(p.path, at) {
		p.write("(contains itself)")
		return true
	}
	p.path = append(p.path, at)
	return false
}

// back removes the last one from the path.
func (p *formatter) back() { p.path = p.path[:len(p.path)-1] }

// walk prints a native value that contains itself, part by part.
func (p *formatter) walk(v reflect.Value, depth int) {
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			p.write(map[bool]string{true: v.Type().String() + "(nil)", false: p.null()}[p.sharp()])
			return
		}
		v = v.Elem()
	}
	if b, ok := rt.BoxOf(v.Interface()); ok {
		p.value(b.T.T, reflect.ValueOf(b.V), depth, true)
		return
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		p.walkParts(v, "[", "]", v.Len(), func(i int) { p.walk(v.Index(i), depth+1) })
	case reflect.Map:
		keys := tables(p.r).SortedKeys(v)
		p.walkParts(v, "map[", "]", len(keys), func(i int) {
			p.walk(keys[i], depth+1)
			p.write(":")
			p.walk(v.MapIndex(keys[i]), depth+1)
		})
	default:
		p.walkLeaf(v, depth)
	}
}

// walkLeaf prints what isn't followed: the text of an error that wraps itself would never
// end.
func (p *formatter) walkLeaf(v reflect.Value, depth int) {
	if v.Type().Implements(errorType) && rt.HoldsItself(v.Interface()) {
		p.write("(an error that wraps itself)")
		return
	}
	p.native(v, depth, true)
}

func (p *formatter) walkParts(v reflect.Value, begin, end string, n int, part func(i int)) {
	if v.Kind() != reflect.Array {
		if p.again(v) {
			return
		}
		defer p.back()
	}
	sep := " "
	if p.sharp() {
		begin, sep, end = v.Type().String()+"{", ", ", "}"
	}
	p.write(begin)
	for i := range n {
		if i > 0 {
			p.write(sep)
		}
		part(i)
	}
	p.write(end)
}
