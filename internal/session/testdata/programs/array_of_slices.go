// Arrays of slices in local variables, whose elements are assigned while they are read.
package main

import "fmt"

func f() (int, int) {
	sum := 0
	var r [2][]int
	r[0], r[1] = []int{1}, []int{2}
	for i := range 5 {
		if r[0][0] > 4 && i > 1 {
			break
		}
		r[0] = []int{r[0][0] + 2}
		if i == 1 {
			continue
		}
		sum += r[0][0]
	}
	return sum, r[0][0]
}

func main() {
	for range 3 {
		fmt.Println(f())
	}
}
