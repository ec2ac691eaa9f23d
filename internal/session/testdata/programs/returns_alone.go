// A return as the whole of a branch, in a program without loops.
package main

import "fmt"

func greet(name string, age int) {
	if age >= 18 {
		fmt.Println("hello", name)
	} else {
		return
	}
	fmt.Println("you are", age)
}

func main() {
	greet("Ann", 17)
	greet("Ben", 18)
}
