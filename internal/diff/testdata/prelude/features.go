package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// What random programs share.

type (
	Level int
	Tiny  int8
	Name  string
)

func (l Level) String() string { return "level " + strconv.Itoa(int(l)) }
func (l Level) Measure() int   { return int(l) * 2 }
func (n Name) Measure() int    { return len(n) }

type Place struct {
	Row  int
	name string
}

func (p Place) Measure() int       { return p.Row + len(p.name) }
func (p *Place) Move(n int) *Place { p.Row += n; return p }

type Measurer interface{ Measure() int }

type Counter struct{ N int }

func (c *Counter) Measure() int { c.N++; return c.N }

type Fault struct{ Code int }

func (f Fault) Error() string { return "fault " + strconv.Itoa(f.Code) }

type Trouble struct {
	What  string
	Cause error
}

func (t *Trouble) Error() string {
	if t == nil {
		return "no trouble"
	}
	return "trouble " + t.What
}
func (t *Trouble) Unwrap() error { return t.Cause }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) int { s.items = append(s.items, x); return len(s.items) }
func (s *Stack[T]) Pop() (x T) {
	if n := len(s.items); n > 0 {
		x, s.items = s.items[n-1], s.items[:n-1]
	}
	return x
}
func (s Stack[T]) Top() (x T) {
	if n := len(s.items); n > 0 {
		x = s.items[n-1]
	}
	return x
}
func (s Stack[T]) All() iter.Seq2[int, T] { return slices.All(s.items) }

type Two[A, B any] struct {
	First A
	rest  B
}

func (t Two[A, B]) Swap() Two[B, A] { return Two[B, A]{t.rest, t.First} }

type IntHeap []int

func (h IntHeap) Len() int           { return len(h) }
func (h IntHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h IntHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *IntHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *IntHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func id[T any](x T) T { return x }

func pick[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

func as[T any](x any) (y T) { y, _ = x.(T); return y }

func sum[T cmp.Ordered](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return t
}

func mapped[T, U any](xs []T, f func(T) U) []U {
	var us []U
	for _, x := range xs {
		us = append(us, f(x))
	}
	return us
}

func folded[T, U any](seq iter.Seq[T], u U, f func(U, T) U) U {
	for x := range seq {
		u = f(u, x)
	}
	return u
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer func() { fuel-- }()
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func at[T any](xs []T, i int) (x T) {
	if len(xs) > 0 {
		x = xs[uint(i)%uint(len(xs))]
	}
	return x
}

func measure(m Measurer) int {
	if m == nil || reflect.ValueOf(m).Kind() == reflect.Pointer && reflect.ValueOf(m).IsNil() {
		return -1
	}
	return m.Measure()
}

func whole(f float64) int {
	if f != f || f > 1e9 || f < -1e9 {
		return 7
	}
	return int(f)
}

func divide(a, b int) (q int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("divide %d: %w", a, r.(error))
		}
	}()
	return a / b, nil
}

func kind(x any) string {
	switch x := x.(type) {
	case nil:
		return "nil"
	case int, Tiny:
		return fmt.Sprint("whole ", x)
	case Name:
		return "name " + string(x)
	case Measurer:
		return "measured " + strconv.Itoa(measure(x))
	case error:
		return "error " + x.Error()
	case []int:
		return "ints " + strconv.Itoa(len(x))
	case func(int) int:
		return "func"
	}
	return fmt.Sprintf("%T", x)
}

var fuel = 2000

// burn ends what takes too long.
func burn() {
	if fuel--; fuel < 0 {
		fuel = 2000
		panic("out of fuel")
	}
}

var addresses = regexp.MustCompile(`0x[0-9a-f]{6,}`)

// flat tells what a value is, by any number of pointers.
func flat(x any, deep int) string {
	v := reflect.ValueOf(x)
	switch {
	case !v.IsValid():
		return "nil"
	case v.Kind() == reflect.Func || v.Kind() == reflect.Chan:
		return fmt.Sprintf("%T %v", x, v.IsNil())
	case v.Kind() == reflect.Pointer && v.IsNil():
		return fmt.Sprintf("%T nil", x)
	}
	if e, ok := x.(runtime.Error); ok {
		return "run-time error " + e.Error()
	}
	if e, ok := x.(error); ok && (strings.HasPrefix(v.Type().String(), "*errors.") || strings.HasPrefix(v.Type().String(), "*fmt.")) {
		return fmt.Sprintf("%T %s", x, e.Error())
	}
	if v.Kind() == reflect.Pointer && deep < 4 && v.Elem().CanInterface() {
		return fmt.Sprintf("%T at %s", x, flat(v.Elem().Interface(), deep+1))
	}
	text := addresses.ReplaceAllString(fmt.Sprintf("%T %+v", x, x), "0xADDRESS")
	if len(text) > 300 {
		text = text[:300]
	}
	return text
}

func tell(xs ...any) {
	for _, x := range xs {
		fmt.Print(flat(x, 0), "; ")
	}
	fmt.Println()
}

var errAny = errors.Join(io.EOF, Fault{1})

func has(s, part string) bool { return strings.Contains(s, part) }
