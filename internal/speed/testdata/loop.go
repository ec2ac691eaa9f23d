// Speed of nested loops over integers.
package main

import (
	"fmt"
	"time"
)

func work() int {
	sum := 0
	for i := 0; i < 1000; i++ {
		for j := 0; j < 1000; j++ {
			sum += i ^ j
		}
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
