// Arrays are values.
package main

import "fmt"

type Grid [2][3]int

func change(a [3]int) [3]int { a[0] = 100; return a }

func main() {
	var a [5]int
	a[4] = 100
	fmt.Println("set:", a, "get:", a[4], "len:", len(a))
	b := [...]int{1, 2, 3, 4, 5}
	c := [...]int{100, 3: 400, 500}
	fmt.Println(b, c, len(c))
	var two Grid
	for i := range two {
		for j := range two[i] {
			two[i][j] = i + j
		}
	}
	fmt.Println("2d:", two)
	x := [3]int{1, 2, 3}
	y := x
	y[0] = 9
	z := change(x)
	p := &x
	p[1] = 50
	fmt.Println(x, y, z, x == [3]int{1, 50, 3}, x == y, len(p))
	fmt.Printf("%T %v %#v %T\n", two, two, two, b)
	s := x[:]
	s[2] = 77
	fmt.Println(x, cap(x[1:2]))
	m := map[[2]int]string{{1, 2}: "a", {3, 4}: "b"}
	fmt.Println(m[[2]int{3, 4}], m)
	type pair struct{ a, b [2]string }
	q := pair{[2]string{"x"}, [2]string{1: "y"}}
	r := q
	r.a[0] = "changed"
	fmt.Printf("%v %+v %q %v\n", q, r, q, q == r)
	arr := *(*[2]int)(s)
	arr2 := [2]int(s)
	arr[0] = -1
	fmt.Println(arr, arr2, s)
	defer func() { fmt.Println(recover()) }()
	k := 5
	fmt.Println(x[k])
}
