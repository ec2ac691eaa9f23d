// recover that is deferred itself recovers for the function that defers it.
package main

import "fmt"

func a() (err error) {
	defer func() { fmt.Println("a outer", recover()) }()
	defer recover()
	panic(1)
}

func b() {
	defer func() {
		defer recover()
	}()
	panic(2)
}

func c() {
	defer func() { fmt.Println("c outer", recover()) }()
	defer fmt.Println("arg", recover())
	panic(3)
}

func main() {
	a()
	b()
	fmt.Println("b survived")
	c()
}
