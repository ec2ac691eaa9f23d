// Speed of matrices: products, transposes, a power.
package main

import (
	"fmt"
	"time"
)

type matrix [][]float64

func newMatrix(rows, columns int) matrix {
	m := make(matrix, rows)
	for i := range m {
		m[i] = make([]float64, columns)
	}
	return m
}

func identity(n int) matrix {
	m := newMatrix(n, n)
	for i := range m {
		m[i][i] = 1
	}
	return m
}

func (m matrix) times(o matrix) matrix {
	out := newMatrix(len(m), len(o[0]))
	for i := range m {
		for j := range o[0] {
			for k := range o {
				out[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return out
}

func (m matrix) transposed() matrix {
	out := newMatrix(len(m[0]), len(m))
	for i, row := range m {
		for j, x := range row {
			out[j][i] = x
		}
	}
	return out
}

func (m matrix) power(n int) matrix {
	out := identity(len(m))
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			out = out.times(m)
		}
		m = m.times(m)
	}
	return out
}

func (m matrix) trace() (t float64) {
	for i := range m {
		t += m[i][i]
	}
	return t
}

func work() int {
	const n = 40
	chain := newMatrix(n, n) // a random walk on a circle
	for i := range chain {
		chain[i][(i+1)%n], chain[i][(i+n-1)%n], chain[i][i] = 0.3, 0.3, 0.4
	}
	a := newMatrix(n, n+5)
	for i := range a {
		for j := range a[i] {
			a[i][j] = float64((i*7 + j*3) % 11)
		}
	}
	late := chain.power(100)
	return int(late.trace()*1e6) + int(a.times(a.transposed()).trace())
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
