// Speed of closures that keep variables.
package main

import (
	"fmt"
	"time"
)

func counter() func() int {
	n := 0
	return func() int {
		n++
		return n
	}
}

func work() int {
	sum := 0
	for round := 0; round < 1000; round++ {
		next := counter()
		for round := 0; round < 200; round++ {
			sum += next()
		}
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
