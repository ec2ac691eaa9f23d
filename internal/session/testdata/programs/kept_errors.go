// What recover returns after a panic of the run-time has Go's own types.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

type suit int

func (s suit) String() string { return "suit" }

type player interface{ play() }

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, ours := r.(runtime.Error)
		err, _ := r.(error)
		var te *runtime.TypeAssertionError
		fmt.Printf("%s: %T %v %v %v\n", name, r, ours, errors.As(err, &te), r)
	}()
	f()
}

func main() {
	var m map[string]int
	var x, s, n any = "s", suit(1), nil
	var p *int
	var pl player
	zero, ten, minus := 0, 10, -1
	xs, text, arr := []int{1, 2}, "abc", [3]int{}
	try("nil map", func() { m["a"] = 1 })
	try("int", func() { _ = x.(int) })
	try("string", func() { _ = s.(string) })
	try("suit", func() { _ = x.(suit) })
	try("nil", func() { _ = n.(suit) })
	try("no method", func() { _ = x.(fmt.Stringer) })
	try("no player", func() { _ = s.(player) })
	try("nil player", func() { _ = n.(player) })
	try("deref", func() { _ = *p })
	try("nil method", func() { pl.play() })
	try("divide", func() { _ = ten / zero })
	try("shift", func() { _ = ten << minus })
	try("index", func() { _ = xs[ten] })
	try("negative", func() { _ = xs[minus] })
	try("string index", func() { _ = text[ten] })
	try("array index", func() { _ = arr[ten] })
	try("slice", func() { _ = xs[ten:] })
	try("slice to", func() { _ = xs[:ten] })
	try("slice from to", func() { _ = xs[2 : 1+zero] })
	try("slice cap", func() { _ = xs[0:1:ten] })
	try("slice minus", func() { _ = xs[minus:] })
	try("substring", func() { _ = text[1:ten] })
	try("substring from", func() { _ = text[ten:] })
	try("subarray", func() { _ = arr[zero:ten] })
	try("make", func() { _ = make([]int, minus) })
	try("compare", func() { _ = any(xs) == any(xs) })
	try("unhashable", func() { _ = map[any]int{xs: 1} })
	try("close", func() { var c chan int; close(c) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send", func() { c := make(chan int); close(c); c <- 1 })
	try("panic nil", func() { panic(nil) })
}
