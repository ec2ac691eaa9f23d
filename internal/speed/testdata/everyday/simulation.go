// Speed of a simulation: dice, birthdays, and a shuffled deck.
package main

import (
	"fmt"
	"math/rand"
	"time"
)

// craps plays one game, and reports whether the shooter wins.
func craps(r *rand.Rand) bool {
	roll := func() int { return r.Intn(6) + r.Intn(6) + 2 }
	first := roll()
	switch first {
	case 7, 11:
		return true
	case 2, 3, 12:
		return false
	}
	for {
		switch n := roll(); n {
		case first:
			return true
		case 7:
			return false
		}
	}
}

// shared reports whether two of n people have the same birthday.
func shared(r *rand.Rand, n int) bool {
	seen := make(map[int]bool)
	for i := 0; i < n; i++ {
		day := r.Intn(365)
		if seen[day] {
			return true
		}
		seen[day] = true
	}
	return false
}

// fixed counts the cards that a shuffle leaves in their places.
func fixed(r *rand.Rand, deck []int) (n int) {
	for i := range deck {
		deck[i] = i
	}
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	for i, c := range deck {
		if i == c {
			n++
		}
	}
	return n
}

func work() int {
	r := rand.New(rand.NewSource(1))
	wins, pairs, stay := 0, 0, 0
	for i := 0; i < 4000; i++ {
		if craps(r) {
			wins++
		}
	}
	for i := 0; i < 1000; i++ {
		if shared(r, 23) {
			pairs++
		}
	}
	deck := make([]int, 52)
	for i := 0; i < 2000; i++ {
		stay += fixed(r, deck)
	}
	far, walker := 0, 0
	for i := 0; i < 20000; i++ {
		if r.Float64() < 0.5 {
			walker++
		} else {
			walker--
		}
		far = max(far, walker, -walker)
	}
	return wins + 10*pairs + 100*stay + far
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
