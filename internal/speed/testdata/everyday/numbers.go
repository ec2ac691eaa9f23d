// Speed of small functions of numbers, some of them variadic.
package main

import (
	"fmt"
	"time"
)

func sum(xs ...int) (total int) {
	for _, x := range xs {
		total += x
	}
	return total
}

func largest(first int, rest ...int) int {
	for _, x := range rest {
		if x > first {
			first = x
		}
	}
	return first
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

func clamp(x, low, high int) int {
	if x < low {
		return low
	}
	if x > high {
		return high
	}
	return x
}

func sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

func isEven(x int) bool { return x%2 == 0 }

// brighten makes a colour lighter, part by part.
func brighten(r, g, b, by int) (int, int, int) {
	return clamp(r+by, 0, 255), clamp(g+by, 0, 255), clamp(b+by, 0, 255)
}

func work() int {
	total := 0
	for i := 0; i < 50000; i++ {
		d := i%511 - 255
		r, g, b := brighten(i%256, i/3%256, i/7%256, d)
		total += largest(r, g, b) - abs(d)
		if isEven(i) {
			total += sum(r, g, b, sign(d))
		} else {
			total -= sum(clamp(d, -9, 9), abs(r-g))
		}
	}
	return total
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
