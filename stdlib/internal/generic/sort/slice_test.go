package sort

import (
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

// Each comparison, and so each exchange, is the original's.
func TestSlice(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < 400; n += 1 + n/20 {
		for kinds := 1; kinds <= n+1; kinds *= 3 {
			xs := make([]int, n)
			for i := range xs {
				xs[i] = r.IntN(kinds)<<20 | i
			}
			type sorts struct {
				ours  func([]int, func(i, j int) bool)
				other func(any, func(i, j int) bool)
			}
			for i, s := range []sorts{{Slice[int], sort.Slice}, {SliceStable[int], sort.SliceStable}, {Slice[int], sort.Slice}, {SliceStable[int], sort.SliceStable}} {
				sorted = i / 2 << 20 // nothing yet, or a lot
				var asked [2][][2]int
				got, want := slices.Clone(xs), slices.Clone(xs)
				order := func(xs []int, k int) func(i, j int) bool {
					return func(i, j int) bool {
						asked[k] = append(asked[k], [2]int{i, j})
						return xs[i]>>20 < xs[j]>>20
					}
				}
				s.ours(got, order(got, 0))
				s.other(want, order(want, 1))
				if !slices.Equal(got, want) || !slices.Equal(asked[0], asked[1]) {
					t.Fatalf("%d elements of %d kinds are sorted otherwise", n, kinds)
				}
				if less := order(got, 0); !SliceIsSorted(got, less) || n > 1 && SliceIsSorted(xs, order(xs, 0)) != sort.SliceIsSorted(xs, order(xs, 1)) {
					t.Fatalf("%d elements of %d kinds: sorted or not", n, kinds)
				}
			}
		}
	}
}
