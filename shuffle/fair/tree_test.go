package fair

import (
	"fmt"
	"testing"

	"riffle/shuffle"
)

// TestLeavesText: a way is written with the tree's labels, and one without draws as in the
// tree.
func TestLeavesText(t *testing.T) {
	for want, v := range map[string]any{
		"1↔1 ─ 1↔2 ─── 2 1 3  1/81":   Exact(shuffle.Exchange(2), 3).Tree().To(2, 1, 3)[0],
		"0 ─ 1 ─ 1 ─── 4 3 2 1  1/24": Exact(shuffle.EfficientSelection, 4).Tree().To(4, 3, 2, 1),
		"── 1 3 2  1":                 Exact(shuffle.PerfectOut, 3).Tree().Leaves(),
		"":                            Exact(shuffle.OffByOne, 3).Tree().To(1, 2, 3),
		"no draws":                    Leaf{},
	} {
		if got := fmt.Sprint(v); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestShowsCounts: counts stand beside fractions that are reduced, of numbers that are
// short.
func TestShowsCounts(t *testing.T) {
	for _, c := range []struct {
		d    *Distribution
		want bool
	}{
		{Exact(shuffle.Exchange(2), 3), true},  // 7/27 is 21 of 81
		{Exact(shuffle.Naive, 3), false},       // 4/27 and 5/27
		{Exact(shuffle.FisherYates, 4), false}, // 1/24
		{Exact(shuffle.OffByOne, 3), true},     // 1/4 is 2 of 8
		{Exact(shuffle.Riffle(7), 4), false},   // of 2^28
		{new(Distribution), false},
	} {
		if got := c.d.ShowsCounts(); got != c.want {
			t.Errorf("of %v ways: %v, want %v", c.d.Total(), got, c.want)
		}
	}
}
