// Functions that go to the library and back are what they were.
package main

import (
	"fmt"

	"riffle/shuffle"
	"riffle/shuffle/fair"
)

type kept struct {
	name string
	f    func([]int, shuffle.PRNG)
}

type own func(deck []int, rng shuffle.PRNG)

// exact wants a matrix of 52 cards, which only the steps of the library's own shuffles give.
func exact(what string, f func([]int, shuffle.PRNG)) {
	fmt.Println(what, fair.Exact(f, 7).Total(), fair.ExactMatrix(f, 52).At(52, 52).Cmp(fair.ExactMatrix(f, 52).At(1, 1)))
}

func mine(deck []int, rng shuffle.PRNG) {
	shuffle.Naive(deck, rng)
	deck[0], deck[1] = deck[1], deck[0]
}

func pass[F any](f F) F { return f }

func main() {
	var f func([]int, shuffle.PRNG) = shuffle.Naive
	exact("a variable", f)
	m := map[string]func([]int, shuffle.PRNG){"naive": shuffle.Naive, "riffle": shuffle.Exchange(3)}
	exact("a map", m["naive"])
	exact("a map, made", m["riffle"])
	k := kept{"naive", shuffle.Naive}
	exact("a struct", k.f)
	for _, k := range []kept{{"sattolo", shuffle.Sattolo}, {"off by one", shuffle.OffByOne}} {
		exact(k.name, k.f)
	}
	exact("a type of its own", own(shuffle.Naive))
	var any1 any = f
	exact("an interface", any1.(func([]int, shuffle.PRNG)))
	exact("a type parameter", pass(f))
	s := shuffle.Shuffler(f)
	exact("and back", s)
	closure := func() func([]int, shuffle.PRNG) { return f }
	exact("a result", closure())
	ch := make(chan func([]int, shuffle.PRNG), 1)
	ch <- f
	exact("a channel", <-ch)

	deck := []int{1, 2, 3, 4, 5}
	f(deck, shuffle.NewPRNG(1))
	fmt.Println(deck)
	for range 3 {
		m["riffle"](deck, shuffle.NewPRNG(2))
		k.f(deck, shuffle.JavaRandom(2))
		s(deck, shuffle.NewPRNG(3))
		own(mine)(deck, shuffle.NewPRNG(3))
	}
	fmt.Println(deck, k.f != nil, f == nil)

	// A function of the program's is never taken for one that describes its steps.
	var g func([]int, shuffle.PRNG) = mine
	d := fair.Exact(g, 4)
	fmt.Println(d.Total(), d.P(1, 2, 3, 4), fair.Exact(shuffle.Naive, 4).P(1, 2, 3, 4))
	s = mine
	d = fair.Exact(s, 4)
	fmt.Println(d.Total(), d.P(1, 2, 3, 4))
	wrapped := func(deck []int, rng shuffle.PRNG) { f(deck, rng) }
	fmt.Println(fair.Exact(wrapped, 4).P(1, 2, 3, 4))
	var none func([]int, shuffle.PRNG)
	func() {
		defer func() { fmt.Println(recover()) }()
		fair.Exact(none, 3)
	}()
}
