// Generic functions and types: constraints, lists, maps, sets, trees.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type Number interface {
	~int | ~int64 | ~float64
}

func SumMap[K comparable, V Number](m map[K]V) V {
	var s V
	for _, v := range m {
		s += v
	}
	return s
}

func Map[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func Filter[S ~[]E, E any](xs S, keep func(E) bool) S {
	var out S
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

func Reduce[T, A any](xs []T, init A, f func(A, T) A) A {
	for _, x := range xs {
		init = f(init, x)
	}
	return init
}

func SlicesIndex[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if v == s[i] {
			return i
		}
	}
	return -1
}

type List[T any] struct {
	head, tail *element[T]
	n          int
}

type element[T any] struct {
	next *element[T]
	val  T
}

func (l *List[T]) Push(v T) *List[T] {
	e := &element[T]{val: v}
	if l.tail == nil {
		l.head, l.tail = e, e
	} else {
		l.tail.next = e
		l.tail = e
	}
	l.n++
	return l
}

func (l *List[T]) AllElements() []T {
	var elems []T
	for e := l.head; e != nil; e = e.next {
		elems = append(elems, e.val)
	}
	return elems
}

func (l List[T]) String() string { return fmt.Sprintf("List%v", l.AllElements()) }

type Set[T comparable] map[T]struct{}

func SetOf[T comparable](xs ...T) Set[T] {
	s := Set[T]{}
	for _, x := range xs {
		s[x] = struct{}{}
	}
	return s
}
func (s Set[T]) Has(x T) bool { _, ok := s[x]; return ok }
func Union[T comparable](a, b Set[T]) Set[T] {
	u := Set[T]{}
	for _, s := range []Set[T]{a, b} {
		for x := range s {
			u[x] = struct{}{}
		}
	}
	return u
}
func Sorted[T cmp.Ordered](s Set[T]) []T {
	out := make([]T, 0, len(s))
	for x := range s {
		out = append(out, x)
	}
	slices.Sort(out)
	return out
}

type Tree[T any] struct {
	cmp  func(a, b T) int
	root *node[T]
}
type node[T any] struct {
	left, right *node[T]
	val         T
}

func (t *Tree[T]) Insert(v T) bool {
	p := &t.root
	for *p != nil {
		switch c := t.cmp(v, (*p).val); {
		case c < 0:
			p = &(*p).left
		case c > 0:
			p = &(*p).right
		default:
			return false
		}
	}
	*p = &node[T]{val: v}
	return true
}

func (t *Tree[T]) Walk(f func(T)) {
	var walk func(*node[T])
	walk = func(n *node[T]) {
		if n != nil {
			walk(n.left)
			f(n.val)
			walk(n.right)
		}
	}
	walk(t.root)
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func MakePair[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }
func (p Pair[A, B]) Swap() Pair[B, A]        { return Pair[B, A]{p.Second, p.First} }

type Stack[T any] []T

var ErrEmpty = errors.New("empty stack")

func (s *Stack[T]) Push(v T) { *s = append(*s, v) }
func (s *Stack[T]) Pop() (T, error) {
	var zero T
	if len(*s) == 0 {
		return zero, ErrEmpty
	}
	v := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return v, nil
}

type Stringish interface {
	~string
	Len() int
}
type Word string

func (w Word) Len() int { return len(w) }
func Total[T Stringish](ws ...T) (n int) {
	for _, w := range ws {
		n += w.Len() + len(string(w))
	}
	return
}

type ID int

type Vec[T any] = []T
type Matrix[T any] = Vec[Vec[T]]

type Numeric interface{ int | float64 }

func MaxOf[T cmp.Ordered](first T, rest ...T) T {
	for _, x := range rest {
		first = max(first, x)
	}
	return first
}

func Ptr[T any](v T) *T { return &v }

func Keys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	ks := make([]K, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i] < ks[j] })
	return ks
}

type Cache[K comparable, V any] struct {
	data  map[K]V
	load  func(K) (V, error)
	Loads int
}

func NewCache[K comparable, V any](load func(K) (V, error)) *Cache[K, V] {
	return &Cache[K, V]{data: make(map[K]V), load: load}
}
func (c *Cache[K, V]) Get(k K) (V, error) {
	if v, ok := c.data[k]; ok {
		return v, nil
	}
	v, err := c.load(k)
	if err != nil {
		return v, fmt.Errorf("cache %v: %w", k, err)
	}
	c.Loads++
	c.data[k] = v
	return v, nil
}

func describe[T any](x T) string {
	switch v := any(x).(type) {
	case int:
		return "int"
	case fmt.Stringer:
		return "stringer " + v.String()
	case []T:
		return "slice of itself"
	}
	var p *T
	return fmt.Sprintf("%T %T", x, p)
}

func main() {
	fmt.Println(SumMap(map[string]int64{"a": 34, "b": 12}), SumMap(map[int]float64{1: 35.98, 2: 26.99}), SumMap(map[string]ID{"x": 3}))
	strs := Map([]int{1, 2, 3}, func(i int) string { return strings.Repeat("*", i) })
	fmt.Printf("%q %v\n", strs, Filter([]int{1, 2, 3, 4}, func(i int) bool { return i%2 == 0 }))
	fmt.Println(Reduce(strs, 0, func(n int, s string) int { return n + len(s) }), SlicesIndex(strs, "**"), SlicesIndex[[]float64](nil, 1))
	var l List[int]
	l.Push(10).Push(13).Push(23)
	fmt.Println(l.AllElements(), l, &l, l.n)
	fmt.Printf("%T %T\n", l, l.head)
	u := Union(SetOf(3, 1, 2), SetOf(5, 3))
	fmt.Println(Sorted(u), u.Has(5), u.Has(7), len(u))
	t := Tree[string]{cmp: strings.Compare}
	for _, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		t.Insert(w)
	}
	t.Walk(func(s string) { fmt.Print(s, " ") })
	fmt.Println()
	p := MakePair("a", 1)
	fmt.Printf("%v %+v %#v %T\n", p, p.Swap(), p, MakePair(p, []ID{1}))
	var st Stack[rune]
	st.Push('x')
	v, err := st.Pop()
	fmt.Println(v, err)
	_, err = st.Pop()
	fmt.Println(err, errors.Is(err, ErrEmpty))
	fmt.Println(Total(Word("abc"), Word("de")), MaxOf(3, 9, 2), MaxOf("b", "a"), *Ptr(3.5))
	m := Matrix[int]{{1, 2}, {3}}
	fmt.Printf("%v %T\n", m, m)
	fmt.Println(Keys(map[string]bool{"z": true, "a": false}))
	c := NewCache(func(n int) (string, error) {
		if n < 0 {
			return "", errors.New("negative")
		}
		return fmt.Sprint(n * n), nil
	})
	a, _ := c.Get(4)
	b, _ := c.Get(4)
	_, err = c.Get(-1)
	fmt.Println(a, b, c.Loads, err)
	fmt.Println(describe(1), describe(l), describe("s"), describe(p), describe([]Pair[int, Word]{}))
	f := Map[string, int]
	fmt.Println(f([]string{"a", "bb"}, func(s string) int { return len(s) }))
	type local[T any] struct{ v T }
	fmt.Printf("%v %+v\n", local[int]{3}, local[Pair[int, int]]{MakePair(1, 2)})
}
