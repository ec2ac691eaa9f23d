// Speed of insertion sort of a slice.
package main

import (
	"fmt"
	"time"
)

func work() int {
	deck := make([]int, 1000)
	x := uint32(1)
	for i := range deck {
		x = x*1664525 + 1013904223
		deck[i] = int(x >> 16)
	}
	for i := 1; i < len(deck); i++ {
		for j := i; j > 0 && deck[j] < deck[j-1]; j-- {
			deck[j], deck[j-1] = deck[j-1], deck[j]
		}
	}
	return deck[500]
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
