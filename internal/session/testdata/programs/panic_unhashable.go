// The panic of a key that can't be hashed names the user's type.
package main

import "fmt"

type T struct {
	in struct{ X []int }
	b  int
}
type In struct{ X []int }
type Outer struct {
	In
	n string
}

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	m := map[any]int{}
	try(func() { m[T{}] = 1 })
	try(func() { m[Outer{}] = 1 })
	try(func() { m[[]int{1}] = 2 })
	try(func() { m[[1]Outer{}] = 2 })
	var a, b any = T{}, T{}
	try(func() { fmt.Println(a == b) })
}
