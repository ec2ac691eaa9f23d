// Functions: several results, variadics, closures, recursion, function values.
package main

import (
	"errors"
	"fmt"
	"strings"
)

func plus(a, b int) int          { return a + b }
func divmod(a, b int) (q, r int) { q = a / b; r = a % b; return }

func variadic(pre string, xs ...any) string {
	return fmt.Sprint(pre, len(xs), xs == nil, xs)
}

func intSeq() func() int {
	i := 0
	return func() int {
		i++
		return i
	}
}

func fact(n int) int {
	if n == 0 {
		return 1
	}
	return n * fact(n-1)
}

func even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd(n int) bool {
	if n == 0 {
		return false
	}
	return even(n - 1)
}

func hanoi(n int, a, b, c string, move func(string, string)) {
	if n > 0 {
		hanoi(n-1, a, c, b, move)
		move(a, c)
		hanoi(n-1, b, a, c, move)
	}
}

type Op func(float64, float64) (float64, error)

func (o Op) Apply(x, y float64) string {
	r, err := o(x, y)
	if err != nil {
		return "error: " + err.Error()
	}
	return fmt.Sprint(r)
}

func compose[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(a A) C { return g(f(a)) }
}

func apply(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func named() (x int, err error) {
	defer func() { x *= 2 }()
	x = 21
	return x, nil
}

func curry(a int) func(int) func(int) int {
	return func(b int) func(int) int { return func(c int) int { return a*100 + b*10 + c } }
}

func main() {
	fmt.Println(plus(1, 2))
	fmt.Println(divmod(17, 5))
	fmt.Println(variadic("a"), variadic("b", 1, "x"), variadic("c", []any{1, 2}...), variadic("d", []int{1}), variadic("e", nil))
	next := intSeq()
	fmt.Println(next(), next(), next(), intSeq()())
	fmt.Println(fact(10), even(10), odd(7))
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(15))
	moves := 0
	hanoi(3, "A", "B", "C", func(x, y string) { moves++; fmt.Print(x, "→", y, " ") })
	fmt.Println(moves)
	div := Op(func(a, b float64) (float64, error) {
		if b == 0 {
			return 0, errors.New("division by zero")
		}
		return a / b, nil
	})
	fmt.Println(div.Apply(1, 4), div.Apply(1, 0))
	f := compose(strings.ToUpper, func(s string) int { return len(s) })
	fmt.Println(f("hello"), compose(plus1, func(n int) string { return fmt.Sprint("<", n, ">") })(4))
	fmt.Println(apply(plus1, func(x int) int { return x * x }, plus1)(2), named2())
	fmt.Println(named())
	fmt.Println(curry(1)(2)(3))
	func(s string) { fmt.Println("immediately", s) }("called")
	ops := map[string]func(int, int) int{"+": plus, "*": func(a, b int) int { return a * b }}
	fmt.Println(ops["+"](2, 3), ops["*"](2, 3), ops["-"] == nil)
	x := 1
	inc := func() { x++ }
	inc()
	inc()
	fmt.Println(x)
	fmt.Printf("%T %T %T\n", plus, div, ops)
	plusTwo := fmt.Sprintf
	fmt.Println(plusTwo("%d-%v", 1, "z"))
	fmt.Println(plus(divmod(17, 5)))
}

func plus1(x int) int { return x + 1 }

func named2() (s string) {
	defer func() { s += "!" }()
	return "done"
}
