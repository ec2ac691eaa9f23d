package shim

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"riffle/internal/rt"
)

// knot wraps, for native code, a value that contains itself or, for fmt, one that holds
// boxes. It prints part by part, with a note where a value is met again inside itself; one
// that contains itself can't be encoded.
type knot struct {
	l *Library
	v any
}

// tie makes the knot of a value.
func (l *Library) tie(v any) rt.Knot { return knot{l, v} }

// holder is a value of package reflect: fmt prints what it holds where it is an operand.
type holder interface{ Held() any }

// tied are operands for fmt: native ones that contain boxes, or themselves, and values of
// package reflect, are knots.
func (l *Library) tied(a []any) []any {
	i := slices.IndexFunc(a, ties)
	if i < 0 {
		return a
	}
	a = slices.Clone(a)
	for ; i < len(a); i++ {
		if ties(a[i]) {
			a[i] = knot{l, a[i]}
		}
	}
	return a
}

func ties(x any) bool {
	_, ok := x.(holder)
	return ok || rt.HoldsBoxes(x)
}

// Untied is the value.
func (k knot) Untied() any { return k.v }

// Format prints the value.
func (k knot) Format(f fmt.State, verb rune) {
	if h, ok := k.v.(holder); ok {
		fmt.Fprintf(f, fmt.FormatString(f, verb), h.Held())
		return
	}
	p := formatter{State: f, r: k.l.rt, verb: verb}
	p.walk(reflect.ValueOf(k.v), 0, true)
}

var errKnot = errors.New("the value contains itself, so that its encoding would have no end")

// MarshalJSON encodes a value that doesn't contain itself.
func (k knot) MarshalJSON() ([]byte, error) {
	if rt.HoldsItself(k.v) {
		return nil, errKnot
	}
	return k.l.valueJSON(k.v)
}

// GobEncode fails.
func (k knot) GobEncode() ([]byte, error) { return nil, fmt.Errorf("gob: %w", errKnot) }

// unbox is the value in the box, or the value itself.
func unbox(v any) any {
	if b, ok := rt.Boxed(v); ok {
		return b.V
	}
	return v
}

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

// walk prints a native value that contains itself or boxes, part by part.
func (p *formatter) walk(v reflect.Value, depth int, open bool) {
	rt.Nested()
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			p.write(map[bool]string{true: v.Type().String() + "(nil)", false: p.null()}[p.sharp()])
			return
		}
		v = v.Elem()
	}
	open = open && v.CanInterface()
	if b, ok := rt.Inside(v); ok {
		p.value(b.T.T, reflect.ValueOf(b.V), depth, open)
		return
	}
	if open && p.hasText(v) {
		p.itsText(v)
		return
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		p.walkParts(v, "[", "]", v.Len(), func(i int) { p.walk(v.Index(i), depth+1, open) })
	case reflect.Map:
		keys := tables(p.r).SortedKeys(v)
		p.walkParts(v, "map[", "]", len(keys), func(i int) {
			p.walk(keys[i], depth+1, open)
			p.write(":")
			p.walk(v.MapIndex(keys[i]), depth+1, open)
		})
	case reflect.Struct:
		p.walkParts(v, "{", "}", v.NumField(), func(i int) {
			if p.plus() || p.sharp() {
				p.write(v.Type().Field(i).Name + ":")
			}
			p.walk(v.Field(i), depth+1, open)
		})
	case reflect.Pointer:
		if k := v.Type().Elem().Kind(); depth == 0 && !v.IsNil() && composite(k) && k != reflect.Pointer && k != reflect.Interface {
			p.write("&")
			p.walk(v.Elem(), 1, open)
			return
		}
		fallthrough
	default:
		p.native(rt.Readable(v), depth, open)
	}
}

func (p *formatter) walkParts(v reflect.Value, begin, end string, n int, part func(i int)) {
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		if v.IsNil() && p.sharp() {
			p.write(v.Type().String() + "(nil)")
			return
		}
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
