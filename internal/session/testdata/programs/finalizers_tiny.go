// Small objects have finalizers of their own, and a test suite run by hand says how
// it went.
package main

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

func main() {
	const n = 100
	done := make(chan int32, n)
	for i := range n {
		x := new(int32)
		*x = int32(i)
		runtime.SetFinalizer(x, func(p *int32) { done <- *p })
	}
	runtime.GC()
	late := time.After(5 * time.Second)
	count := 0
	for count < n*9/10 {
		select {
		case <-done:
			count++
		case <-late:
			fmt.Println("only", count)
			return
		}
	}
	fmt.Println("finalized")
	testing.Main(func(pattern, name string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestOne", F: func(t *testing.T) {}}}, nil, nil)
}
