// A greeting, the ways to print it, and the value of println's silence.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println("Hello, wheel of fortune!")
	fmt.Print("no newline", 1, 2, "a", "b", 3.5, '\n', "\n")
	fmt.Fprintln(os.Stdout, "to", "stdout")
	fmt.Printf("%s has %d tickets and %t luck\n", "Ann", 3, true)
	n, err := fmt.Println()
	fmt.Println(n, err)
}
