// Named basic types are shown with their type.
package main

import "fmt"

type name string

func main() {
	defer func() {
		r := recover()
		fmt.Printf("%T %v\n", r, r)
		panic(name("so \"quoted\""))
	}()
	panic(1.5)
}
