// Speed of draws of a library function.
package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

func work() int {
	rng := rand.New(rand.NewPCG(1, 2))
	var sums [13]int
	for round := 0; round < 100_000; round++ {
		sums[1+rng.IntN(6)+1+rng.IntN(6)]++
	}
	return sums[7]
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
