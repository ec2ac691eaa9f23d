// Speed of sorting with a comparison written in the cell.
package main

import (
	"fmt"
	"sort"
	"time"
)

func work() int {
	words := make([]string, 20_000)
	x := uint32(1)
	for i := range words {
		x = x*1664525 + 1013904223
		words[i] = string(rune('a'+x>>28)) + string(rune('a'+x>>24&15))
	}
	sort.Slice(words, func(i, j int) bool { return words[i] < words[j] })
	return len(words[0] + words[len(words)-1])
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
