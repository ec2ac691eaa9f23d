// Who waits for a lock gets it, however often others take it meanwhile: a writer among
// readers of whom one always reads, and a goroutine beside one that hardly lets go.
package main

import (
	"fmt"
	"sync"
	"time"
)

func readers() {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	v := 0
	for g := range 4 {
		wg.Go(func() {
			for {
				mu.RLock()
				x := v
				time.Sleep(time.Duration(g+1) * time.Millisecond)
				mu.RUnlock()
				if x == 3 {
					return
				}
			}
		})
	}
	for range 3 {
		time.Sleep(5 * time.Millisecond)
		mu.Lock()
		v++
		mu.Unlock()
	}
	wg.Wait()
	fmt.Println("written", v)
}

func holder() {
	var mu sync.Mutex
	rounds, stop, started := 0, false, make(chan bool)
	done := make(chan bool)
	go func() {
		for {
			mu.Lock()
			if rounds == 0 {
				close(started)
			}
			rounds++
			if stop {
				mu.Unlock()
				done <- true
				return
			}
			time.Sleep(2 * time.Millisecond)
			mu.Unlock()
		}
	}()
	<-started
	for range 10 {
		mu.Lock()
		mu.Unlock()
	}
	mu.Lock()
	stop = true
	mu.Unlock()
	<-done
	fmt.Println("few rounds:", rounds < 200)
}

func main() {
	readers()
	holder()
}
