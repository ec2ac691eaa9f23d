// The library's sort of types of the program's, over lengths and orders of all sorts.
package main

import (
	"fmt"
	"sort"
)

type R []int

func (r R) Len() int           { return len(r) }
func (r R) Less(i, j int) bool { return r[i] < r[j] }
func (r R) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

func main() {
	x := uint32(1)
	for n := 0; n < 3000; n = n*3/2 + 1 {
		r := make(R, n)
		for k := 0; k < 3; k++ {
			for i := range r {
				x = x*1664525 + 1013904223
				r[i] = int(x>>8) % (1 + n>>(4*k))
			}
			sort.Sort(r)
			s := 0
			for i, v := range r {
				s = (s*31 + v*i) % 1000003
			}
			fmt.Println(n, k, sort.IsSorted(r), s)
			sort.Sort(sort.Reverse(r))
			sort.Stable(r)
			sort.Sort(r)
		}
	}
}
