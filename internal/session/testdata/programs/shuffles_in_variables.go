// Shuffles in the library's variables, with decks and generators of a program's own.
package main

import (
	"fmt"

	"riffle/shuffle"
)

// counter is a generator of the program's own, which changes a deck as it draws.
type counter struct {
	n    uint64
	deck []int
}

func (c *counter) Uint64() uint64   { c.n++; return c.n * 0x9e3779b97f4a7c15 }
func (c *counter) Uint32() uint32   { return uint32(c.Uint64() >> 32) }
func (c *counter) IntN(n int) int   { c.deck[0] += 100; return int(c.Uint64() % uint64(n)) }
func (c *counter) Float64() float64 { return float64(c.Uint64()>>11) / (1 << 53) }
func (c *counter) Name() string     { return "counter" }
func (c *counter) Mark()            {}
func (c *counter) Rewind()          {}

type mine []int

func ordered(n int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = i
	}
	return deck
}

func rounds(n int) (sum int) {
	deck, long, own := ordered(7), ordered(1000), mine(ordered(5))
	rng, java := shuffle.NewPRNG(1), shuffle.JavaRandom(2)
	c := &counter{deck: deck}
	for i := range n {
		shuffle.FisherYates(deck, rng)
		shuffle.Naive(deck, java)
		shuffle.SortShuffle(long, rng)
		shuffle.Selection(own, rng)
		shuffle.EfficientSelection(deck, c)
		shuffle.Sattolo(deck[:1+i%7], c)
		for k, v := range deck {
			sum = sum*31 + k*v
		}
		sum += long[i] + own[0]
	}
	return sum
}

func none(n int) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	for range n {
		shuffle.Sattolo(ordered(3), shuffle.NewPRNG(1))
	}
	return "no panic"
}

func noGenerator(n int) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	for range n {
		shuffle.FisherYates(ordered(3), nil)
	}
	return "no panic"
}

func main() {
	fmt.Println(rounds(20))
	fmt.Println(none(3))
	fmt.Println(noGenerator(3))
}
