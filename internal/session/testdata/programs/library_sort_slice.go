// Sorting slices of all kinds by functions: the order of equal elements, and every
// comparison, is the library's.
package main

import (
	"fmt"
	"reflect"
	"runtime"
	"sort"
	"strings"
)

type card struct {
	rank int
	suit string
	mark [2]byte
}

type hand []card

type word string

type number interface{ ~int | ~float64 }

type table struct{ rows [][]int }

func (t *table) less(i, j int) bool { return len(t.rows[i]) < len(t.rows[j]) }

func draws(n, kinds int) (xs []int) {
	x := uint32(n*31 + kinds)
	for range n {
		x = x*1664525 + 1013904223
		xs = append(xs, int(x>>8)%kinds)
	}
	return xs
}

// byFunction sorts with each function, and counts and sums up what they ask.
func byFunction[E any](xs []E, before func(a, b E) bool) (string, []E) {
	var b strings.Builder
	var last []E
	for k, s := range []func(any, func(i, j int) bool){sort.Slice, sort.SliceStable} {
		own := append([]E(nil), xs...)
		lib := append([]E(nil), xs...)
		asked := [2]int{}
		count := func(of []E, k int) func(i, j int) bool {
			return func(i, j int) bool { asked[k] = (asked[k]*31 + i*7 + j + 1) % 1000003; return before(of[i], of[j]) }
		}
		if k == 0 {
			sort.Slice(own, count(own, 0))
		} else {
			sort.SliceStable(own, count(own, 0))
		}
		s(lib, count(lib, 1))
		fmt.Fprint(&b, reflect.DeepEqual(own, lib), asked[0] == asked[1], asked[0], sort.SliceIsSorted(own, count(own, 0)), sort.SliceIsSorted(xs, count(xs, 1)), " ")
		last = own
	}
	return b.String(), last
}

func median[T number](xs []T) T {
	own := append([]T{}, xs...)
	sort.Slice(own, func(i, j int) bool { return own[i] > own[j] })
	return own[len(own)/2]
}

func kinds() {
	for _, n := range []int{0, 1, 2, 5, 12, 13, 20, 21, 50, 51, 300, 1200} {
		xs := draws(n, n/3+2)
		s, _ := byFunction(xs, func(a, b int) bool { return a < b })
		fmt.Println(n, s)
		sorted := append([]int(nil), xs...)
		sort.Ints(sorted)
		s, _ = byFunction(sorted, func(a, b int) bool { return a > b })
		fmt.Println(n, s)
		var cards []card
		for i, x := range xs {
			cards = append(cards, card{x, fmt.Sprint("s", i%3), [2]byte{byte(i)}})
		}
		s, last := byFunction(cards, func(a, b card) bool { return a.rank < b.rank })
		h := 0
		for i, c := range last {
			h = (h*31 + c.rank + int(c.mark[0])*i + len(c.suit)) % 1000003
		}
		fmt.Println(n, s, h)
	}
	fmt.Println(median(draws(9, 100)), median([]float64{2.5, 1, 9, 4}))
}

func types() {
	for round := range 2 {
		hs := hand{{3, "♠", [2]byte{}}, {1, "♥", [2]byte{}}, {2, "♦", [2]byte{}}}
		sort.Slice(hs, func(i, j int) bool { return hs[i].rank < hs[j].rank })
		ws := []word{"pear", "fig", "apple", "kiwi"}
		sort.SliceStable(ws, func(i, j int) bool { return len(ws[i]) < len(ws[j]) })
		ps := []*card{{5, "a", [2]byte{}}, {4, "b", [2]byte{}}, {9, "c", [2]byte{}}}
		sort.Slice(ps, func(i, j int) bool { return ps[i].rank > ps[j].rank })
		as := []any{3, "x", 2.5, nil, word("w")}
		sort.Slice(as, func(i, j int) bool { return fmt.Sprint(as[i]) < fmt.Sprint(as[j]) })
		array := [6]uint8{6, 5, 4, 3, 2, 1}
		part := array[1:4]
		sort.Slice(part, func(i, j int) bool { return part[i] < part[j] })
		fs := []func() int{func() int { return 2 }, func() int { return 1 }}
		sort.Slice(fs, func(i, j int) bool { return fs[i]() < fs[j]() })
		es := make([]struct{}, 30)
		sort.Slice(es, func(i, j int) bool { return i%3 < j%3 })
		type local struct{ n, m int }
		ls := []local{{1, 2}, {1, 1}, {0, 5}}
		sort.Slice(ls, func(i, j int) bool { return ls[i].n < ls[j].n })
		t := &table{[][]int{{1, 2, 3}, {}, {1}, nil, {4}}}
		sort.SliceStable(t.rows, t.less)
		var boxed any = []int{3, 1, 2}
		sort.Slice(boxed, func(i, j int) bool { return boxed.([]int)[i] < boxed.([]int)[j] })
		fmt.Println(round, hs, ws, *ps[0], ps[2].suit, as, array, fs[0](), len(es), ls, t.rows, boxed)
		keys := reflect.ValueOf(map[int]bool{3: true, 1: true, 2: false}).MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].Int() < keys[j].Int() })
		fmt.Println(keys[0], keys[2])
	}
}

func try(f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(runtime.Error); ok {
			r = e.Error()
		}
		if e, ok := r.(*reflect.ValueError); ok {
			r = e.Method
		}
		fmt.Println("ended:", r)
	}()
	f()
}

func failing() {
	for range 2 {
		xs := draws(20, 9)
		try(func() {
			n := 0
			sort.Slice(xs, func(i, j int) bool {
				if n++; n == 30 {
					panic("thirty")
				}
				return xs[i] < xs[j]
			})
		})
		fmt.Println(xs)
		try(func() { sort.SliceStable(xs, nil) })
		try(func() {
			sort.Slice(xs[:1], nil)
			sort.Slice([]int(nil), nil)
			fmt.Println(sort.SliceIsSorted(xs[:1], nil))
		})
		try(func() { sort.Slice(7, func(i, j int) bool { return false }) })
		try(func() { sort.Slice([3]int{}, func(i, j int) bool { return false }) })
		try(func() { sort.Slice(nil, func(i, j int) bool { return false }) })
		try(func() { sort.Slice(xs, func(i, j int) bool { return xs[i+100] < xs[j] }) })
		ys := []int{3, 2, 1}
		sort.Slice(ys, func(i, j int) bool { // another slice behind the name
			ys = append(ys[:len(ys):len(ys)], 0)
			return i > j
		})
		fmt.Println(len(ys) > 3)
		zs := []int{4, 2, 9, 2}
		sort.Slice(zs, func(i, j int) bool {
			in := []int{3, 1}
			sort.Slice(in, func(i, j int) bool { return in[i] < in[j] })
			return zs[i]*in[0] < zs[j]
		})
		fmt.Println(zs)
		done := make(chan []int)
		go func() {
			defer func() { done <- zs }()
			sort.Slice(zs, func(i, j int) bool {
				if zs[i] == 9 || zs[j] == 9 {
					runtime.Goexit()
				}
				return zs[i] > zs[j]
			})
		}()
		fmt.Println(<-done)
	}
}

type byRank []card

func (b byRank) Len() int           { return len(b) }
func (b byRank) Less(i, j int) bool { return b[i].rank < b[j].rank }
func (b byRank) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type stopping struct {
	sort.Interface
	left int
}

func (s *stopping) Less(i, j int) bool {
	if s.left--; s.left == 0 {
		panic(fmt.Sprint("at ", i, j))
	}
	return s.Interface.Less(i, j)
}

// interfaces are sorted as such.
func interfaces() {
	for _, n := range []int{0, 3, 13, 100} {
		ints, words := draws(n, n/2+1), []string{}
		var cards byRank
		for i, x := range ints {
			words = append(words, fmt.Sprint("w", x))
			cards = append(cards, card{x, fmt.Sprint(i), [2]byte{}})
		}
		h := 0
		for k, x := range []sort.Interface{sort.IntSlice(ints), sort.StringSlice(words), cards, sort.Reverse(cards), &stopping{sort.Reverse(sort.IntSlice(ints)), 40}, nil} {
			try(func() {
				was := sort.IsSorted(x)
				sort.Stable(sort.Reverse(x))
				sort.Sort(x)
				fmt.Println(k, was, sort.IsSorted(x), x.Len(), sort.IsSorted(sort.Reverse(x)))
			})
			for i := range ints {
				h = (h*31 + ints[i] + len(words[i]) + len(cards[i].suit)*i) % 1000003
			}
		}
		fmt.Println(h, sort.SearchInts(ints, 3))
	}
}

func several() ([]int, func(i, j int) bool) {
	xs := []int{2, 3, 1}
	return xs, func(i, j int) bool { fmt.Print(xs, " "); return xs[i] < xs[j] }
}

func main() {
	kinds()
	types()
	failing()
	interfaces()
	for range 2 {
		sort.Slice(several())
		xs := []string{"b", "a", "c"}
		defer sort.Slice(xs, func(i, j int) bool { fmt.Println("deferred", i, j); return xs[i] < xs[j] })
	}
	once := []int{3, 1, 2}
	sort.Slice(once, func(i, j int) bool { return once[i] < once[j] })
	fmt.Println(once)
}
