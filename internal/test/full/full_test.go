package full

import (
	"slices"
	"testing"
)

// TestSample: the usual run takes the first of each n, the full run all.
func TestSample(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	t.Setenv(Env, "")
	if got := Sample(all, 3); !slices.Equal(got, []int{0, 3, 6}) || Or(1, 2) != 1 {
		t.Errorf("the usual run takes %v and %d", got, Or(1, 2))
	}
	t.Setenv(Env, "1")
	if got := Sample(all, 3); !slices.Equal(got, all) || Or(1, 2) != 2 {
		t.Errorf("the full run takes %v and %d", got, Or(1, 2))
	}
}
