// Program does what a division could break, and prints what comes of it. Functions whose
// names begin with late are in the rest.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

func main() {
	fmt.Println("begun")
	fmt.Println("sum:", lateSum(10))
	fmt.Println("deep:", down(1000))
	fmt.Println("recovered:", caught(), caught())
	fmt.Println("goroutines:", lateGoroutines(20))
	fmt.Println("closures:", lateCounter()(), apply(lateCounter()))
	var s fmt.Stringer = late{"a"}
	fmt.Println("methods:", s, fmt.Sprintf("%v", []any{late{"b"}, &late{"c"}}))
	fmt.Println("floats:", lateFloat(2), lateConvert(1e300), lateConvert(-7.5))
	fmt.Println("kinds:", lateKind(1), lateKind("x"), lateKind(2.5), lateKind(nil))
	fmt.Println("frames:", lateFrames())
}

//go:noinline
func lateSum(n int) (sum int) {
	for i := range n {
		sum += plus(i)
	}
	return sum
}

//go:noinline
func plus(n int) int { return n + 1 }

// down and lateDown call each other, on a stack that grows under them.
//
//go:noinline
func down(n int) int {
	if n == 0 {
		return 0
	}
	return lateDown(n-1) + 1
}

//go:noinline
func lateDown(n int) int {
	var room [10]int
	room[n%10] = 1
	return down(n) + room[n%10] - 1
}

func caught() (why any) {
	defer func() { why = recover() }()
	return latePanic([]int{1}, 1)
}

//go:noinline
func latePanic(list []int, i int) int {
	defer func() { list[0]++ }()
	return list[i]
}

// lateGoroutines are switched in the middle, and gone on with.
//
//go:noinline
func lateGoroutines(n int) (sum int) {
	numbers, squares := make(chan int), make(chan int)
	for range n {
		go lateSquare(numbers, squares)
	}
	go func() {
		for i := range n {
			runtime.Gosched()
			numbers <- i
		}
	}()
	for range n {
		sum += <-squares
	}
	return sum
}

//go:noinline
func lateSquare(numbers <-chan int, squares chan<- int) {
	n := <-numbers
	runtime.GC()
	squares <- n * n
}

//go:noinline
func lateCounter() func() int {
	n := 0
	return func() int { n += 2; return n }
}

//go:noinline
func apply(f func() int) int { return f() + f() }

type late struct{ name string }

//go:noinline
func (l late) String() string { return "late " + strings.ToUpper(l.name) }

//go:noinline
func lateFloat(x float64) float64 { return x*0.25 + 1 }

//go:noinline
func lateConvert(x float64) int8 { return int8(int64(min(max(x, -100), 100))) }

//go:noinline
func lateKind(v any) string {
	switch v.(type) {
	case int:
		return "int"
	case string:
		return "string"
	case nil:
		return "nil"
	}
	return errors.New("another").Error()
}

//go:noinline
func lateFrames() string {
	pc, _, _, _ := runtime.Caller(0)
	return runtime.FuncForPC(pc).Name()
}
