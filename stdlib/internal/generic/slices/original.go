package slices

import (
	"cmp"
	"slices"
)

// What is here stands for the original's functions of these names, so that the package
// compiles.

func pdqsortOrdered[E cmp.Ordered](x []E, a, b, _ int) { slices.Sort(x[a:b]) }

func insertionSortOrdered[E cmp.Ordered](x []E, a, b int) { slices.Sort(x[a:b]) }

func pdqsortCmpFunc[E any](x []E, a, b, _ int, cmp func(a, b E) int) { slices.SortFunc(x[a:b], cmp) }

func insertionSortCmpFunc[E any](x []E, a, b int, cmp func(a, b E) int) {
	slices.SortStableFunc(x[a:b], cmp)
}

func stableCmpFunc[E any](x []E, n int, cmp func(a, b E) int) { slices.SortStableFunc(x[:n], cmp) }
