// Nobody can ever send: the run-time says so.
package main

import "fmt"

func main() {
	ch := make(chan int)
	fmt.Println("waiting")
	<-ch
}
