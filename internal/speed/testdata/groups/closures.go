// Speed of closures.
package main

import (
	"fmt"
	"time"
)

const n = 100_000

func counter() func() int {
	x := 0
	return func() int { x++; return x }
}

func called() (sum int) {
	next := counter()
	for range n {
		sum += next()
	}
	return sum
}

func made() (sum int) {
	for i := range n {
		f := func(x int) int { return x + i }
		sum += f(1)
	}
	return sum
}

func apply(xs []int, f func(int) int) {
	for i, x := range xs {
		xs[i] = f(x)
	}
}

func applied() int {
	xs := make([]int, 100)
	for k := range n / 100 {
		apply(xs, func(x int) int { return x + k })
	}
	return xs[5]
}

func table() (sum int) {
	ops := []func(int, int) int{
		func(x, y int) int { return x + y },
		func(x, y int) int { return x - y },
		func(x, y int) int { return x ^ y },
	}
	for i := range n {
		sum = ops[i%3](sum, i)
	}
	return sum
}

func generators() (sum int) {
	for range n / 100 {
		next := counter()
		for range 50 {
			sum += next()
		}
	}
	return sum
}

func filter[T any](xs []T, keep func(T) bool) (out []T) {
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

func generic() (sum int) {
	xs := make([]int, 100)
	for i := range xs {
		xs[i] = i
	}
	for range n / 1000 {
		sum += len(filter(xs, func(x int) bool { return x%3 == 0 }))
	}
	return sum
}

func recursive() int {
	var fib func(int) int
	fib = func(k int) int {
		if k < 2 {
			return k
		}
		return fib(k-1) + fib(k-2)
	}
	return fib(20)
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"a counter", called},
		{"closures that are made", made},
		{"a function as an argument", applied},
		{"a table of functions", table},
		{"many counters", generators},
		{"a generic function’s argument", generic},
		{"a recursive closure", recursive},
	} {
		result, least := 0, time.Hour
		for range 5 {
			start := time.Now()
			result = b.work()
			least = min(least, time.Since(start))
		}
		fmt.Println(result, least.Nanoseconds(), b.what)
	}
}
