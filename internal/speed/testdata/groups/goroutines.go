// Speed of goroutines, channels and locks.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const n = 100_000

func unbuffered() (sum int) {
	c := make(chan int)
	go func() {
		for i := range n / 100 {
			c <- i
		}
		close(c)
	}()
	for x := range c {
		sum += x
	}
	return sum
}

func buffered() (sum int) {
	c := make(chan int, 100)
	go func() {
		for i := range n / 10 {
			c <- i
		}
		close(c)
	}()
	for x := range c {
		sum += x
	}
	return sum
}

func started() (sum int) {
	results := make(chan int, 10)
	for i := range n / 1000 {
		go func() { results <- i }()
		sum += <-results
	}
	return sum
}

func waited() int {
	var wg sync.WaitGroup
	sums := make([]int, 4)
	for range n / 1000 {
		for k := range sums {
			wg.Go(func() {
				for i := range 100 {
					sums[k] += i
				}
			})
		}
		wg.Wait()
	}
	return sums[3]
}

func locked() (sum int) {
	var mu sync.Mutex
	for i := range n / 10 {
		mu.Lock()
		sum += i
		mu.Unlock()
	}
	return sum
}

func atomics() int {
	var x atomic.Int64
	for i := range n / 10 {
		x.Add(int64(i))
	}
	return int(x.Load())
}

func selected() (sum int) {
	a, b := make(chan int, 1), make(chan int, 1)
	for i := range n / 100 {
		if i%2 == 0 {
			a <- i
		} else {
			b <- i
		}
		select {
		case x := <-a:
			sum += x
		case x := <-b:
			sum -= x
		}
	}
	return sum
}

func parallel() int {
	var wg sync.WaitGroup
	sums := make([]int, 2)
	for k := range sums {
		wg.Go(func() {
			sum := 0
			for i := range n * 10 {
				sum += i ^ k
			}
			sums[k] = sum
		})
	}
	wg.Wait()
	return sums[0] + sums[1]
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"a channel", unbuffered},
		{"a channel with a buffer", buffered},
		{"goroutines that start", started},
		{"a WaitGroup", waited},
		{"a Mutex", locked},
		{"atomic numbers", atomics},
		{"select", selected},
		{"two loops at once", parallel},
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
