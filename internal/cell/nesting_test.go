package cell

import (
	"strings"
	"testing"
)

// TestNesting distinguishes what is nested from what is only in sequence.
func TestNesting(t *testing.T) {
	for _, tt := range []struct {
		name, cell string
		deep       bool
	}{
		{"parentheses", "x := " + strings.Repeat("(", 20) + "1" + strings.Repeat(")", 20), true},
		{"parentheses after each other", "x := 0" + strings.Repeat("\nx = (1)", 20), false},
		{"a sum", "x := 1" + strings.Repeat(" + 1", 20), true},
		{"sums", "x := []int{" + strings.Repeat("1 + 1, ", 20) + "}", false},
		{"blocks", strings.Repeat("if true { ", 20) + strings.Repeat("}", 20), true},
		{"blocks after each other", strings.Repeat("if true { }\n", 20), false},
		{"else", "if x == 0 { }" + strings.Repeat(" else if x == 1 { }", 20), true},
		{"a chain of calls", "x" + strings.Repeat(".Add(1)", 20), true},
		{"brackets that aren't open", strings.Repeat(")", 20), false},
		{"a long literal", "x := map[string][]int{" + strings.Repeat(`"a": {1, 2, 3}, `, 20) + "}", false},
	} {
		s := splitter{src: tt.cell, mostNested: 12}
		s.scan()
		got := false
		for _, e := range s.out.errs {
			got = got || strings.Contains(e.message, "nested too deep")
		}
		if got != tt.deep {
			t.Errorf("%s: nested too deep: %v, want %v", tt.name, got, tt.deep)
		}
	}
}
