// -0 keeps its sign wherever a value goes.
package main

import (
	"fmt"
	"math"
)

type point struct{ X, Y float64 }
type nested struct {
	A [2]float64
	P point
	S string
}
type tagged struct {
	Names []string
	F     func()
	V     float32
}

func neg(f float64) bool { return math.Signbit(f) }

func both(v point) (bool, bool)          { return neg(v.X), neg(v.Y) }
func (v point) signs() (bool, bool)      { return neg(v.X), neg(v.Y) }
func second(a [2]float64) bool           { return neg(a[1]) }
func realPart(c complex128) bool         { return neg(real(c)) }
func imagPart(c complex64) bool          { return neg(float64(imag(c))) }
func deep(n nested) (bool, bool)         { return neg(n.A[0]), neg(n.P.Y) }
func uncomparable(t tagged) bool         { return neg(float64(t.V)) }
func variadic(xs ...point) bool          { return neg(xs[0].X) }
func id[T any](t T) T                    { return t }
func mixed(a float32, b int) (bool, int) { return neg(float64(a)), b }
func keep(v point) func() bool           { return func() bool { return neg(v.X) } }
func deferred(z float64) (r bool) {
	defer func(v point) { r = neg(v.X) }(point{z, 0})
	return false
}
func points(z float64) func(func(int, point) bool) {
	return func(yield func(int, point) bool) { yield(1, point{X: z}) }
}

type signed interface{ signs() (bool, bool) }

func main() {
	z := math.Copysign(0, -1)
	fmt.Println(both(point{z, 0}))
	fmt.Println(point{0, z}.signs())
	fmt.Println(second([2]float64{0, z}), realPart(complex(z, 0)), imagPart(complex(0, float32(z))))
	fmt.Println(deep(nested{A: [2]float64{z, 0}, P: point{0, z}}))
	fmt.Println(uncomparable(tagged{V: float32(z)}), variadic(point{X: z}), keep(point{X: z})())
	var i any = point{z, z}
	fmt.Println(i.(point).signs())
	var s signed = point{z, 1}
	fmt.Println(s.signs())
	m := map[string]point{"a": {z, z}}
	fmt.Println(both(m["a"]))
	ch := make(chan point, 1)
	ch <- point{z, 0}
	fmt.Println(both(<-ch))
	fmt.Println(both(id(point{z, z})))
	fmt.Println(deferred(z))
	done := make(chan bool)
	go func(v point, f float64) { done <- neg(v.X) && neg(f) }(point{X: z}, z)
	fmt.Println(<-done)
	for n, v := range points(z) {
		fmt.Println(n, neg(v.X))
	}
	f := both
	fmt.Println(f(point{z, z}))
	fmt.Println(mixed(float32(z), 3))
	fmt.Println(-z, z-0, z+0, z*1, 0*z, point{z, -z})
}
