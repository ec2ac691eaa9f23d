package shim

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/display/tabular"
)

// maxDeep is how many pointers are followed in a cell's value: the end of a long list is
// no longer of interest.
const maxDeep = 8

// note records what a pointer points to.
func (p *formatter) note(v reflect.Value) {
	p.seen = append(p.seen, visit{p: v.Pointer(), t: v.Type()})
}

// target prints what a pointer points to, once: so a cycle ends, and what several
// pointers share is written in one place.
func (p *formatter) target(v reflect.Value, print func()) {
	if !composite(v.Type().Elem().Kind()) {
		p.write("&")
		print()
		return
	}
	if p.noted(v) || p.deep >= maxDeep {
		p.write("&{…}")
		return
	}
	p.note(v)
	p.deep++
	p.write("&")
	print()
	p.deep--
}

func composite(k reflect.Kind) bool {
	switch k {
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer, reflect.Interface:
		return true
	}
	return false
}

func (p *formatter) noted(v reflect.Value) bool {
	return slices.Contains(p.seen, visit{p: v.Pointer(), t: v.Type()})
}

// full reports whether a cell's value has reached its limit before the last part of a
// slice or map. The outermost one says how many are left.
func (p *formatter) full(left, depth int) bool {
	if p.out == nil || p.out.limit == 0 || p.out.Len() < p.out.limit {
		return false
	}
	if depth == 0 && !p.inner {
		p.write(fmt.Sprintf(" … and %s more; %s", grouped(left), forTheWhole))
	} else {
		p.write(" …")
	}
	return true
}

const forTheWhole = "%show for the whole"

// quote writes a string of a cell's value.
func (p *formatter) quote(s string) {
	if p.out == nil || p.out.limit == 0 || len(s) <= p.out.limit {
		p.write(strconv.Quote(s))
		return
	}
	head := tabular.Whole(s[:p.out.limit])
	p.write(strconv.Quote(head) + fmt.Sprintf(" … and %s more bytes; %s", grouped(len(s)-len(head)), forTheWhole))
}

// cutText cuts a text that a method of the value's has made too long.
func cutText(s string, limit int) string {
	if limit == 0 || len(s) <= limit+limit/2+200 {
		return s
	}
	head := tabular.Whole(s[:limit])
	return head + fmt.Sprintf("… and %s more bytes; %s", grouped(len(s)-len(head)), forTheWhole)
}

// grouped writes a count with separators.
func grouped(n int) string {
	s := strconv.Itoa(n)
	var parts []string
	for len(s) > 3 {
		parts = append([]string{s[len(s)-3:]}, parts...)
		s = s[:len(s)-3]
	}
	return strings.Join(append([]string{s}, parts...), ",")
}
