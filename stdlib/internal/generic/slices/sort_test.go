package slices

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Each comparison, and so each exchange, is the original's.
func TestSortFunc(t *testing.T) {
	type sort func([]int, func(a, b int) int)
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < 600; n += 1 + n/20 {
		for kinds := 1; kinds <= n+1; kinds *= 3 {
			xs := make([]int, n)
			for i := range xs {
				xs[i] = r.IntN(kinds)<<20 | i
			}
			for i, s := range [][2]sort{{SortFunc[[]int], slices.SortFunc[[]int]}, {SortStableFunc[[]int], slices.SortStableFunc[[]int]}} {
				for _, sorted = range []int{0, 1 << 20} {
					var asked [2][][2]int
					got, want := slices.Clone(xs), slices.Clone(xs)
					for k, ys := range [][]int{got, want} {
						s[k](ys, func(a, b int) int {
							asked[k] = append(asked[k], [2]int{a, b})
							return cmp.Compare(a>>20, b>>20)
						})
					}
					if !slices.Equal(got, want) || !slices.Equal(asked[0], asked[1]) {
						t.Fatalf("%d: %d elements of %d kinds are sorted otherwise", i, n, kinds)
					}
				}
			}
		}
	}
}

// Numbers that are equal but differ show each exchange: the zeros, and what isn't one.
func TestSort(t *testing.T) {
	type own float64
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < 600; n += 1 + n/20 {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = []float64{0, math.Copysign(0, -1), math.NaN(), 1, r.Float64(), math.Float64frombits(0x7ff8_0000_0000_0000 | r.Uint64N(1<<20))}[r.IntN(6)]
		}
		for _, sorted = range []int{0, 1 << 20} {
			got, want := slices.Clone(xs), slices.Clone(xs)
			named := make([]own, n)
			for i, x := range xs {
				named[i] = own(x)
			}
			Sort(got)
			Sort(named)
			slices.Sort(want)
			for i, x := range want {
				if bits := math.Float64bits(x); math.Float64bits(got[i]) != bits || math.Float64bits(float64(named[i])) != bits {
					t.Fatalf("%d numbers are sorted otherwise", n)
				}
			}
		}
	}
}
