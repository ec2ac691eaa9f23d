// Speed of shapes, with an interface.
package main

import (
	"fmt"
	"math"
	"time"
)

type shape interface {
	area() float64
	perimeter() float64
}

type circle struct{ radius float64 }

func (c circle) area() float64      { return math.Pi * c.radius * c.radius }
func (c circle) perimeter() float64 { return 2 * math.Pi * c.radius }

type rectangle struct{ width, height float64 }

func (r rectangle) area() float64      { return r.width * r.height }
func (r rectangle) perimeter() float64 { return 2 * (r.width + r.height) }

type triangle struct{ a, b, c float64 }

func (t triangle) perimeter() float64 { return t.a + t.b + t.c }
func (t triangle) area() float64 {
	s := t.perimeter() / 2
	return math.Sqrt(s * (s - t.a) * (s - t.b) * (s - t.c))
}

type square struct{ rectangle }

func newSquare(side float64) *square { return &square{rectangle{side, side}} }

func corners(s shape) int {
	switch s.(type) {
	case rectangle, *square:
		return 4
	case triangle:
		return 3
	}
	return 0
}

func largest(shapes []shape) shape {
	best := shapes[0]
	for _, s := range shapes {
		if s.area() > best.area() {
			best = s
		}
	}
	return best
}

func work() int {
	var shapes []shape
	for i := 1; i <= 50; i++ {
		f := float64(i)
		shapes = append(shapes, circle{f / 2}, rectangle{f, 3}, triangle{f + 3, f + 4, f + 5}, newSquare(f))
	}
	total, count := 0.0, 0
	for round := 0; round < 100; round++ {
		for _, s := range shapes {
			total += s.area() / s.perimeter()
			count += corners(s)
		}
		total += largest(shapes).perimeter()
	}
	return int(total) + count
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
