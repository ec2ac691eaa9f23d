// Speed of counting in a map.
package main

import (
	"fmt"
	"time"
)

func work() int {
	counts := map[int]int{}
	x := uint32(1)
	for round := 0; round < 300_000; round++ {
		x = x*1664525 + 1013904223
		counts[int(x>>20)]++
	}
	most := 0
	for _, n := range counts {
		if n > most {
			most = n
		}
	}
	return most
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
