// Declarations: zero values, inference, several at once, shadowing.
package main

import "fmt"

var global = initial() * 2

func initial() int { return dependsOn + 1 }

var dependsOn = 20

var (
	a, b = 1, "two"
	c    float64
)

func two() (int, string) { return 7, "seven" }

func main() {
	var name = "first"
	var x, y int = 1, 2
	var e bool
	f := "apple"
	x, z := 5, 6 // x is assigned, z is new
	fmt.Println(name, x, y, e, f, z, global, a, b, c)

	n, s := two()
	_, s2 := two()
	fmt.Println(n, s, s2)

	x, y = y, x
	fmt.Println(x, y)
	if x := "inner"; len(x) > 0 {
		fmt.Println(x)
		x := 3.5
		fmt.Println(x)
	}
	fmt.Println(x)
	{
		global := "shadow"
		_ = global
		fmt.Println(global)
	}
	fmt.Println(global)
	var p *int
	var m map[string]int
	var sl []int
	var fn func()
	var i interface{}
	var ch chan int
	var er error
	fmt.Println(p, m, sl, fn == nil, i, ch, er, m["none"], len(sl))
	fmt.Printf("%v %v %v %#v %#v %q\n", p == nil, m == nil, sl == nil, m, sl, "")
}
