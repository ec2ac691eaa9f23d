// A write to a nil map.
package main

import "fmt"

type scores map[string]int

func main() {
	var s scores
	fmt.Println(s["a"])
	s["a"] = 1
}
