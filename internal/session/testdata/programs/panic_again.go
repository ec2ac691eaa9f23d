// A recovered panic that panics again tells of both.
package main

import "fmt"

func main() {
	defer func() {
		r := recover()
		fmt.Println("recovered", r)
		panic(fmt.Sprintf("again: %v", r))
	}()
	panic("first")
}
