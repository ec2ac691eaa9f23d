package main

import "fmt"

type K struct{ a, b, c int }

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	try("int1", func() { m := map[int]int{}; i := 0; f := func() int { i = 7; return 1 }; m[i] = f(); fmt.Println(m) })
	try("int+", func() { m := map[int]int{}; i := 0; f := func() int { i = 7; return 1 }; m[i] += f(); fmt.Println(m) })
	try("int2", func() {
		m := map[int]int{}
		i := 0
		f := func() (int, int) { i = 7; return 1, 2 }
		m[i], m[i+1] = f()
		fmt.Println(m)
	})
	try("str1", func() {
		m := map[string]int{}
		i := "a"
		f := func() int { i = "z"; return 1 }
		m[i] = f()
		fmt.Println(m)
	})
	try("str2", func() {
		m := map[string]int{}
		i := "a"
		f := func() (int, int) { i = "z"; return 1, 2 }
		m[i], m[i+"b"] = f()
		fmt.Println(m)
	})
	try("K1", func() {
		m := map[K]int{}
		i := K{}
		f := func() int { i = K{1, 2, 3}; return 1 }
		m[i] = f()
		fmt.Println(m)
	})
	try("K2", func() {
		m := map[K]int{}
		i := K{}
		f := func() (int, int) { i = K{1, 2, 3}; return 1, 2 }
		m[i], m[K{}] = f()
		fmt.Println(m)
	})
	try("m1", func() {
		m := map[int]int{}
		n := m
		f := func() int { m = nil; return 1 }
		m[0] = f()
		fmt.Println(m, n)
	})
	try("m2", func() {
		m := map[int]int{}
		n := m
		f := func() (int, int) { m = nil; return 1, 2 }
		m[0], m[1] = f()
		fmt.Println(m, n)
	})
	try("mo", func() {
		m := map[int]int{}
		i := 0
		f := func() (int, int) { i = 7; return 1, 2 }
		var x int
		m[i], x = f()
		fmt.Println(m, x)
	})
	try("ok", func() {
		m := map[int]int{}
		i := 0
		f := func() any { i = 7; return 1 }
		var ok bool
		m[i], ok = f().(int)
		fmt.Println(m, ok)
	})
}
