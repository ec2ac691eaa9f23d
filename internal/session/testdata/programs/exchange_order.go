// Of the values of an assignment to several, those that an assignment before them might
// change are evaluated first.
package main

import "fmt"

type P struct{ a, b int }

func z() int { return 0 }

var g P

func try(n string, f func()) {
	defer func() { fmt.Println(n, recover()) }()
	f()
}

func main() {
	var w []int
	try("local fields", func() { var p P; p.a, p.b = w[3], w[4]; _ = p })
	try("local array", func() { var p [2]int; p[0], p[1] = w[3], w[4]; _ = p })
	try("local names", func() { var a, b int; a, b = w[3], w[4]; _, _ = a, b })
	try("define", func() { a, b := w[3], w[4]; _, _ = a, b })
	try("name place", func() { var a int; a, w[1] = w[3], w[4]; _ = a })
	try("place name", func() { var a int; w[1], a = w[3], w[4]; _ = a })
	try("blank place", func() { _, w[1] = w[3], w[4] })
	try("place blank", func() { w[1], _ = w[3], w[4] })
	try("global", func() { g.a, g.b = w[3], w[4] })
	try("pointer", func() { q := &P{}; q.a, q.b = w[3], w[4] })
	try("three", func() { w[0], w[1], w[2] = w[3], w[4], w[5] })
	try("three call", func() { w[0], w[1], w[2] = w[3], w[z()+4], w[5] })
	try("names call", func() { var a, b int; a, b = w[z()+3], w[4]; _, _ = a, b })
	try("map", func() { m := map[int]int{}; m[1], m[2] = w[3], w[4] })
	try("nil map", func() { var m map[int]int; m[1], m[2] = w[3], w[4] })
	try("divide", func() { d := 0; w[0], w[1] = 1/d, w[4] })
	try("nil", func() { var q *P; w[0], w[1] = q.a, w[4] })
	try("nil second", func() { var q *P; w[0], w[1] = w[3], q.a })
	try("nil call", func() { var q *P; w[0], w[1] = q.a, w[z()+4] })
	try("call first", func() { w[0], w[1] = z(), w[4] })
	try("call second", func() { w[0], w[1] = w[4], z() })
	try("call panics", func() { w[0], w[1] = w[4], func() int { panic("second") }() })
	try("and", func() { b := []bool{true}; b[0], b[1] = w[3] > 0 && z() > 0, w[4] > 0 })
	try("and 2", func() { b := []bool{true}; b[0], b[1] = w[3] > 0, w[4] > 0 && z() > 0 })
	try("assert", func() { var x any; b := []string{""}; b[0], b[1] = x.(string), b[4] })
	try("assert call", func() { var x any; b := []string{""}; b[0], b[1] = x.(string), b[z()+4] })
	try("slice", func() { b := [][]int{}; b[0], b[1] = w[1:z()], w[2:] })
	try("box", func() { b := []any{}; b[0], b[1] = w[z()+1], w[2] })
}
