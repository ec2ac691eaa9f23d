// What a store takes when its place doesn't exist: compiled Go finds the operands first,
// the right side too, and panics when it stores.
package main

import "fmt"

type pair struct{ a, b int }

func say(what string, n int) int {
	fmt.Print(what, " ")
	return n
}

func two() (int, int) { return say("two", 1), 2 }

func try(name string, f func()) {
	defer func() { fmt.Println("→", recover()) }()
	fmt.Print(name, ": ")
	f()
}

func main() {
	var s []int
	var nilArray *[3]int
	var nilPair *pair
	var nilMap map[string]int
	var m2 map[string][]int
	a := [3]int{1, 2, 3}
	p := &a
	ps := []*pair{nil}
	ss := [][]int{{1}}
	pp := []pair{{}}
	i, j := 5, -1
	u := uint64(1 << 63)
	try("slice", func() { s[i] = say("f", 1) })
	try("negative", func() { s[j] = say("f", 1) })
	try("unsigned", func() { s[u] = say("f", 1) })
	try("array", func() { a[i] = say("f", 1) })
	try("pointer to an array", func() { p[i] = say("f", 1) })
	try("nil array", func() { nilArray[1] = say("f", 1) })
	try("nil array, out of range", func() { nilArray[i] = say("f", 1) })
	try("nil struct", func() { nilPair.b = say("f", 1) })
	try("nil map", func() { nilMap["x"] = say("f", 1) })
	try("nil pointer in a slice", func() { ps[0].a = say("f", 1) })
	try("inner index", func() { ss[i][0] = say("f", 1) })
	try("outer index", func() { ss[0][i] = say("f", 1) })
	try("field of an element", func() { pp[i].b = say("f", 1) })
	try("field of an element that is there", func() { pp[0].b = say("f", 1) })
	try("element of a map's slice", func() { m2["x"][i] = say("f", 1) })
	try("index called", func() { s[say("i", 5)] = say("f", 1) })
	try("base called", func() { func() []int { say("base", 0); return s }()[say("i", 5)] = say("f", 1) })
	try("add to a slice", func() { s[i] += say("f", 1) })
	try("add to an array", func() { a[i] += say("f", 1) })
	try("add to a pointer's", func() { p[i] += say("f", 1) })
	try("add to a nil struct", func() { nilPair.a += say("f", 1) })
	try("add to a nil map", func() { nilMap["x"] += say("f", 1) })
	try("add to an inner", func() { ss[i][0] += say("f", 1) })
	try("add to an outer", func() { ss[0][i] += say("f", 1) })
	try("shift", func() { s[i] <<= say("f", 1) })
	try("increment", func() { s[say("i", 5)]++ })
	try("two of a call", func() { s[i], a[j+1] = two() })
	try("two of a call, the second wrong", func() { a[0], s[i] = two() })
	try("two values", func() { a[1], s[i] = say("f", 8), say("g", 9) })
	try("two wrong places", func() { a[i], s[i] = say("f", 8), say("g", 9) })
	try("from a map", func() { var ok bool; s[i], ok = nilMap["x"]; fmt.Print(ok) })
	try("from a channel", func() { c := make(chan int, 1); c <- say("c", 1); s[i] = <-c })
	try("division", func() { s[i] = 1 / say("f", 0) })
	try("another element", func() { a[i] = s[say("g", 7)] })
	try("append in the right side", func() { s[0] = func() int { s = append(s, 1); return 7 }() })
	fmt.Println(a, s, ss, pp)
	s = nil
	try("the base changes", func() { s[0] = func() int { s = []int{0}; return 7 }() })
	try("the index changes", func() { k := 0; a[k] = func() int { k = 9; return 70 }() })
	try("the array's pointer changes", func() { p[0] = func() int { p = &[3]int{}; return 71 }() })
	fmt.Println(a, *p, s)
	try("range", func() {
		for s[i] = range []int{1} {
			say("body", 0)
		}
	})
	try("string", func() { b := []byte("ab"); b[i] = "xyz"[say("f", 7)] })
}
