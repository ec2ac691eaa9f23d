package slices

import (
	"cmp"
	"math/bits"
	"sort"
)

// The original's sorts make the same steps as package sort's, which are compiled Go; what
// they compare and exchange is the same.

// Sort sorts a slice as the original does.
func Sort[S ~[]E, E cmp.Ordered](x S) {
	switch y := any([]E(x)).(type) {
	case []int:
		sort.Ints(y)
	case []string:
		sort.Strings(y)
	case []float64:
		sort.Float64s(y)
	default:
		sortOther([]E(x))
	}
}

func sortOther[E cmp.Ordered](x []E) {
	n := len(x)
	switch {
	case n <= 12:
		insertionSortOrdered(x, 0, n)
	case early(n):
		sort.Slice(x, func(i, j int) bool { return cmp.Less(x[i], x[j]) })
	default:
		pdqsortOrdered(x, 0, n, bits.Len(uint(n)))
	}
}

// SortFunc sorts a slice as the original does: a short one by insertion, the first ones by
// package sort.
func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	n := len(x)
	switch {
	case n <= 12:
		insertionSortCmpFunc(x, 0, n, cmp)
	case early(n):
		sort.Slice([]E(x), func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
	default:
		pdqsortCmpFunc(x, 0, n, bits.Len(uint(n)), cmp)
	}
}

// SortStableFunc sorts a slice, and keeps equal elements in their order.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	n := len(x)
	switch {
	case n <= 20:
		insertionSortCmpFunc(x, 0, n, cmp)
	case early(n):
		sort.SliceStable([]E(x), func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
	default:
		stableCmpFunc(x, n, cmp)
	}
}

// sorted is how many elements of slices have been sorted so far, about.
var sorted int

// early reports whether it isn't yet worth compiling the whole of a sort for n elements
// more: package sort takes longer for each, but is there.
func early(n int) bool {
	const enough = 500
	if sorted >= enough {
		return false
	}
	sorted += n
	return n <= enough
}
