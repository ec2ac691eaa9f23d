package main

import "fmt"

type T struct {
	a [3]int
	p *T
	m map[string]int
	s []int
}

var log []string

func l(s string, n int) int { log = append(log, s); return n }

func try(name string, f func()) {
	log = nil
	defer func() {
		fmt.Println(name, log, recover())
	}()
	f()
}

func main() {
	try("1", func() { var p *T; p.a[l("i", 1)] = l("v", 2) })
	try("2", func() { s := []int{1, 2}; s[l("i", 5)], s[0] = l("x", 1), l("y", 2) })
	try("3", func() { s := []int{1, 2}; i := 0; i, s[i] = 1, 9; fmt.Println(i, s) })
	try("4", func() { s := []int{1, 2}; f := func() int { s = []int{7, 8}; return 5 }; s[0] = f(); fmt.Println(s) })
	try("5", func() { s := []int{1, 2}; f := func() int { s = nil; return 5 }; s[0] += f(); fmt.Println(s) })
	try("6", func() { var m map[string]int; m["a"] = l("v", 3) })
	try("7", func() { var m map[string]int; m["a"], _ = l("v", 3), l("w", 4) })
	try("8", func() { p := &T{}; f := func() int { p = &T{s: []int{9}}; return 5 }; p.a[0] = f(); fmt.Println(p.a) })
	try("9", func() { a := [3]int{}; i := 0; f := func() int { i = 2; return 5 }; a[i] = f(); fmt.Println(a) })
	try("10", func() { a := [3]int{}; i := 0; f := func() int { i = 2; return 5 }; a[i] += f(); fmt.Println(a) })
	try("11", func() { var p *int; *p = l("v", 3) })
	try("12", func() { var p *int; x := 0; *p, x = l("v", 3), l("w", 4); _ = x })
	try("13", func() { s := []int{1, 2, 3}; s[0], s[1], s[9] = 7, 8, 9; fmt.Println(s) })
	try("14", func() { s := []int{1, 2, 3}; defer func() { fmt.Println(s) }(); s[0], s[1], s[l("z", 9)] = 7, 8, 9 })
	try("15", func() {
		var x any = 3
		s := make([]int, 1)
		var ok bool
		s[l("a", 0)], ok = x.(int)
		fmt.Println(s, ok)
	})
	try("16", func() {
		m := map[int]int{}
		i := 0
		f := func() (int, int) { i = 7; return 1, 2 }
		m[i], m[i+1] = f()
		fmt.Println(m)
	})
	try("17", func() {
		s := []int{0, 0, 0}
		i := 0
		f := func() (int, int) { i = 1; return 1, 2 }
		s[i], s[i+1] = f()
		fmt.Println(s)
	})
	try("18", func() {
		s := [][]int{{0}, {0}}
		f := func() int { s[0] = []int{5, 5}; return 3 }
		s[0][0] = f()
		fmt.Println(s)
	})
	try("19", func() { x := T{}; p := &x; f := func() int { p = nil; return 3 }; p.a[1] = f(); fmt.Println(x) })
	try("20", func() { x, y := 1, 2; x, y = y, x; fmt.Println(x, y); var q *T; q.p, x = nil, l("s", 9) })
	try("21", func() { a := []int{1, 2, 3}; a[0], a = 5, nil; fmt.Println(a) })
	try("22", func() { a := []int{1, 2, 3}; b := a; a, a[0] = nil, 5; fmt.Println(a, b) })
	try("23", func() { i := 0; a := []int{1, 2, 3}; a[i], i = i+5, 2; fmt.Println(a, i) })
	try("24", func() {
		c := make(chan int, 1)
		c <- 4
		a := []int{1}
		var ok bool
		a[l("i", 0)], ok = <-c
		fmt.Println(a, ok)
	})
	try("25", func() { s := []int{1}; s[l("i", 3)] <<= uint(l("v", 1)) })
	try("26", func() {
		s := []string{"a"}
		f := func() string { s = []string{"b"}; return "c" }
		s[0] += f()
		fmt.Println(s)
	})
	try("27", func() {
		m := map[string][]int{"a": {1}}
		f := func() int { m["a"] = []int{9}; return 4 }
		m["a"][0] += f()
		fmt.Println(m)
	})
	try("28", func() { var e interface{ M() int }; s := []int{1}; s[5] = e.M() })
	try("29", func() { s := []int{1}; var p *T; s[5] = p.a[0] })
	try("30", func() { s := []int{1}; d := 0; s[5] = 1 / d })
	try("31", func() { s := []int{1}; d := 0; s[5], s[0] = 1/d, 3 })
	try("32", func() {
		for i := range 2 {
			s := []int{1}
			for s[i] = range 3 {
			}
			fmt.Println(s)
		}
	})
	try("33", func() { s := []int{1}; s[l("a", 0)]++; s[l("b", 3)]++ })
	try("34", func() { var m map[int]int; d := 0; m[0] = 1 / d })
	try("35", func() { var m map[int]int; var p *T; m[p.a[0]] = l("v", 1) })
	try("36", func() { s := []int{1}; i := 3; var m = map[int]int{}; m[s[i]] = l("v", 1) })
	try("37", func() { s := []int{1}; t := []int{2}; i := 3; s[t[i]] = l("v", 1) })
	try("38", func() { s := []int{1}; t := []int{2}; i := 3; s[t[i]], s[0] = l("v", 1), 2 })
	try("39", func() { var arr *[3]int; i := 5; arr[i%3] = l("v", 1) })
	try("40", func() { var arr *[3]int; i := 5; _ = i; arr[i] = l("v", 1) })
}
