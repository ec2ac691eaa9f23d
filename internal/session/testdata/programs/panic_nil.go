// A method call on a nil interface.
package main

import "fmt"

type greeter interface{ greet() string }

func main() {
	var g greeter
	fmt.Println("about to call")
	fmt.Println(g.greet())
}
