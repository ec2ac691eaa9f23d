// Speed of Fisher and Yates by hand.
package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

func work() int {
	rng := rand.New(rand.NewPCG(1, 2))
	deck := make([]int, 52)
	first := 0
	for round := 0; round < 2000; round++ {
		for i := range deck {
			deck[i] = i
		}
		for i := len(deck) - 1; i > 0; i-- {
			j := rng.IntN(i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
		first += deck[0]
	}
	return first
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
