// Sorting algorithms by hand, counted and compared.
package main

import (
	"fmt"
	"slices"
)

type counter struct{ compares, swaps int }

func bubble(a []int, c *counter) {
	for n := len(a); n > 1; n-- {
		swapped := false
		for i := 1; i < n; i++ {
			if c.compares++; a[i-1] > a[i] {
				a[i-1], a[i] = a[i], a[i-1]
				c.swaps++
				swapped = true
			}
		}
		if !swapped {
			return
		}
	}
}

func insertion(a []int, c *counter) {
	for i := range a {
		for j := i; j > 0; j-- {
			if c.compares++; a[j-1] <= a[j] {
				break
			}
			a[j-1], a[j] = a[j], a[j-1]
			c.swaps++
		}
	}
}

func selection(a []int, c *counter) {
	for i := range a {
		m := i
		for j := i + 1; j < len(a); j++ {
			if c.compares++; a[j] < a[m] {
				m = j
			}
		}
		if m != i {
			a[i], a[m] = a[m], a[i]
			c.swaps++
		}
	}
}

func quick(a []int, c *counter) {
	if len(a) < 2 {
		return
	}
	p, i := a[len(a)-1], 0
	for j := range a[:len(a)-1] {
		if c.compares++; a[j] < p {
			a[i], a[j] = a[j], a[i]
			c.swaps++
			i++
		}
	}
	a[i], a[len(a)-1] = a[len(a)-1], a[i]
	quick(a[:i], c)
	quick(a[i+1:], c)
}

func mergeSort(a []int) []int {
	if len(a) < 2 {
		return a
	}
	l, r := mergeSort(a[:len(a)/2]), mergeSort(a[len(a)/2:])
	out := make([]int, 0, len(a))
	for len(l) > 0 && len(r) > 0 {
		if l[0] <= r[0] {
			out, l = append(out, l[0]), l[1:]
		} else {
			out, r = append(out, r[0]), r[1:]
		}
	}
	return append(append(out, l...), r...)
}

func heapSort(a []int) {
	sift := func(i, n int) {
		for {
			c := 2*i + 1
			if c >= n {
				return
			}
			if c+1 < n && a[c+1] > a[c] {
				c++
			}
			if a[i] >= a[c] {
				return
			}
			a[i], a[c] = a[c], a[i]
			i = c
		}
	}
	for i := len(a)/2 - 1; i >= 0; i-- {
		sift(i, len(a))
	}
	for n := len(a) - 1; n > 0; n-- {
		a[0], a[n] = a[n], a[0]
		sift(0, n)
	}
}

func counting(a []uint8) (out []uint8) {
	var n [256]int
	for _, x := range a {
		n[x]++
	}
	for x, k := range n {
		for range k {
			out = append(out, uint8(x))
		}
	}
	return
}

func binarySearch(a []int, x int) (int, bool) {
	lo, hi := 0, len(a)
	for lo < hi {
		mid := lo + (hi-lo)/2
		switch {
		case a[mid] == x:
			return mid, true
		case a[mid] < x:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}

func main() {
	data := make([]int, 40)
	x := uint32(7)
	for i := range data {
		x = x*1664525 + 1013904223
		data[i] = int(x >> 24)
	}
	want := slices.Sorted(slices.Values(data))
	for _, s := range []struct {
		name string
		f    func([]int, *counter)
	}{{"bubble", bubble}, {"insertion", insertion}, {"selection", selection}, {"quick", quick}} {
		var c counter
		a := slices.Clone(data)
		s.f(a, &c)
		fmt.Printf("%-10s %v %+v\n", s.name, slices.Equal(a, want), c)
	}
	h := slices.Clone(data)
	heapSort(h)
	fmt.Println(slices.Equal(mergeSort(data), want), slices.Equal(h, want), string(counting([]byte("shuffle"))))
	fmt.Println(binarySearch(want, want[7]))
	fmt.Println(binarySearch(want, 1000))
}
