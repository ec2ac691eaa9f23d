// A function with a struct that may hold -0 gets its other arguments as they are: a value
// in an interface isn't one of the library's then.
package main

import (
	"fmt"
	"math"
)

type measured interface{ area() float64 }

type rect struct {
	w, h float64
	name string
}

func (r *rect) area() float64 { return r.w * r.h }

type failure struct{}

func (failure) Error() string { return "failure" }

func through(r rect, m measured, f func() measured, e error) (measured, float64, error) {
	fmt.Println(math.Signbit(r.w), m == f(), e)
	return m, r.w, e
}

func text(r rect, xs ...any) string { return fmt.Sprint(xs) }

func main() {
	r := &rect{2, 3, "a"}
	minus := math.Copysign(0, -1)
	for _, w := range []float64{0, minus, 1} {
		m, x, e := through(rect{w: w}, r, func() measured { return r }, failure{})
		fmt.Println(m == measured(r), math.Signbit(x), e == error(failure{}), m.(*rect).name)
		m, x, e = through(rect{w: w}, nil, func() measured { return nil }, nil)
		fmt.Println(m == nil, math.Signbit(x), e == nil)
		fmt.Println(text(rect{w: w}, r) == text(rect{}, r), text(rect{w: w}, failure{}, w))
	}
}
