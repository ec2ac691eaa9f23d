// A panic with an error of the user's ends the program.
package main

import "fmt"

type failure struct{ op string }

func (f failure) Error() string { return "failed to " + f.op }

func main() {
	defer fmt.Println("deferred calls run first")
	panic(failure{"shuffle"})
}
