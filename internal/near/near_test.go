package near

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 9, 0},
		{"shuffle", "shuffle", 9, 0},
		{"shufle", "shuffle", 9, 1},
		{"suhffle", "shuffle", 9, 1},
		{"deal", "dial", 9, 1},
		{"kitten", "sitting", 9, 3},
		{"", "abc", 9, 3},
		{"kitten", "sitting", 2, 2},
		{"a", "abcdef", 3, 3},
	} {
		if got := Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
		if got := Distance(c.b, c.a, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.b, c.a, c.limit, got, c.want)
		}
	}
}
