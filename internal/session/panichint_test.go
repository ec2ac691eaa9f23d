package session

import (
	"strings"
	"testing"

	"riffle/internal/proto"
)

// TestPanicHints makes each mistake of the run time, and looks for what mends it.
func TestPanicHints(t *testing.T) {
	for source, want := range map[string]string{
		"var m map[string]int; m[\"a\"] = 1":                  "make(map[string]int)",
		"type node struct{ next *node }\nvar n *node\nn.next": "nil",
		"var f func(); f()":                                   "nil",
		"m := map[any]int{}; m[[]int{1}] = 2":                 "can't be keys",
		"n := -1; make([]int, n)":                             "at least 0",
		"a, b := 1, 0; a / b":                                 "before dividing",
		"xs, i := []int{1, 2, 3}, 3; xs[i]":                   "from 0 to 2",
		"xs, i := []int{}, 0; xs[i]":                          "it is empty",
		"xs, i := []int{1}, -1; xs[i]":                        "the first index is 0",
		"var x any = 1; x.(string)":                           "v, ok := x.(T)",
		"c := make(chan int); close(c); close(c)":             "closed once",
		"c := make(chan int, 1); close(c); c <- 1":            "only the sender",
		"var c chan int; close(c)":                            "the channel is nil",
	} {
		e := newSession(t, Options{}).Run(t.Context(), proto.Cell{N: 1, Source: source}, proto.Discard{}).Err
		if e == nil || len(e.Diagnostics) == 0 || !strings.Contains(e.Diagnostics[0].Hint, want) {
			t.Errorf("%s: want %q in the hint: %+v", source, want, e)
		}
	}
	e := newSession(t, Options{}).Run(t.Context(), proto.Cell{N: 1, Source: `panic("send on closed channel")`}, proto.Discard{}).Err
	if e == nil || e.Diagnostics[0].Hint != "" {
		t.Errorf("a panic of the user's own has a hint: %+v", e)
	}
}
