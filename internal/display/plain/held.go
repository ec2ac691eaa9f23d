package plain

import (
	"container/list"
	"container/ring"
	"fmt"
	"iter"
	"reflect"
	"slices"
)

// Held is a list or ring of the library as what it holds.
type Held struct {
	// Values are the values that a loop from the front, or from the ring's element, meets. A
	// list that another goroutine changes meanwhile ends early.
	Values iter.Seq[any]
	// Len is the number of values, -1 for a ring, which has to be walked to count them.
	Len int
}

// HeldIn is what a list or ring holds, or a pointer to one, and false for any other value.
func HeldIn(v reflect.Value) (Held, bool) {
	if !v.IsValid() || !v.CanInterface() {
		return Held{}, false
	}
	switch x := pointerTo(v).(type) {
	case *list.List:
		if x != nil {
			return Held{valuesOfList(x), x.Len()}, true
		}
	case *ring.Ring:
		if x != nil {
			return Held{valuesOfRing(x), -1}, true
		}
	}
	return Held{}, false
}

// pointerTo is a pointer as it is, and one to a copy of any other value of package list or
// ring.
func pointerTo(v reflect.Value) any {
	switch v.Type() {
	case reflect.TypeFor[*list.List](), reflect.TypeFor[*ring.Ring](), reflect.TypeFor[*list.Element]():
		return v.Interface()
	case reflect.TypeFor[list.List](), reflect.TypeFor[ring.Ring](), reflect.TypeFor[list.Element]():
		return openFields(v).Addr().Interface()
	}
	return nil
}

// valuesOfList walks a list as its user would. Every element is met once, whatever becomes
// of the list.
func valuesOfList(l *list.List) iter.Seq[any] {
	return func(yield func(any) bool) {
		seen := map[*list.Element]bool{}
		for e := l.Front(); e != nil && !seen[e]; e = nextElement(e) {
			seen[e] = true
			if !yield(e.Value) {
				return
			}
		}
	}
}

// nextElement is e.Next(), which panics if e is removed at this very moment.
func nextElement(e *list.Element) (next *list.Element) {
	defer func() {
		if recover() != nil {
			next = nil
		}
	}()
	return e.Next()
}

// valuesOfRing walks a ring. One that is a copy of an element never comes back to itself,
// but to its second element; and Next would write into an empty one.
func valuesOfRing(r *ring.Ring) iter.Seq[any] {
	return func(yield func(any) bool) {
		seen := map[*ring.Ring]bool{}
		for p := r; p != nil && !seen[p]; p = afterInRing(p) {
			seen[p] = true
			if !yield(p.Value) {
				return
			}
		}
	}
}

// afterInRing is the element after p, nil in a ring that hasn't been used.
func afterInRing(p *ring.Ring) *ring.Ring {
	return (*ring.Ring)(reflect.ValueOf(p).Elem().FieldByName("next").UnsafePointer())
}

// printHeld prints a list or ring of the library as what it holds, and an element of a list
// by its value; it reports false for any other value.
func (p *printer) printHeld(v reflect.Value, depth int) bool {
	if v.CanInterface() {
		if e, ok := pointerTo(v).(*list.Element); ok && e != nil {
			p.printElement(v, e, depth)
			return true
		}
	}
	h, ok := HeldIn(v)
	if !ok {
		return false
	}
	at := visit{p: addressOf(v), t: v.Type()}
	if at.p != 0 && slices.Contains(p.path, at) {
		p.WriteString("(contains itself)")
		return true
	}
	p.path = append(p.path, at)
	defer p.leavePath()
	p.WriteString("[")
	n := 0
	for x := range h.Values {
		if p.isFullOf(h.Len-n, depth) {
			break
		}
		if n++; n > 1 {
			p.WriteString(" ")
		}
		p.printPart(openFields(reflect.ValueOf(x)), depth+1)
	}
	p.WriteString("]")
	return true
}

// isFullOf is isFull where it may be unknown how many parts are left: then it is negative.
func (p *printer) isFullOf(left, depth int) bool {
	if left >= 0 || p.Limit == 0 || p.Len() < p.Limit {
		return p.isFull(max(left, 0), depth)
	}
	p.WriteString(" …")
	if depth == 0 && !p.Brief {
		p.WriteString(" and more; " + forTheWhole)
	}
	return true
}

// addressOf is where a list or ring lies, 0 for one that is nowhere else.
func addressOf(v reflect.Value) uintptr {
	switch {
	case v.Kind() == reflect.Pointer:
		return v.Pointer()
	case v.CanAddr():
		return v.Addr().Pointer()
	}
	return 0
}

// printElement prints an element of a list: what a program sees of it.
func (p *printer) printElement(v reflect.Value, e *list.Element, depth int) {
	at := visit{p: reflect.ValueOf(e).Pointer(), t: v.Type()}
	if v.Kind() == reflect.Pointer {
		p.WriteString("&")
	}
	if slices.Contains(p.path, at) {
		p.WriteString("{…}")
		return
	}
	p.path = append(p.path, at)
	defer p.leavePath()
	fmt.Fprint(p, "{Value:")
	p.printPart(openFields(reflect.ValueOf(e.Value)), depth+1)
	p.WriteString("}")
}
