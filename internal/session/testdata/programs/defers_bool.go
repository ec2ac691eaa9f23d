// Functions with deferred calls that use their parameters, called in loops: their bodies
// are compiled in line, where a parameter has two variables of one name.
package main

import (
	"errors"
	"fmt"
)

type pair struct {
	a int
	b bool
}

func show(verbose bool) {
	defer fmt.Println("end")
	if verbose {
		fmt.Println("verbose")
	}
}

func both(a, b bool, n int) (r int) {
	defer func() { r += n }()
	if a && b || !a && n > 1 {
		return 1
	}
	if !(a || b) {
		return 2
	}
	return 3
}

func element(xs []int, i int) (x int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(fmt.Sprint(r))
		}
	}()
	if i >= 0 && i < len(xs) {
		x = xs[i]
	}
	return xs[i], nil
}

func counted(p *pair, s string, f func() bool) {
	defer func() { p.a++ }()
	if p.b {
		p.a += len(s)
	}
	if s != "" && f() {
		defer fmt.Println("deferred", s)
		p.b = !p.b
	}
	for i := range s {
		if s[i] == 'b' {
			return
		}
		p.a += i
	}
}

func again(x bool) {
	defer func() {
		if x {
			fmt.Println("again")
		}
	}()
	y := x
	if y {
		x = false
	}
	if y && !x {
		fmt.Println("changed", x, y)
	}
}

func inner(n int, odd bool) (r int) {
	defer func(before bool) {
		if before != odd {
			r = -r
		}
	}(odd)
	for i := range n {
		defer func() { r += i }()
		if i%2 == 1 == odd {
			r += 10
		}
	}
	return r
}

func main() {
	p := &pair{1, true}
	for i := 0; i < 4; i++ {
		show(i == 1)
		fmt.Println(both(i == 1, i > 1, i), both(true, i == 2, i))
		fmt.Println(element([]int{7, 8}, i-1))
		counted(p, "aab"[:i], func() bool { return i%2 == 0 })
		fmt.Println(*p)
		again(i%2 == 0)
		fmt.Println(inner(i, i > 1))
	}
}
