// A deadlock runs no deferred calls, and recover stops none.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sync"
)

func inner(ch chan int) {
	defer fmt.Println("never")
	defer func() { fmt.Println("recovered", recover()) }()
	for i := range 3 {
		defer fmt.Println("never", i)
		ch <- i
		fmt.Println("sent", i)
	}
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	out.WriteString("kept back\n")
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	func() {
		defer func() { recover() }()
		inner(make(chan int, 2))
	}()
	fmt.Println("never")
}
