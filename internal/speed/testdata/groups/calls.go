// Speed of calls: functions, methods, deferred calls, panics.
package main

import (
	"fmt"
	"time"
)

const n = 100_000

func add(x, y int) int { return x + y*3 }

func plain() (sum int) {
	for i := range n {
		sum = add(sum, i)
	}
	return sum
}

func fib(k int) int {
	if k < 2 {
		return k
	}
	return fib(k-1) + fib(k-2)
}

func recursive() int { return fib(22) }

func even(k int) bool { return k == 0 || odd(k-1) }
func odd(k int) bool  { return k != 0 && even(k-1) }

func mutual() (sum int) {
	for range n / 1000 {
		if even(1000) {
			sum++
		}
	}
	return sum
}

type account struct{ balance, moves int }

func (a *account) put(x int) { a.balance += x; a.moves++ }
func (a account) level() int { return a.balance - a.moves }

func methods() int {
	var a account
	sum := 0
	for i := range n {
		a.put(i)
		sum += a.level() & 7
	}
	return sum
}

func divmod(x, y int) (int, int) { return x / y, x % y }

func several() (sum int) {
	for i := range n {
		q, r := divmod(i, 7)
		sum += q ^ r
	}
	return sum
}

func sumOf(xs ...int) (sum int) {
	for _, x := range xs {
		sum += x
	}
	return sum
}

func variadic() (sum int) {
	for i := range n {
		sum += sumOf(i, 2, 3)
	}
	return sum
}

var depth int

func deferring(x int) int {
	depth++
	defer func() { depth-- }()
	return x + depth
}

func deferred() (sum int) {
	for i := range n / 10 {
		sum += deferring(i)
	}
	return sum
}

func recovering(x int) (y int) {
	defer func() {
		if recover() != nil {
			y = 1
		}
	}()
	return x
}

func recovered() (sum int) {
	for i := range n / 10 {
		sum += recovering(i)
	}
	return sum
}

func panicking(x int) (y int) {
	defer func() {
		if recover() != nil {
			y = 1
		}
	}()
	panic(x)
}

func panics() (sum int) {
	for i := range n / 100 {
		sum += panicking(i)
	}
	return sum
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"a function", plain},
		{"a recursive function", recursive},
		{"functions that call each other", mutual},
		{"methods of a struct", methods},
		{"two results", several},
		{"a variadic function", variadic},
		{"a deferred call", deferred},
		{"a deferred call that may recover", recovered},
		{"a panic that is recovered", panics},
	} {
		result, least := 0, time.Hour
		for range 5 {
			start := time.Now()
			result = b.work()
			least = min(least, time.Since(start))
		}
		fmt.Println(result, least.Nanoseconds(), b.what)
	}
}
