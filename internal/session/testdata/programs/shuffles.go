// Shuffles written out: Fisher-Yates, inside-out, riffle, overhand, perfect, sorting by keys.
package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
)

type Shuffler interface {
	Shuffle(cards []int, r *rand.Rand)
}
type ShuffleFunc func([]int, *rand.Rand)

func (f ShuffleFunc) Shuffle(c []int, r *rand.Rand) { f(c, r) }

type Riffle struct{ Times int }

func (f Riffle) Shuffle(c []int, r *rand.Rand) {
	for range f.Times {
		cut := 0
		for range c {
			cut += r.IntN(2)
		}
		a, b := slices.Clone(c[:cut]), slices.Clone(c[cut:])
		for i := range c {
			if r.IntN(len(a)+len(b)) < len(a) {
				c[i], a = a[0], a[1:]
			} else {
				c[i], b = b[0], b[1:]
			}
		}
	}
}

func fisherYates(c []int, r *rand.Rand) {
	for i := len(c) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		c[i], c[j] = c[j], c[i]
	}
}

func naive(c []int, r *rand.Rand) {
	for i := range c {
		j := r.IntN(len(c))
		c[i], c[j] = c[j], c[i]
	}
}

func insideOut(c []int, r *rand.Rand) {
	src := slices.Clone(c)
	for i, x := range src {
		j := r.IntN(i + 1)
		c[i] = c[j]
		c[j] = x
	}
}

func byKeys(c []int, r *rand.Rand) {
	keys := make(map[int]float64)
	for _, x := range c {
		keys[x] = r.Float64()
	}
	sort.Slice(c, func(i, j int) bool { return keys[c[i]] < keys[c[j]] })
}

func overhand(c []int, r *rand.Rand) {
	var out []int
	for rest := slices.Clone(c); len(rest) > 0; {
		n := min(1+r.IntN(3), len(rest))
		out = append(slices.Clone(rest[:n]), out...)
		rest = rest[n:]
	}
	copy(c, out)
}

func outShuffle(c []int, _ *rand.Rand) {
	h := len(c) / 2
	out := make([]int, 0, len(c))
	for i := range h {
		out = append(out, c[i], c[h+i])
	}
	copy(c, out)
}

func sattolo(c []int, r *rand.Rand) {
	for i := len(c) - 1; i > 0; i-- {
		j := r.IntN(i)
		c[i], c[j] = c[j], c[i]
	}
}

func cycles(c []int) (n int) {
	seen := make([]bool, len(c))
	for i := range c {
		if seen[i] {
			continue
		}
		n++
		for j := i; !seen[j]; j = c[j] {
			seen[j] = true
		}
	}
	return
}

func order(s Shuffler, n int) (k int) {
	start := make([]int, n)
	for i := range start {
		start[i] = i
	}
	c := slices.Clone(start)
	for k = 1; ; k++ {
		s.Shuffle(c, nil)
		if slices.Equal(c, start) {
			return
		}
	}
}

func main() {
	all := []struct {
		name string
		s    Shuffler
	}{{"fisher-yates", ShuffleFunc(fisherYates)}, {"naive", ShuffleFunc(naive)}, {"inside-out", ShuffleFunc(insideOut)},
		{"keys", ShuffleFunc(byKeys)}, {"overhand", ShuffleFunc(overhand)}, {"riffle", Riffle{3}}, {"out", ShuffleFunc(outShuffle)}, {"sattolo", ShuffleFunc(sattolo)}}
	for _, a := range all {
		r := rand.New(rand.NewPCG(7, 7))
		c := []int{0, 1, 2, 3, 4, 5, 6, 7}
		a.s.Shuffle(c, r)
		sorted := slices.Sorted(slices.Values(c))
		fmt.Printf("%-12s %v %d %t %T\n", a.name, c, cycles(c), sorted[7] == 7, a.s)
	}
	fmt.Println(order(ShuffleFunc(outShuffle), 52), order(ShuffleFunc(outShuffle), 10))
	count := func(s Shuffler, runs int) map[[3]int]int {
		m := map[[3]int]int{}
		r := rand.New(rand.NewPCG(1, 1))
		for range runs {
			c := []int{1, 2, 3}
			s.Shuffle(c, r)
			m[[3]int(c)]++
		}
		return m
	}
	fmt.Println(count(ShuffleFunc(fisherYates), 600))
	fmt.Println(count(ShuffleFunc(naive), 600))
	fmt.Println(len(count(ShuffleFunc(sattolo), 100)))
}
