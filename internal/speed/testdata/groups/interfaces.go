// Speed of interface values: methods, types, boxes.
package main

import (
	"fmt"
	"time"
)

const n = 100_000

type shape interface{ area() int }

type named interface {
	shape
	name() string
}

type square struct{ side int }

func (s square) area() int    { return s.side * s.side }
func (s square) name() string { return "square" }

type rectangle struct{ a, b int }

func (r *rectangle) area() int    { return r.a * r.b }
func (r *rectangle) name() string { return "rectangle" }

type length int

func (l length) area() int { return 0 }

// colored has the methods of the shape in it.
type colored struct {
	shape
	color string
}

func shapes() []shape {
	return []shape{square{2}, &rectangle{2, 3}, length(4), square{5}, colored{square{3}, "red"}}
}

func invoked() (sum int) {
	some := shapes()
	for i := range n {
		sum += some[i%2].area()
	}
	return sum
}

func ranged() (sum int) {
	some := shapes()
	for range n / 4 {
		for _, s := range some[:4] {
			sum += s.area()
		}
	}
	return sum
}

func embedded() (sum int) {
	some := shapes()[4:]
	for range n {
		sum += some[0].area()
	}
	return sum
}

func asInterface() (sum int) {
	some := shapes()
	for i := range n / 10 {
		if s, ok := some[i%4].(named); ok {
			sum += len(s.name())
		}
	}
	return sum
}

func asType() (sum int) {
	some := shapes()
	for i := range n {
		if s, ok := some[i%4].(square); ok {
			sum += s.side
		}
	}
	return sum
}

func switched() (sum int) {
	some := shapes()
	for i := range n {
		switch s := some[i%4].(type) {
		case square:
			sum += s.side
		case *rectangle:
			sum += s.a
		case length:
			sum += int(s)
		}
	}
	return sum
}

func switchedAny() (sum int) {
	some := []any{1, "two", 3.0, square{4}}
	for i := range n {
		switch x := some[i%4].(type) {
		case int:
			sum += x
		case string:
			sum += len(x)
		case float64:
			sum += int(x)
		case square:
			sum += x.side
		}
	}
	return sum
}

func boxed() (sum int) {
	some := make([]shape, 8)
	for i := range n / 10 {
		some[i%8] = square{i}
	}
	for _, s := range some {
		sum += s.area()
	}
	return sum
}

func boxedInts() (sum int) {
	some := make([]any, 8)
	for i := range n / 10 {
		some[i%8] = i
	}
	for _, x := range some {
		sum += x.(int)
	}
	return sum
}

type tooLarge struct{ x int }

func (e *tooLarge) Error() string { return "too large" }

func checked(x int) (int, error) {
	if x%8 == 7 {
		return 0, &tooLarge{x}
	}
	return x, nil
}

func failed() (sum int) {
	for i := range n {
		x, err := checked(i)
		if err != nil {
			sum -= len(err.Error())
			continue
		}
		sum += x
	}
	return sum
}

func inMap() (sum int) {
	some := map[int]shape{0: square{2}, 1: &rectangle{2, 3}}
	for i := range n / 10 {
		sum += some[i%2].area()
	}
	return sum
}

func methodValue() (sum int) {
	f := shapes()[0].area
	for range n {
		sum += f()
	}
	return sum
}

func total[S shape](some []S) (sum int) {
	for _, s := range some {
		sum += s.area()
	}
	return sum
}

func constrained() (sum int) {
	some := make([]square, 100)
	for range n / 100 {
		sum += total(some) + len(some)
	}
	return sum
}

func compared() (sum int) {
	some := shapes()
	for i := range n / 10 {
		if some[i%4] == some[3] {
			sum++
		}
	}
	return sum
}

func main() {
	for _, b := range []struct {
		what string
		work func() int
	}{
		{"a method of values of two types", invoked},
		{"methods of a slice of values", ranged},
		{"a method of an embedded interface", embedded},
		{"an assertion to a type", asType},
		{"an assertion to an interface", asInterface},
		{"a switch over a cell’s types", switched},
		{"a switch over Go’s types", switchedAny},
		{"structs put into interfaces", boxed},
		{"numbers put into interfaces", boxedInts},
		{"errors that are returned", failed},
		{"methods of a map’s elements", inMap},
		{"a method value", methodValue},
		{"methods by a type parameter", constrained},
		{"comparisons of interface values", compared},
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
