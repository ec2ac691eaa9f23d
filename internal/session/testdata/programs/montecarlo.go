// Simulations: birthdays, Monty Hall, pi, random walks, coupon collectors, Markov text.
package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"sync"
)

type Experiment func(*rand.Rand) bool

func (e Experiment) Run(n int, r *rand.Rand) float64 {
	hits := 0
	for range n {
		if e(r) {
			hits++
		}
	}
	return float64(hits) / float64(n)
}

func birthday(people int) Experiment {
	return func(r *rand.Rand) bool {
		var seen [365]bool
		for range people {
			d := r.IntN(365)
			if seen[d] {
				return true
			}
			seen[d] = true
		}
		return false
	}
}

func monty(change bool) Experiment {
	return func(r *rand.Rand) bool {
		prize, pick := r.IntN(3), r.IntN(3)
		open := 0
		for open == prize || open == pick {
			open++
		}
		if change {
			pick = 3 - pick - open
		}
		return pick == prize
	}
}

type stats struct {
	n         int
	mean, m2  float64
	low, high float64
}

func (s *stats) Add(x float64) {
	s.n++
	d := x - s.mean
	s.mean += d / float64(s.n)
	s.m2 += d * (x - s.mean)
	if s.n == 1 || x < s.low {
		s.low = x
	}
	s.high = max(s.high, x)
}
func (s stats) Dev() float64 { return math.Sqrt(s.m2 / float64(s.n-1)) }
func (s stats) String() string {
	return fmt.Sprintf("%.2f ± %.2f in [%g, %g]", s.mean, s.Dev(), s.low, s.high)
}

func coupons(n int, r *rand.Rand) (draws int) {
	for seen := map[int]struct{}{}; len(seen) < n; draws++ {
		seen[r.IntN(n)] = struct{}{}
	}
	return
}

type Markov map[[2]string][]string

func (m Markov) Learn(text string) {
	key := [2]string{}
	for _, w := range strings.Fields(text) {
		m[key] = append(m[key], w)
		key = [2]string{key[1], w}
	}
}

func (m Markov) Speak(n int, r *rand.Rand) string {
	var out []string
	key := [2]string{}
	for range n {
		next := m[key]
		if len(next) == 0 {
			break
		}
		w := next[r.IntN(len(next))]
		out = append(out, w)
		key = [2]string{key[1], w}
	}
	return strings.Join(out, " ")
}

func main() {
	r := rand.New(rand.NewPCG(5, 8))
	fmt.Printf("%.3f %.3f\n", birthday(23).Run(400, r), birthday(50).Run(200, r))
	fmt.Printf("%.3f %.3f\n", monty(true).Run(1000, r), monty(false).Run(1000, r))
	in := Experiment(func(r *rand.Rand) bool { return math.Hypot(r.Float64(), r.Float64()) < 1 })
	fmt.Printf("%.3f\n", 4*in.Run(2000, r))
	var s stats
	for range 50 {
		s.Add(float64(coupons(6, r)))
	}
	fmt.Println(s, &s, s.n)
	pos := map[string]int{"x": 0, "y": 0}
	for range 200 {
		pos[[]string{"x", "y"}[r.IntN(2)]] += 2*r.IntN(2) - 1
	}
	fmt.Println(pos)
	m := Markov{}
	m.Learn("the deck is cut and the deck is dealt and the cards are shown and the deck is cut again")
	fmt.Println(m.Speak(12, r), len(m))
	results := make(chan float64)
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() { results <- birthday(30).Run(50, rand.New(rand.NewPCG(seed, 1))) })
	}
	go func() { wg.Wait(); close(results) }()
	var all []float64
	for x := range results {
		all = append(all, x)
	}
	sort.Float64s(all)
	fmt.Println(all)
	chi := func(obs []int, want float64) (x float64) {
		for _, o := range obs {
			x += (float64(o) - want) * (float64(o) - want) / want
		}
		return
	}
	rolls := make([]int, 6)
	for range 600 {
		rolls[r.IntN(6)]++
	}
	fmt.Printf("%v %.2f\n", rolls, chi(rolls, 100))
}
