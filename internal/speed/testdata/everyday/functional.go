// Speed of Map, Filter and Reduce.
package main

import (
	"fmt"
	"time"
)

func Map[T, R any](xs []T, f func(T) R) []R {
	out := make([]R, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func Filter[T any](xs []T, keep func(T) bool) []T {
	var out []T
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

func Reduce[T, A any](xs []T, start A, f func(A, T) A) A {
	for _, x := range xs {
		start = f(start, x)
	}
	return start
}

type item struct {
	name  string
	price int
	count int
}

func work() int {
	var items []item
	for i := 0; i < 500; i++ {
		items = append(items, item{string(rune('a' + i%26)), 5 + i*7%90, i % 4})
	}
	total := 0
	for round := 0; round < 100; round++ {
		limit := 20 + round%50
		cheap := Filter(items, func(it item) bool { return it.price < limit && it.count > 0 })
		costs := Map(cheap, func(it item) int { return it.price * it.count })
		total += Reduce(costs, 0, func(sum, cost int) int { return sum + cost })
		names := Map(cheap, func(it item) string { return it.name })
		total += Reduce(names, 0, func(n int, s string) int { return n + int(s[0]) })
		mean := Reduce(items, 0.0, func(m float64, it item) float64 { return m + float64(it.price)/500 })
		total += int(mean)
	}
	return total
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
