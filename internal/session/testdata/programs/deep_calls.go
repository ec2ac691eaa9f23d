// Recursion twenty thousand calls deep, in every way in which a function can come back to
// itself.
package main

import (
	"fmt"
	"sort"
	"strings"
)

const (
	depth = 20_000
	less  = 2_000 // of functions whose objects lie behind 4 GiB of memory: each is called through Go
)

type counter interface{ count(n int) int }

type byPointer struct{ next counter }

func (p *byPointer) count(n int) int {
	if n == 0 {
		return 0
	}
	return p.next.count(n-1) + 1
}

type byValue struct{ next *counter }

func (v byValue) count(n int) int {
	if n == 0 {
		return 0
	}
	return (*v.next).count(n-1) + 1
}

type number int

func (x number) count(n int) int {
	var c counter = x
	if n == 0 {
		return int(x)
	}
	return c.count(n-1) + 1
}

type embedded struct {
	counter
	name string
}

type wide struct {
	a, b, c, d, e, f int
	next             counter
}

func (w wide) count(n int) int {
	if n == 0 {
		return w.a
	}
	return w.next.count(n-1) + 1
}

type list struct {
	value int
	rest  summed
}

type summed interface{ sum() int }
type empty struct{}

func (empty) sum() int { return 0 }
func (l list) sum() int {
	s := l.rest.sum()
	if s < 0 {
		panic(fmt.Sprint("negative ", s))
	}
	return s + l.value
}

var aFunc func(n int) int

func byVariable(n int) int {
	if n == 0 {
		return 0
	}
	return aFunc(n-1) + 1
}

type stepper func(stepper, int) int

func byParameter(self stepper, n int) int {
	if n == 0 {
		return 0
	}
	return self(self, n-1) + 1
}

func even(n int) bool { return n == 0 || odd(n-1) }
func odd(n int) bool  { return n != 0 && even(n-1) }

func generic[C counter](c C, n int) int {
	if n == 0 {
		return c.count(0)
	}
	return generic(c, n-1) + 1
}

func constrained[C counter](c C, n int) int { return c.count(n) }

type throughGeneric struct{ name string }

func (t throughGeneric) count(n int) int {
	if n == 0 {
		return len(t.name)
	}
	return constrained(t, n-1) + 1
}

type tree struct{ left, right *tree }

func (t *tree) walk(visit func(*tree)) {
	if t == nil {
		return
	}
	t.left.walk(visit)
	visit(t)
	t.right.walk(visit)
}

type failing struct{ of error }

func (f failing) Error() string {
	if f.of == nil {
		return "end"
	}
	return "f" + f.of.Error()[:1]
}
func deferred(n int) (result int) {
	defer func() { result++ }()
	if n == 0 {
		return 0
	}
	return deferred(n - 1)
}

func main() {
	p := &byPointer{}
	p.next = p
	fmt.Println(p.count(depth))

	var v counter
	v = byValue{&v}
	fmt.Println(v.count(depth))
	fmt.Println(number(5).count(depth))

	e := &byPointer{}
	e.next = embedded{embedded{e, "inner"}, "outer"}
	fmt.Println(e.count(depth))

	var w counter = wide{a: 7}
	for range depth {
		w = wide{next: w}
	}
	fmt.Println(w.count(depth))

	var l summed = empty{}
	for i := range depth {
		l = list{i, l}
	}
	fmt.Println(l.sum())

	aFunc = byVariable
	fmt.Println(byVariable(depth))
	aFunc = p.count
	fmt.Println(byVariable(depth))
	var method func(counter, int) int = counter.count
	fmt.Println(method(v, depth))

	var f func(n int) int
	f = func(n int) int {
		if n == 0 {
			return 0
		}
		return f(n-1) + 1
	}
	fmt.Println(f(less), byParameter(byParameter, less))

	fmt.Println(even(depth), odd(depth))
	fmt.Println(generic(p, depth), throughGeneric{"four"}.count(depth))

	var t *tree
	for i := range depth {
		if i%2 == 0 {
			t = &tree{left: t}
		} else {
			t = &tree{right: t}
		}
	}
	n := 0
	t.walk(func(*tree) { n++ })
	fmt.Println(n)

	var err error
	for range depth {
		err = failing{err}
	}
	fmt.Println(err)
	fmt.Println(deferred(depth))

	words := strings.Fields("c b a")
	sort.Slice(words, func(i, j int) bool { return p.count(depth/10) > 0 && words[i] < words[j] })
	fmt.Println(words)
}
