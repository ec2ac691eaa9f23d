// Indices that become negative by an overflow, or that no loop keeps from being negative.
package main

import (
	"fmt"
	"math"
)

func try(what string, f func()) {
	defer func() { fmt.Println(what, recover()) }()
	f()
}

func seq(yield func(int) bool) {
	for i := 2; i > -3; i-- {
		if !yield(i) {
			return
		}
	}
}

func main() {
	xs := []int{10, 20, 30}
	sum := 0
	try("map", func() {
		for k := range map[int]bool{-1: true} {
			sum += xs[k]
		}
	})
	try("chan", func() {
		c := make(chan int, 1)
		c <- -1
		close(c)
		for k := range c {
			sum += xs[k]
		}
	})
	try("func", func() {
		for k := range seq {
			sum += xs[k]
		}
	})
	try("int8", func() {
		for i := int8(120); ; i++ {
			if i < 3 {
				sum += xs[i]
			}
		}
	})
	try("step", func() {
		for i := 0; i < math.MaxInt; i += 1 << 62 {
			if i < 3 {
				sum += xs[i]
			}
		}
	})
	try("product", func() {
		for i := 0; i < 10; i += 2 {
			sum += xs[i*(1<<62)]
		}
	})
	try("sum", func() {
		for i := math.MaxInt - 1; i < math.MaxInt; i++ {
			sum += xs[i+i]
		}
	})
	try("slice", func() {
		for i := math.MaxInt - 1; i < math.MaxInt; i++ {
			fmt.Println(xs[i+i:])
		}
	})
	try("less", func() {
		for i := math.MaxInt - 1; i <= math.MaxInt; i++ {
			if i < 0 {
				sum += xs[i]
			}
		}
	})
	try("conversion", func() {
		for i := range 300 {
			sum += xs[int8(i)>>7]
		}
	})
	try("difference", func() {
		for i := range xs {
			sum += xs[i-1]
		}
	})
	try("remainder", func() {
		for i := -1; i < 2; i++ {
			sum += xs[i%2]
		}
	})
	try("and", func() {
		for i := range 3 {
			sum += xs[(i-5)&^3]
		}
	})
	try("array", func() {
		var a [4]int
		for k := range map[int]bool{-2: true} {
			a[k+1]++
		}
	})
	try("string", func() {
		for k := range seq {
			sum += int("abc"[k])
		}
	})
	try("bytes", func() {
		a := make([]byte, 300)
		for i := uint8(250); ; i++ {
			a[i]++
			if i == 3 {
				panic(fmt.Sprint(a[249:253], a[:5]))
			}
		}
	})
	try("empty", func() {
		for i := range make([]struct{}, math.MaxInt) {
			if i == 2 {
				sum += xs[i*(math.MaxInt/2+1)]
			}
		}
	})
	try("less or equal", func() {
		for i := int16(math.MaxInt16 - 1); i <= math.MaxInt16; i++ {
			if i < 0 {
				sum += xs[i+math.MaxInt16]
			}
		}
	})
	try("slice end", func() {
		for k := range map[int]bool{-2: true} {
			fmt.Println(xs[:k])
		}
	})
	for i := range 20 {
		fmt.Print(i%8, i/4, (i-10)%8, (i-10)/4, i*i%16, (i<<3)/16, " ")
	}
	fmt.Println(sum)
}
