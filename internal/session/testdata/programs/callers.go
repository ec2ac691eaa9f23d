// Functions of the library that call methods of the program's.
package main

import (
	"container/heap"
	"fmt"
	"sort"
)

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type bad struct{ byLen }

func (bad) Less(i, j int) bool { panic("no order") }

type ih []int

func (h ih) Len() int           { return len(h) }
func (h ih) Less(i, j int) bool { return h[i] < h[j] }
func (h ih) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ih) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ih) Pop() any {
	o := *h
	n := len(o)
	x := o[n-1]
	*h = o[:n-1]
	return x
}

func main() {
	xs := byLen{"ccc", "a", "dddd", "bb", "", "eeeee", "x", "yy"}
	sort.Sort(xs)
	fmt.Printf("%q %v\n", xs, sort.IsSorted(xs))
	sort.Stable(byLen(xs[2:]))
	sort.Sort(sort.Reverse(xs))
	fmt.Printf("%q\n", xs)
	f := sort.Sort
	f(xs)
	fmt.Printf("%q\n", xs)
	var i sort.Interface = xs
	sort.Sort(i)
	sort.Sort(sort.IntSlice([]int{3, 1}))
	h := &ih{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 3)
	(*h)[0] = 9
	heap.Fix(h, 0)
	fmt.Println(heap.Remove(h, 1), heap.Pop(h), *h)
	var hi heap.Interface = h
	fmt.Println(heap.Pop(hi), hi.Len())
	defer func() { fmt.Println("recovered", recover()) }()
	sort.Sort(bad{xs})
}
