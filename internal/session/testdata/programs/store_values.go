package main

import "fmt"

type P struct{ a [1]int }

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	try("A", func() { s := []int{1}; i := 5; var p *P; s[i] = p.a[0] })
	try("B", func() { s := []int{1}; i, d := 5, 0; s[i] = 1 / d })
	try("C", func() { s := []int{1}; i := 5; var x any = "a"; s[i] = x.(int) })
	try("D", func() { var q *P; d := 0; q.a[0] = 1 / d })
	try("E", func() { s := []int{1}; i := 5; t := []int{}; s[i] = t[9] })
	try("F", func() { s := []int{1}; i, d := 5, 0; s[i] += 1 / d })
}
