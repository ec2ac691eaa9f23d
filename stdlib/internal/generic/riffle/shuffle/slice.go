// Package shuffle replaces the generic functions whose work is done by unexported
// ones.
package shuffle

import "riffle/shuffle"

// Slice shuffles a slice in place, as a compiled order of its places says.
func Slice[T any](s []T, rng ...shuffle.PRNG) {
	g := shuffle.GeneratorOf("Slice", rng)
	if ints, ok := any(s).([]int); ok && len(s) <= 65_536 {
		shuffle.FisherYates(ints, g)
		return
	}
	order := shuffle.Perm(len(s), g)
	old := append([]T(nil), s...)
	for place, i := range order {
		s[place] = old[i]
	}
}
