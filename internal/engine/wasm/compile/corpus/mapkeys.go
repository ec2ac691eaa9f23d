package corpus

import (
	"fmt"
	"maps"
)

type tile struct{ x, y int }

type edge struct {
	from tile
	cost uint64
}

type blanked struct {
	x, _, y int
}

// Tiles has structs and arrays of integers as keys, and others that aren't only that.
func Tiles(n int) (int, int, string) {
	seen := map[tile]bool{}
	counts := map[[2]int]int{}
	costs := map[edge]float64{}
	names := map[[3]uint]string{}
	named := map[struct {
		s string
		k int
	}]*tile{}
	blank := map[blanked]int{}
	sum := 0
	for i := range n {
		p := tile{i % 7, -i % 5}
		if seen[p] {
			sum++
		}
		seen[p] = true
		counts[[2]int{i % 3, i % 4}]++
		counts[[2]int{p.x, p.y}] -= p.x
		costs[edge{p, uint64(i % 2)}] += 0.5
		k := [3]uint{uint(i % 2), uint(i % 3), 1 << 63}
		names[k] += string(rune('a' + i%26))
		named[struct {
			s string
			k int
		}{names[k][:1], i % 4}] = &p
		blank[blanked{x: i % 3}]++
		if i%11 == 10 {
			delete(seen, tile{i % 7, 0})
			delete(counts, [2]int{0, 0})
			delete(names, k)
		}
		if c, ok := costs[edge{tile{1, -1}, 1}]; ok {
			sum += int(c * 10)
		}
	}
	for k, v := range counts {
		sum += 10*k[0]*v + k[1]
	}
	for k, p := range named {
		sum += k.k*p.x - p.y
	}
	clone := maps.Clone(costs)
	for k, v := range clone {
		if costs[k] == v {
			sum += k.from.x + int(k.cost)
		}
	}
	for k := range seen {
		if _, ok := seen[tile{k.y, k.x}]; !ok && k != (tile{}) {
			sum++
		}
	}
	return sum, len(seen) + len(counts) + len(named) + blank[blanked{x: 1}], fmt.Sprint(names, counts)
}
