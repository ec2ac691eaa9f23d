// Integer division by zero.
package main

import "os"

func main() {
	n := len(os.Args) - len(os.Args)
	os.Stdout.WriteString("dividing\n")
	println(10 / n)
}
