package shuffle

import (
	"slices"
	"testing"

	"riffle/shuffle"
)

func TestSlice(t *testing.T) {
	for _, n := range []int{0, 1, 2, 52, 65_536, 65_537} {
		for _, rng := range []shuffle.PRNG{shuffle.NewPRNG(1), shuffle.JavaRandom(1)} {
			want, got, names := make([]int, n), make([]int, n), make([]int32, n)
			for i := range n {
				want[i], got[i], names[i] = i, i, int32(i)
			}
			shuffle.Slice(want, rng)
			rng.Rewind()
			Slice(got, rng)
			rng.Rewind()
			Slice(names, rng)
			for i, w := range want {
				if got[i] != w || names[i] != int32(w) {
					t.Fatalf("%d elements: place %d holds %d and %d, want %d", n, i, got[i], names[i], w)
				}
			}
		}
	}
	var fresh []string
	Slice(fresh)
	if !slices.Equal(fresh, nil) {
		t.Error("nothing was made something")
	}
}
