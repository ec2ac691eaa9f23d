// runtime.NumGoroutine counts the program's goroutines and no others.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

func main() {
	fmt.Println(runtime.NumGoroutine())
	stop := make(chan bool)
	for range 4 {
		go func() { <-stop }()
	}
	time.Sleep(10 * time.Millisecond)
	fmt.Println(runtime.NumGoroutine())
	c := make(chan int)
	for range 3 {
		go func() { c <- 1 }()
		<-c
		time.Sleep(10 * time.Millisecond)
		fmt.Println(runtime.NumGoroutine())
	}
	var m sync.Mutex
	var wg sync.WaitGroup
	m.Lock()
	for range 2 {
		wg.Add(1)
		go func() { m.Lock(); defer m.Unlock(); wg.Done() }()
	}
	time.Sleep(10 * time.Millisecond)
	fmt.Println(runtime.NumGoroutine())
	m.Unlock()
	wg.Wait()
	close(stop)
	time.Sleep(20 * time.Millisecond)
	fmt.Println(runtime.NumGoroutine())
}
