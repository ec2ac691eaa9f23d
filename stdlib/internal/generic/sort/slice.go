// Package sort replaces what the original sorts by reflection, for slices of a known type.
package sort

import "sort"

// Slice sorts a slice as the original does: a short one by insertion, the first ones by the
// original itself.
func Slice[E any](x []E, less func(i, j int) bool) {
	if len(x) <= 12 {
		insert(x, less)
		return
	}
	if early(len(x)) {
		sort.Slice(x, less)
		return
	}
	sort.Sort(order{len(x), less, func(i, j int) { x[i], x[j] = x[j], x[i] }})
}

// SliceStable sorts a slice, and keeps equal elements in their order.
func SliceStable[E any](x []E, less func(i, j int) bool) {
	if len(x) <= 20 {
		insert(x, less)
		return
	}
	if early(len(x)) {
		sort.SliceStable(x, less)
		return
	}
	sort.Stable(order{len(x), less, func(i, j int) { x[i], x[j] = x[j], x[i] }})
}

// SliceIsSorted reports whether a slice is sorted.
func SliceIsSorted[E any](x []E, less func(i, j int) bool) bool {
	for i := len(x) - 1; i > 0; i-- {
		if less(i, i-1) {
			return false
		}
	}
	return true
}

func insert[E any](x []E, less func(i, j int) bool) {
	for i := 1; i < len(x); i++ {
		for j := i; j > 0 && less(j, j-1); j-- {
			x[j], x[j-1] = x[j-1], x[j]
		}
	}
}

// sorted is how many elements of slices have been sorted so far, about.
var sorted int

// early reports whether it isn't yet worth compiling the whole of sort for n elements more:
// the original takes longer for each, but is there.
func early(n int) bool {
	const enough = 500
	if sorted >= enough {
		return false
	}
	sorted += n
	return n <= enough
}

// order is a slice of any type, for the steps that the original makes with its functions.
type order struct {
	len  int
	less func(i, j int) bool
	swap func(i, j int)
}

func (o order) Len() int           { return o.len }
func (o order) Less(i, j int) bool { return o.less(i, j) }
func (o order) Swap(i, j int)      { o.swap(i, j) }
