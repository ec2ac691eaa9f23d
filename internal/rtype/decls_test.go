package rtype_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// This file is compiled, and read as source by the other tests: a Maker's types must be
// what the compiler makes of it.

type Rank int

func (r Rank) String() string { return fmt.Sprintf("rank %d", int(r)) }

type Suit uint8

type Card struct {
	Rank Rank `json:"r" xml:"rank,attr"`
	suit Suit
	Note string `json:"note,omitempty" xml:"note"`
}

func (c Card) Beats(o Card) bool { return c.Rank > o.Rank }
func (c *Card) Raise(n int)      { c.Rank += Rank(n) }
func (c Card) color() string     { return [...]string{"black", "red"}[c.suit%2] }

type Hand []Card

func (h Hand) Len() int           { return len(h) }
func (h Hand) Less(i, j int) bool { return h[i].Rank < h[j].Rank }
func (h Hand) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *Hand) Push(x any)        { *h = append(*h, x.(Card)) }
func (h *Hand) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

type Percent float64

func (p Percent) Format(s fmt.State, verb rune) { fmt.Fprintf(s, "<%c %.1f>", verb, float64(p)) }

type Title string

func (t Title) MarshalJSON() ([]byte, error)  { return json.Marshal("T:" + string(t)) }
func (t *Title) UnmarshalJSON(b []byte) error { *t = Title(strings.Trim(string(b), `"`)); return nil }

type Toggle bool

func (t *Toggle) Set(s string) error { *t = s == "on"; return nil }
func (t *Toggle) String() string     { return fmt.Sprint("toggle ", t != nil && bool(*t)) }
func (t *Toggle) IsBoolFlag() bool   { return true }

type Board [3][3]int
type Trie map[string]Trie

func (t Trie) Depth() int {
	n := 0
	for _, s := range t {
		n = max(n, s.Depth())
	}
	return n + 1
}

type Route func(http.ResponseWriter, *http.Request)

func (r Route) ServeHTTP(w http.ResponseWriter, q *http.Request) { r(w, q) }

type Queue chan Card
type Inbox <-chan Queue

type Node struct {
	Value int
	next  *Node
}

func (n *Node) Next() *Node { return n.next }

type Left struct {
	right  *Right
	Rights []Right
}
type Right struct {
	left  *Left
	lefts map[string]Left
}

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Add(v T)  { s.items = append(s.items, v) }
func (s Stack[T]) Size() int { return len(s.items) }

type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

type List[T any] struct {
	head *element[T]
	n    int
}
type element[T any] struct {
	next *element[T]
	v    T
}

func (l *List[T]) Prepend(v T) { l.head = &element[T]{l.head, v}; l.n++ }
func (l *List[T]) First() T    { return l.head.v }

type Shape interface {
	Area() float64
	secret() string
}

type Circle struct{ R float64 }

func (c Circle) Area() float64  { return 3 * c.R * c.R }
func (c Circle) secret() string { return "circle" }

type Base struct{ ID int }

func (b Base) Describe() string { return fmt.Sprint("base ", b.ID) }
func (b *Base) SetID(n int)     { b.ID = n }

type hidden struct{ Depth int }

func (h hidden) Deep() int { return h.Depth }

type Derived struct {
	Base
	*Node
	hidden
	Name string `json:"name"`
	fmt.Stringer
	time.Duration
}

// One is held in the word of an interface itself, as Ref, Trie and Route are.
type One struct{ p *int }

func (o One) Get() int   { return *o.p }
func (o *One) Set(p int) { o.p = &p }

type Ref [1]*Node

func (r Ref) First() int { return r[0].Value }

type NotFound struct{ Key string }

func (e *NotFound) Error() string        { return "no " + e.Key }
func (e *NotFound) Unwrap() error        { return io.EOF }
func (e *NotFound) Is(target error) bool { return target == io.ErrNoProgress }

type Code int

func (c Code) Error() string { return fmt.Sprint("code ", int(c)) }

type Source struct{ left int }

func (s *Source) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	n := copy(p, strings.Repeat("x", min(s.left, 3)))
	s.left -= n
	return n, nil
}

type Large struct {
	pointers [1000]*int
	S        string
	bytes    [64]byte
}

type Blank struct {
	A int
	_ int
	B string
}

type Step func(Step) Step
type Chain chan Chain
type Loop *Loop
type Tower []Tower
type Self interface{ Self() Self }
type Me struct{ n int }

func (m Me) Self() Self { return m }

// Calc has methods whose parameters and results lie in registers of both kinds and on the
// stack.
type Calc struct {
	base float64
	Tag  string
}

func (c Calc) Mix(a int, b float64, s string, d [3]int, e Card, f ...any) (int, string, error) {
	return a + int(b) + d[2] + int(e.Rank) + len(f), s + c.Tag + fmt.Sprint(f...), io.EOF
}

func (c *Calc) Many(a, b, d, e, f, g, h, i, j, k, l, m int, x, y, z float32, s []string) (r [2]int, t float32) {
	return [2]int{a + b + d + e + f + g + h + i + j + k, l + m + len(s)}, x + y + z
}

type Stamp time.Time
type Void struct{}

func (Void) Nothing() {}

type Wide struct {
	F1 int8
	F2 complex128
	F3 any
	F4 error
	F5 func(Card, ...Shape) *Card
	F6 map[Card][]Node
	F7 <-chan Shape
	F8 struct {
		X Rank `k:"v"`
		y int
	}
	F9  interface{ Foo(Card) Rank }
	F10 [2]Pair[string, Rank]
	F11 struct {
		Base
		*Card
	}
	F12 []fmt.Stringer
	F13 map[Shape]error
}
