// Speed of two goroutines and a channel.
package main

import (
	"fmt"
	"time"
)

func work() int {
	numbers := make(chan int)
	go func() {
		for i := 0; i < 30_000; i++ {
			numbers <- i
		}
		close(numbers)
	}()
	sum := 0
	for n := range numbers {
		sum += n
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
