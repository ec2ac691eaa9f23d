// Speed of methods of an interface.
package main

import (
	"fmt"
	"time"
)

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

type rectangle struct{ a, b int }

func (r rectangle) area() int { return r.a * r.b }

func work() int {
	shapes := []shape{square{2}, rectangle{2, 3}, square{4}}
	sum := 0
	for i := 0; i < 100_000; i++ {
		sum += shapes[i%3].area()
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
