// Speed of generic functions.
package main

import (
	"fmt"
	"time"
)

type number interface{ ~int | ~float64 }

func apply[T, U number](xs []T, f func(T) U) []U {
	ys := make([]U, 0, len(xs))
	for _, x := range xs {
		ys = append(ys, f(x))
	}
	return ys
}

func work() int {
	xs := make([]int, 1000)
	sum := 0.0
	for round := 0; round < 100; round++ {
		for _, y := range apply(xs, func(x int) float64 { return float64(x) + 0.5 }) {
			sum += y
		}
	}
	return int(sum)
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
