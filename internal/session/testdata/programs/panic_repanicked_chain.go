// A value that is recovered and panicked with again, often, is named once.
package main

import "fmt"

func again(n int) {
	defer func() {
		r := recover()
		if n%10 == 0 {
			panic(fmt.Sprint(r, " at ", n))
		}
		panic(r)
	}()
	if n == 0 {
		panic("bottom")
	}
	again(n - 1)
}

func main() { again(100) }
