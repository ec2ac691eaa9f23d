package fair

import "slices"

// ArePermutations reports whether b holds the ints of a in some order, each as
// often as a does. It doesn't change the slices.
func ArePermutations(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
