// Package slices replaces what the original does with unsafe.
package slices

// overlaps reports whether a and b share an element. Two ranges of one array
// overlap exactly when the first element of one is an element of the other.
func overlaps[E any](a, b []E) bool {
	return len(a) > 0 && len(b) > 0 && (holds(a, &b[0]) || holds(b, &a[0]))
}

// holds reports whether p points to an element of s.
func holds[E any](s []E, p *E) bool {
	for i := range s {
		if &s[i] == p {
			return true
		}
	}
	return false
}
