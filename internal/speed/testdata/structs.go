// Speed of a slice of structs.
package main

import (
	"fmt"
	"time"
)

type card struct{ rank, suit int }

func work() int {
	var deck []card
	for s := 0; s < 4; s++ {
		for r := 0; r < 13; r++ {
			deck = append(deck, card{r, s})
		}
	}
	sum := 0
	for round := 0; round < 2000; round++ {
		for _, c := range deck {
			if c.suit == 2 {
				sum += c.rank
			}
		}
		deck[0], deck[51] = deck[51], deck[0]
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
