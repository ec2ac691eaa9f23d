// runtime.NumGoroutine counts the program's goroutines and no others.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

// count is how many goroutines there are once those that are to begin or end have done so.
func count(want int) int {
	for range 200 {
		if runtime.NumGoroutine() == want {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return runtime.NumGoroutine()
}

func main() {
	fmt.Println(count(1))
	stop := make(chan bool)
	for range 4 {
		go func() { <-stop }()
	}
	fmt.Println(count(5))
	c := make(chan int)
	for range 3 {
		go func() { c <- 1 }()
		<-c
		fmt.Println(count(5))
	}
	var m sync.Mutex
	var wg sync.WaitGroup
	m.Lock()
	for range 2 {
		wg.Add(1)
		go func() { m.Lock(); defer m.Unlock(); wg.Done() }()
	}
	fmt.Println(count(7))
	m.Unlock()
	wg.Wait()
	close(stop)
	fmt.Println(count(1))
}
