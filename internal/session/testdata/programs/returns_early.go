// Returns without results, where branches begin and end.
package main

import "fmt"

func down(n int) {
	if n > 1 {
		fmt.Print(n, " ")
		down(n - 1)
	} else {
		return
	}
}

func grade(n int, late bool) {
	if n > 90 {
		fmt.Print("A")
	} else if n > 80 && !late {
		fmt.Print("B")
	} else {
		return
	}
	fmt.Print(n)
}

func until(n int) {
	for {
		if n%7 != 0 {
			n++
		} else {
			return
		}
	}
}

func last(xs []int) {
	for i := 0; i < len(xs); i++ {
		if xs[i] >= 0 {
			continue
		} else {
			{
				return
			}
		}
	}
	fmt.Print("all ")
}

func either(a, b bool) {
	if a {
		if b {
			fmt.Print("both ")
		} else {
			return
		}
	}
	if !a {
		return
	} else if b == a {
		return
	}
	fmt.Print("never")
}

func after(n int) {
	for n > 3 {
		n--
	}
	if n == 3 {
		fmt.Print("three ")
	}
	return
}

func main() {
	down(4)
	down(0)
	for _, n := range []int{95, 85, 70} {
		grade(n, false)
		grade(n, true)
	}
	until(3)
	last([]int{1, 2})
	last([]int{1, -2})
	either(true, true)
	either(true, false)
	either(false, true)
	after(2)
	after(5)
	quiet := func(n int) {
		defer fmt.Print("done ")
		if n < 2 {
			fmt.Print("less ")
		} else {
			return
		}
		fmt.Print("still ")
	}
	quiet(1)
	quiet(2)
	done := make(chan bool)
	go func() {
		defer close(done)
		if n := len(done); n > 0 {
			fmt.Print("never")
		} else {
			return
		}
	}()
	<-done
	fmt.Println()
}
