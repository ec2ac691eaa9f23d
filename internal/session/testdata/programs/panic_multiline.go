// A goexit code of two for run-time errors, and their messages.
package main

import "fmt"

type deck []string

func main() {
	var d deck
	fmt.Println(len(d))
	d[3] = "x"
}
