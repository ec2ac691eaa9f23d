// Functions of math/cmplx in a loop.
package main

import (
	"fmt"
	"math/cmplx"
)

func all(n int) {
	for i := 0; i < n; i++ {
		z := complex(float64(i)/3, -float64(i)*2)
		fmt.Println(cmplx.Abs(z), cmplx.Sqrt(z), cmplx.Pow(z, 2+1i), cmplx.Rect(float64(i), 2), cmplx.IsNaN(z), cmplx.Phase(z), cmplx.Exp(z))
		r, th := cmplx.Polar(z)
		fmt.Println(r, th, cmplx.Inf(), cmplx.Conj(z)*z, z/complex(2, float64(i)))
	}
}

func main() { all(4) }
