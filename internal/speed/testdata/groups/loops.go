// Speed of loops and arithmetic.
package main

import (
	"fmt"
	"time"
)

const n = 100_000

func counted() (sum int) {
	for i := 0; i < n*10; i++ {
		sum += i ^ sum
	}
	return sum
}

func ranged() (sum int) {
	xs := make([]int, 1000)
	for k := range n / 100 {
		for i, x := range xs {
			sum += x + i + k
		}
	}
	return sum
}

func indexed() (sum int) {
	xs := make([]int, 1000)
	for k := range n / 100 {
		for i := 1; i < len(xs); i++ {
			xs[i] = xs[i-1] + k
		}
		sum += xs[999]
	}
	return sum
}

func floats() int {
	x := 1.0
	for i := range n {
		x = x*0.999 + 1/float64(i+1)
	}
	return int(x * 1000)
}

func collatz() (longest int) {
	for i := 1; i < n/100; i++ {
		steps := 0
		for x := i; x != 1 && steps < 1000; steps++ {
			if x%2 == 0 {
				x /= 2
			} else {
				x = 3*x + 1
			}
		}
		longest = max(longest, steps)
	}
	return longest
}

func gcd() (sum int) {
	for i := 1; i < n/10; i++ {
		a, b := i, 360
		for b != 0 {
			a, b = b, a%b
		}
		sum += a
	}
	return sum
}

func labelled() (sum int) {
outer:
	for i := range n / 50 {
		for j := range 100 {
			if j > i%50 {
				continue outer
			}
			sum += j
		}
	}
	return sum
}

func small() (sum int) {
	var x uint8
	var y int16
	for i := range n {
		x += uint8(i)
		y -= int16(x)
		sum += int(y)
	}
	return sum
}

func conditions() (sum int) {
	for i := range n {
		if i > 10 && i%3 == 0 || i%5 == 0 && sum > i {
			sum += i
		}
	}
	return sum
}

func sequence(yield func(int) bool) {
	for i := 0; i < 100; i++ {
		if !yield(i) {
			return
		}
	}
}

func iterated() (sum int) {
	for range n / 100 {
		for x := range sequence {
			sum += x
		}
	}
	return sum
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"counting", counted},
		{"over a slice", ranged},
		{"by index", indexed},
		{"floating point", floats},
		{"branches", collatz},
		{"division", gcd},
		{"labels", labelled},
		{"small integers", small},
		{"conditions with && and ||", conditions},
		{"over an iterator", iterated},
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
