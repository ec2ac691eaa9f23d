package adapt

import (
	"container/list"
	"fmt"
	"reflect"
)

// sequence is where cards are in a value: a slice, an array, a list of package list, or a
// chain of nodes, at the end of a path of fields, pointers (deref) and interfaces.
type sequence struct {
	path []int
	kind sequenceKind
	next int // of a chain's node: the field that leads to the next one
}

// deref is a step of a path from a pointer or an interface to what it holds.
const deref = -1

type sequenceKind int

const (
	sliceOfCards sequenceKind = iota
	arrayOfCards
	listOfCards
	chainOfCards
)

// maxPath is how long a path may be.
const maxPath = 6

// sequencesIn finds the sequences in a value.
func sequencesIn(v reflect.Value) (all []sequence) {
	var look func(v reflect.Value, path []int)
	look = func(v reflect.Value, path []int) {
		v = settable(v)
		found := func(kind sequenceKind, next int) {
			all = append(all, sequence{append([]int(nil), path...), kind, next})
		}
		switch v.Kind() {
		case reflect.Slice:
			found(sliceOfCards, 0)
		case reflect.Array:
			found(arrayOfCards, 0)
		case reflect.Struct:
			if v.Type() == listType {
				found(listOfCards, 0)
				return
			}
			for i := range v.NumField() {
				if len(path) < maxPath {
					look(v.Field(i), append(path, i))
				}
			}
		case reflect.Pointer:
			if next := chainField(v.Type()); next >= 0 {
				found(chainOfCards, next)
			} else if !v.IsNil() && copied(v.Type().Elem()) && len(path) < maxPath {
				look(v.Elem(), append(path, deref))
			}
		case reflect.Interface:
			if p := v.Elem(); p.IsValid() && p.Kind() == reflect.Pointer && len(path) < maxPath {
				look(p, append(path, deref))
			}
		}
	}
	look(v, nil)
	return all
}

// chainField is the field of a node that leads to the next, -1 for other types. Of two the
// one called next is it.
func chainField(t reflect.Type) int {
	if t.Elem().Kind() != reflect.Struct || t.Elem() == listType || t.Elem().PkgPath() == "container/list" {
		return -1
	}
	first := -1
	for i := range t.Elem().NumField() {
		f := t.Elem().Field(i)
		if f.Type != t {
			continue
		}
		if first < 0 || f.Name == "next" || f.Name == "Next" {
			first = i
		}
	}
	return first
}

// in is the sequence's container in a root; invalid if a pointer on its path is nil.
func (s sequence) in(root reflect.Value) reflect.Value {
	v := settable(root)
	for _, step := range s.path {
		if step != deref {
			v = settable(v.Field(step))
			continue
		}
		if v.IsNil() {
			return reflect.Value{}
		}
		v = settable(v.Elem())
	}
	return v
}

// maxChain is how many nodes of a chain are followed: it may be a ring.
const maxChain = 100_000

// cards are the cards in a root, in order.
func (s sequence) cards(root reflect.Value) (vs []reflect.Value) {
	v := s.in(root)
	if !v.IsValid() {
		return nil
	}
	switch s.kind {
	case sliceOfCards, arrayOfCards:
		for i := range v.Len() {
			vs = append(vs, settable(v.Index(i)))
		}
	case listOfCards:
		l := v.Addr().Interface().(*list.List)
		for e := l.Front(); e != nil && len(vs) < maxChain; e = e.Next() {
			vs = append(vs, reflect.ValueOf(&e.Value).Elem())
		}
	case chainOfCards:
		for first := v; !v.IsNil() && len(vs) < maxChain; v = settable(v.Elem().Field(s.next)) {
			if len(vs) > 0 && v.Pointer() == first.Pointer() {
				break
			}
			vs = append(vs, v.Elem())
		}
	}
	return vs
}

// cut leaves the first n cards, and reports whether it could.
func (s sequence) cut(root reflect.Value, n int) bool {
	v := s.in(root)
	switch s.kind {
	case sliceOfCards:
		v.Set(v.Slice3(0, n, n))
	case arrayOfCards:
		return v.Len() == n
	case listOfCards:
		for l := v.Addr().Interface().(*list.List); l.Len() > n; {
			l.Remove(l.Back())
		}
	case chainOfCards:
		at := v
		for range n {
			at = settable(at.Elem().Field(s.next))
		}
		at.SetZero()
	}
	return true
}

// keyOf is what tells a card from the others. A node of a chain is told by its values.
func (s sequence) keyOf(v reflect.Value) any {
	if s.kind == chainOfCards {
		c := variable(v)
		for i := range c.NumField() {
			if c.Field(i).Type() == reflect.PointerTo(v.Type()) {
				settable(c.Field(i)).SetZero()
			}
		}
		v = c
	}
	return keyOf(v)
}

// keyOf is what tells a value from others.
func keyOf(v reflect.Value) any {
	if v = settable(v); v.Comparable() && v.CanInterface() {
		return v.Interface()
	}
	return fmt.Sprintf("%+v", v)
}

// textOf is a card for a sentence.
func textOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	return fmt.Sprint(v)
}

// fill makes a value one of the cards 1 to n: different ones are different. It reports
// whether the type has room for that.
func fill(v reflect.Value, card int) bool {
	v = settable(v)
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(card))
		return !v.OverflowInt(int64(card))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(card))
		return !v.OverflowUint(uint64(card))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(card))
	case reflect.String:
		v.SetString(fmt.Sprint(card))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), card)
	case reflect.Interface:
		if v.NumMethod() > 0 {
			return false
		}
		v.Set(reflect.ValueOf(card))
	case reflect.Struct:
		filled := false
		for i := range v.NumField() {
			if k := v.Field(i).Kind(); k != reflect.Pointer && k != reflect.Interface {
				filled = fill(v.Field(i), card) || filled
			}
		}
		return filled
	case reflect.Array:
		return v.Len() > 0 && fill(v.Index(0), card)
	default:
		return false
	}
	return true
}

// build makes a value of a type with n cards in it; false if the type has none.
func build(t reflect.Type, n int) (v reflect.Value, ok bool) {
	v = reflect.New(t).Elem()
	return v, buildIn(v, n)
}

func buildIn(v reflect.Value, n int) bool {
	v = settable(v)
	switch t := v.Type(); v.Kind() {
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, n, n))
		return fillAll(v, n)
	case reflect.Array:
		return t.Len() == n && fillAll(v, n)
	case reflect.Pointer:
		if next := chainField(t); next >= 0 {
			return buildChain(v, next, n)
		}
		if !copied(t.Elem()) {
			return false
		}
		v.Set(reflect.New(t.Elem()))
		return buildIn(v.Elem(), n)
	case reflect.Struct:
		if t == listType {
			l := v.Addr().Interface().(*list.List)
			for i := range n {
				l.PushBack(i + 1)
			}
			return true
		}
		for i := range t.NumField() {
			if k := t.Field(i).Type.Kind(); k == reflect.Slice || k == reflect.Array || k == reflect.Pointer || t.Field(i).Type == listType {
				if buildIn(v.Field(i), n) {
					return true
				}
			}
		}
	}
	return false
}

func fillAll(v reflect.Value, n int) bool {
	for i := range n {
		if !fill(v.Index(i), i+1) {
			return false
		}
	}
	return true
}

// buildChain makes a chain of nodes, with the links back of a node that has them.
func buildChain(v reflect.Value, next, n int) bool {
	before := reflect.Zero(v.Type())
	at := v
	for i := range n {
		node := reflect.New(v.Type().Elem())
		if !fill(node.Elem(), i+1) {
			return false
		}
		for k := range node.Elem().NumField() {
			if k != next && node.Elem().Field(k).Type() == v.Type() {
				settable(node.Elem().Field(k)).Set(before)
			}
		}
		at.Set(node)
		at, before = settable(node.Elem().Field(next)), node
	}
	return true
}
