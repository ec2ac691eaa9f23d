// The compiler evaluates the second value of an exchange early: if both are out of range,
// the panic is of that one.
package main

import "fmt"

type node struct {
	a, b int
	next *node
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	t, u := []int{7}, []int{8, 9}
	i, j, k := 3, 2, 0
	var n *node
	var m map[string]int
	var x any = "text"
	try("both", func() { t[i], t[j] = t[j], t[i] })
	try("second", func() { t[k], t[j] = t[j], t[k] })
	try("first", func() { t[i], t[k] = t[k], t[i] })
	try("of two slices", func() { t[i], u[j] = u[j], t[i] })
	try("nil and index", func() { n.a, t[i] = t[j], n.b })
	try("index and nil", func() { t[i], n.a = n.b, t[j] })
	try("nil map", func() { t[0], m["a"] = 5, t[i] })
	try("assertion", func() { t[i], t[k] = x.(int), u[j] })
	try("slices", func() { n.a, t[k] = len(u[i:]), u[j] })
	fmt.Println(t, u)
}
