// A panic calls no method of its value, however many functions it leaves.
package main

import (
	"errors"
	"fmt"
)

type fault struct{ text string }

func (f *fault) Error() string {
	fmt.Println("Error is called")
	return f.text
}

type wrapped struct {
	error
	n int
}

func inner(x any) int { panic(x) }

func outer(x any) int {
	defer func() {}()
	return inner(x) + 1
}

func caught(x any) {
	defer func() {
		r := recover()
		fmt.Printf("%T %v\n", r, r == x)
		if f, ok := r.(*fault); ok {
			fmt.Println(f.text)
		}
	}()
	fmt.Println(outer(x))
}

func main() {
	caught(&fault{"a"})
	caught(wrapped{nil, 3})
	caught(wrapped{&fault{"b"}, 4})
	caught(errors.Join(&fault{"c"}, &fault{"d"}))
	caught(fmt.Errorf("e: %w", &fault{"f"}))
	func() {
		defer func() { fmt.Println(recover()) }()
		var null *wrapped
		inner(null)
	}()
}
