// Speed of permutations and queens, told to a callback.
package main

import (
	"fmt"
	"time"
)

// permute calls visit with each order of the values.
func permute(values []int, visit func([]int)) {
	var place func(k int)
	place = func(k int) {
		if k == len(values) {
			visit(values)
			return
		}
		for i := k; i < len(values); i++ {
			values[k], values[i] = values[i], values[k]
			place(k + 1)
			values[k], values[i] = values[i], values[k]
		}
	}
	place(0)
}

// choose calls visit with each subset of k of the values.
func choose(values []int, k int, visit func([]int)) {
	var pick func(from int, chosen []int)
	pick = func(from int, chosen []int) {
		if len(chosen) == k {
			visit(chosen)
			return
		}
		for i := from; i < len(values); i++ {
			pick(i+1, append(chosen, values[i]))
		}
	}
	pick(0, make([]int, 0, k))
}

func peaceful(queens []int) bool {
	for i := range queens {
		for j := i + 1; j < len(queens); j++ {
			if d := queens[j] - queens[i]; d == j-i || d == i-j {
				return false
			}
		}
	}
	return true
}

func work() int {
	boards, fixed := 0, 0
	permute([]int{0, 1, 2, 3, 4, 5, 6, 7}, func(p []int) {
		if peaceful(p) {
			boards++
		}
		for i, v := range p {
			if i == v {
				fixed++
			}
		}
	})
	best := 0
	choose([]int{9, 14, 3, 8, 21, 5, 17, 2, 11, 6, 19, 4}, 5, func(c []int) {
		sum := 0
		for _, v := range c {
			sum += v
		}
		if sum <= 50 && sum > best {
			best = sum
		}
	})
	return boards*1000000 + fixed + best
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
