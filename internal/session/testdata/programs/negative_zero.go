package main

import (
	"fmt"
	"math"
)

type T float64

func (t T) Sign() bool                  { return math.Signbit(float64(t)) }
func id[F ~float64 | ~float32](x F) F   { return x }
func two(x, y float64) (float64, error) { return y, fmt.Errorf("%v", x) }
func vari(xs ...float64) float64        { return xs[0] }
func anyf(x any) any                    { return x }

type S struct{ f func(float64) float64 }

func sum(x float64, n int) float64 {
	if n == 0 {
		return x
	}
	return sum(x, n-1)
}

func main() {
	nz := math.Copysign(0, -1)
	fmt.Println(id(nz), id(float32(nz)), id(T(nz)), T(nz).Sign(), vari(nz), anyf(nz))
	fmt.Println(two(nz, nz))
	fmt.Println(two(1, nz))
	f := func() float64 { return nz }
	g := func(x float64) float64 { return x }
	fmt.Println(f(), g(nz), S{g}.f(nz), sum(nz, 5), 1/g(nz), g(0), id(0.0))
	h := T(nz).Sign
	m := T.Sign
	fmt.Println(h(), m(T(nz)))
	defer func(x float64) { fmt.Println("deferred", x) }(nz)
	done := make(chan bool)
	go func(x float64) { fmt.Println("go", x); done <- true }(nz)
	<-done
	for i := range 2 {
		fmt.Println(i, g(-nz*float64(i)))
	}
	var e interface{ Sign() bool } = T(nz)
	fmt.Println(e.Sign())
}
