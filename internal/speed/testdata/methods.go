// Speed of methods of a struct.
package main

import (
	"fmt"
	"time"
)

type generator struct{ a, c, x uint32 }

func (g *generator) next() uint32 {
	g.x = g.a*g.x + g.c
	return g.x >> 16
}

func work() int {
	g := &generator{a: 1664525, c: 1013904223, x: 1}
	sum := 0
	for round := 0; round < 200_000; round++ {
		sum += int(g.next() & 1)
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
