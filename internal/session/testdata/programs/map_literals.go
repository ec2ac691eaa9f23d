// Entries of a map literal whose keys are equal at run time: constants are stored first.
package main

import "fmt"

type pair struct{ a, b int }

var two = 2

var early = map[int]string{two: "variable", 2: "constant", 3: fmt.Sprint("computed")}

func main() {
	one := 1
	fmt.Println(early)
	fmt.Println(map[int]int{one: 10, 1: 20, 2: 30})
	fmt.Println(map[int]int{1: 20, one: 10})
	fmt.Println(map[int]int{1: one, one: 5})
	fmt.Println(map[int]int{one: 5, 1: one})
	fmt.Println(map[string]int{fmt.Sprint("a"): 1, "a": 2})
	fmt.Println(map[pair]string{{one, 2}: "variable", {1, 2}: "constant"})
	fmt.Println(map[[2]int]any{{one, 2}: 1, {1, 2}: 2, {1, 3}: nil})
	fmt.Println(map[any]any{any(one): 1, 1: "constant", pair{1, 2}: pair{3, 4}})
	fmt.Println(map[int][]int{one: {1}, 1: {2}})
	fmt.Println(len(map[bool]int{one == 1: 1, true: 2, false: 3}), map[float64]int{float64(one): 1, 1: 2})
	shown := func(s string, k int) int {
		fmt.Print(s, " ")
		return k
	}
	fmt.Println(map[int]int{shown("k", 1): shown("v", 2), 1: 3, shown("l", 2): 4, 2: shown("w", 5)})
}
