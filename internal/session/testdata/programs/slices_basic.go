// Slices: append, copy, three indices, aliasing, two dimensions.
package main

import (
	"fmt"
	"slices"
)

func sum(xs ...int) (t int) {
	for _, x := range xs {
		t += x
	}
	return
}

func main() {
	var s []string
	fmt.Println("uninit:", s, s == nil, len(s) == 0)
	s = make([]string, 3)
	fmt.Println("emp:", s, "len:", len(s), "cap:", cap(s))
	s[0], s[1], s[2] = "a", "b", "c"
	s = append(s, "d")
	s = append(s, "e", "f")
	c := make([]string, len(s))
	n := copy(c, s)
	fmt.Println(s, c, n, s[2:5], s[:5], s[2:])
	t := []string{"g", "h", "i"}
	t2 := []string{"g", "h", "i"}
	fmt.Println(slices.Equal(t, t2))
	twoD := make([][]int, 3)
	for i := range 3 {
		twoD[i] = make([]int, i+1)
		for j := range i + 1 {
			twoD[i][j] = i + j
		}
	}
	fmt.Println("2d:", twoD)

	a := []int{1, 2, 3, 4, 5}
	b := a[1:3]
	b = append(b, 99) // writes into a
	fmt.Println(a, b, cap(b))
	d := a[1:3:3]
	d = append(d, 77) // a copy
	fmt.Println(a, d, len(d) >= 3)
	fmt.Println(sum(), sum(1, 2), sum(a...))
	a = append(a[:1], a[2:]...) // delete
	fmt.Println(a, len(a))
	a = append([]int{0}, a...)
	fmt.Println(a)
	a = append(a[:2], append([]int{42}, a[2:]...)...)
	fmt.Println(a)
	copy(a[1:], a)
	fmt.Println(a)
	clear(a[:2])
	fmt.Println(a)
	bs := append([]byte("abc"), "def"...)
	copy(bs, "XY")
	fmt.Println(string(bs), bs)
	var grow []int
	for i := range 10 {
		grow = append(grow, i)
	}
	fmt.Println(len(grow), cap(grow))
	fmt.Printf("%v %d %x %#v %T %q\n", grow[:3], grow[:3], bs[:2], grow[:2], grow, t)
	empty := []int{}
	fmt.Printf("%v %#v %v\n", empty, empty, empty == nil)
	m := [][]string{{"_", "x"}, {"o"}}
	m[1] = append(m[1], "-")
	fmt.Println(m)
	pp := &a
	(*pp)[0] = 5
	*pp = append(*pp, 6)
	fmt.Println(a)
	defer func() {
		fmt.Println(recover())
		defer func() { fmt.Println(recover()) }()
		lo, hi := 3, 2
		fmt.Println(a[lo:hi])
	}()
	fmt.Println(a[:100])
}
