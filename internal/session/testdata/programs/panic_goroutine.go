// A panic in a goroutine ends the whole program.
package main

import "time"

func main() {
	go func() { panic("in a goroutine") }()
	time.Sleep(time.Second)
	println("never")
}
