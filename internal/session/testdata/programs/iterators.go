// Range over functions, iter.Seq, Pull, and the packages slices and maps.
package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type List[T any] struct {
	next *List[T]
	val  T
}

func (l *List[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for e := l; e != nil; e = e.next {
			if !yield(e.val) {
				return
			}
		}
	}
}

func genFib() iter.Seq[int] {
	return func(yield func(int) bool) {
		a, b := 1, 1
		for {
			if !yield(a) {
				fmt.Println("(stopped)")
				return
			}
			a, b = b, a+b
		}
	}
}

func Enumerate[T any](seq iter.Seq[T]) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for v := range seq {
			if !yield(i, v) {
				return
			}
			i++
		}
	}
}

func Take[T any](seq iter.Seq[T], n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		if n <= 0 {
			return
		}
		i := 0
		for v := range seq {
			if !yield(v) {
				return
			}
			if i++; i >= n {
				return
			}
		}
	}
}

func Zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		na, sa := iter.Pull(a)
		defer sa()
		nb, sb := iter.Pull(b)
		defer sb()
		for {
			x, ok1 := na()
			y, ok2 := nb()
			if !ok1 || !ok2 || !yield(x, y) {
				return
			}
		}
	}
}

func find(seq iter.Seq[int], want int) (pos int, found bool) {
	defer func() { pos *= 10 }()
	for i, v := range Enumerate(seq) {
		defer fmt.Println("deferred", v)
		if v == want {
			return i, true
		}
		if v > want {
			break
		}
	}
	return -1, false
}

type Tree struct {
	Left, Right *Tree
	Val         int
}

func (t *Tree) Walk(yield func(int) bool) bool {
	return t == nil || t.Left.Walk(yield) && yield(t.Val) && t.Right.Walk(yield)
}
func (t *Tree) All() iter.Seq[int] { return func(yield func(int) bool) { t.Walk(yield) } }

func countdown(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for ; n > 0 && yield(n); n-- {
		}
	}
}

func main() {
	l := &List[int]{&List[int]{&List[int]{nil, 23}, 13}, 10}
	for e := range l.All() {
		fmt.Print(e, " ")
	}
	fmt.Println(slices.Collect(l.All()))
	for n := range genFib() {
		if n >= 10 {
			break
		}
		fmt.Print(n, " ")
	}
	fmt.Println(slices.Collect(Take(genFib(), 8)))
	for i, s := range Enumerate(slices.Values([]string{"a", "b"})) {
		fmt.Print(i, s, " ")
	}
	for a, b := range Zip(Take(genFib(), 3), strings.SplitSeq("x,y,z,w", ",")) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()
	fmt.Println(find(slices.Values([]int{1, 3, 5, 7}), 5))
	fmt.Println(find(slices.Values([]int{1, 3, 5, 7}), 4))
	t := &Tree{&Tree{nil, nil, 1}, &Tree{&Tree{nil, nil, 4}, nil, 9}, 2}
outer:
	for v := range t.All() {
		for w := range countdown(v) {
			if w == 3 {
				continue outer
			}
			if v == 9 {
				break outer
			}
			fmt.Print(v, "/", w, " ")
		}
	}
	fmt.Println()
	next, stop := iter.Pull2(maps.All(map[string]int{"only": 1}))
	fmt.Println(next())
	fmt.Println(next())
	stop()
	xs := []int{3, 1, 4, 1, 5, 9, 2, 6}
	fmt.Println(slices.Sorted(slices.Values(xs)), slices.Max(xs), slices.Contains(xs, 9), slices.Index(xs, 4))
	ys := slices.Clone(xs)
	slices.SortFunc(ys, func(a, b int) int { return b - a })
	i, ok := slices.BinarySearch(slices.Sorted(slices.Values(xs)), 5)
	fmt.Println(ys, i, ok, slices.Compact(slices.Sorted(slices.Values(xs))), xs)
	for c := range slices.Chunk(xs, 3) {
		fmt.Print(c, " ")
	}
	fmt.Println(slices.Insert([]int{1, 2}, 1, 8, 9), slices.Delete([]int{1, 2, 3, 4}, 1, 3), slices.Repeat([]int{7}, 3), slices.Concat([]int{1}, []int{2, 3}))
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.Collect(maps.Values(map[int]int{1: 5})), slices.IndexFunc(xs, func(x int) bool { return x > 4 }))
	maps.DeleteFunc(m, func(k string, v int) bool { return v%2 == 1 })
	fmt.Println(m, maps.Collect(slices.All([]string{"x", "y"})))
	for i, v := range slices.Backward(xs[:3]) {
		fmt.Print(i, v, ";")
	}
	fmt.Println(slices.EqualFunc(xs, ys, func(a, b int) bool { return true }), slices.ContainsFunc(xs, func(x int) bool { return x < 0 }))
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		for v := range countdown(3) {
			if v == 2 {
				panic("in the loop")
			}
		}
	}()
	var fs []func() int
	for i := range countdown(3) {
		fs = append(fs, func() int { i *= 2; return i })
	}
	fmt.Println(fs[0](), fs[0](), fs[2]())
	words := slices.SortedFunc(strings.FieldsSeq("pear fig apple"), func(a, b string) int { return len(a) - len(b) })
	fmt.Println(words)
}
