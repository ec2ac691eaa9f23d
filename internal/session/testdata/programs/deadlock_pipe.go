// The other end of a pipe is one of the program's goroutines, however it is read.
package main

import (
	"bufio"
	"fmt"
	"io"
	"sync"
)

func main() {
	r, w := io.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() {
		for in := bufio.NewScanner(r); in.Scan(); {
			fmt.Println(in.Text())
		}
	})
	fmt.Fprintln(w, "a line")
	fmt.Fprintln(w, "another")
	defer fmt.Println("never")
	wg.Wait()
}
