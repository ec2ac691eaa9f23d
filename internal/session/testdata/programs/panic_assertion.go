// A failed assertion names both types.
package main

type shape interface{ area() float64 }
type square struct{}
type circle struct{}

func (square) area() float64  { return 1 }
func (*circle) area() float64 { return 2 }

func main() {
	var s shape = &circle{}
	_ = s.(square)
}
