package main

import (
	"fmt"
	"runtime"
)

// What a function defers is there when a panic comes out of a loop that nothing else leaves.

type node struct {
	v    [8]int
	next *node
}

var last *node

func forever(n int) {
	x := &node{}
	for i := range x.v {
		x.v[i] = i + n
	}
	defer func() { last = x }()
	for i := 1; ; i++ {
		y := new(node)
		for j := range y.v {
			y.v[j] = 99
		}
		if i%100_000 == 0 {
			runtime.GC()
		}
		if i > 300_000 {
			panic(y.v[0])
		}
	}
}

func stopped(n int) (v any) {
	defer func() { v = recover() }()
	forever(n)
	return nil
}

func main() {
	for n := range 5 {
		fmt.Println(stopped(n), last.v)
	}
}
