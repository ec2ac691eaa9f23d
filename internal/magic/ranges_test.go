package magic

import (
	"fmt"
	"testing"
)

func TestRanges(t *testing.T) {
	cells := []Cell{{N: 1, Source: "a"}, {N: 2, Source: "b"}, {N: 4, Source: "d"}, {N: 5, Source: "e"}}
	for _, tt := range []struct{ arg, want, rest string }{
		{"1-2 f", "ab", "f"}, {"3-4 1 my file.go", "da", "my file.go"}, {"2-", "bde", ""}, {"-2", "de", ""}, {"-9", "abde", ""},
		{"f 1", "", "f 1"}, {"-", "", "-"}, {"-x", "", "-x"}, {"1-2-3", "", "1-2-3"}, {"", "", ""},
		{"3", "no cell 3, want a number from 1 to 5", ""}, {"2-1", "2-1 ends before it begins", ""}, {"7-", "no cell 7-, want a number from 1 to 5", ""},
		{"99999999999999999999", "no cell 99999999999999999999", ""},
	} {
		ranges, rest := cutRanges(tt.arg)
		got := ""
		chosen, err := chooseCells(cells, ranges)
		for _, c := range chosen {
			got += c.Source
		}
		if err != nil {
			got = fmt.Sprint(err)
		}
		if got != tt.want || rest != tt.rest {
			t.Errorf("%q: got %q and %q, want %q and %q", tt.arg, got, rest, tt.want, tt.rest)
		}
	}
}
