package slices

import "testing"

func TestOverlaps(t *testing.T) {
	a := []int{0, 1, 2, 3, 4, 5}
	for _, c := range []struct {
		a, b []int
		want bool
	}{
		{a, a, true},
		{a[:3], a[3:], false},
		{a[:4], a[3:], true},
		{a[3:], a[:4], true},
		{a[2:3], a, true},
		{a, a[2:3], true},
		{a[:0], a, false},
		{nil, nil, false},
		{a, []int{0, 1, 2}, false},
		{a[:3:3], a[2:], true},
	} {
		if got := overlaps(c.a, c.b); got != c.want {
			t.Errorf("overlaps(%v, %v) = %v", c.a, c.b, got)
		}
	}
}
