package main

import "fmt"

// A deferred function panics again with the value that it has recovered, and another one
// with a new value.

type code int

func again(v any) {
	defer func() { panic(recover()) }()
	panic(v)
}

func main() {
	defer func() { panic(fmt.Sprint(recover(), "!")) }()
	again(code(3))
}
