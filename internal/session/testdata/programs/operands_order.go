// Variables beside calls that change them: compiled Go reads most of them after the calls.
package main

import "fmt"

type Die struct{ n int }

func (d *Die) Roll() int { d.n++; return d.n }

func main() {
	n := 1
	next := func() int { n++; return n }
	fmt.Println(n, next())
	fmt.Println(n + next())
	d := &Die{}
	fmt.Println(d.n, d.Roll(), d.n)
	xs := []int{n, next()}
	fmt.Println(xs)
	r := []int{}
	grow := func() int { r = append(r, 1); return 0 }
	defer func() { fmt.Println(recover()) }()
	fmt.Println(r[0], grow())
}
