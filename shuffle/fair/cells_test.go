package fair

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// TestCells reads what it has written, and nothing that isn't like it.
func TestCells(t *testing.T) {
	for _, n := range []int{1, 999, 1000, 1001, 2704} {
		c := &cells{counts: make([]int, n)}
		for i := range c.counts {
			c.counts[i] = i * i * i * 1_000_000
		}
		text, err := c.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if first, err := json.Marshal(c.counts[:min(n, lineCells)]); err != nil || !bytes.HasPrefix(text, append(first, '\n')) {
			t.Errorf("%d counts are written as %.80q, want %.80q, %v", n, text, first, err)
		}
		read := &cells{counts: make([]int, n)}
		if err := read.UnmarshalText(text); err != nil || !slices.Equal(read.counts, c.counts) {
			t.Errorf("%d counts: %v, %v", n, err, read.counts)
		}
	}
	for _, text := range []string{
		"", "[]\n", "[1]\n", "[1,2\n", "1,2]\n", "[1,2,3]\n", "[1,2]\n[3]\n", "[1,]\n", "[-1,2]\n", "[01,2]\n", "[1,2e1]\n", "[1 ,2]\n",
		"[1,9223372036854775808]\n", "[1,2]x\n", "[1,2]\n\n",
	} {
		if err := (&cells{counts: make([]int, 2)}).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// FuzzCells wants of all lines what encoding/json reads, or an error.
func FuzzCells(f *testing.F) {
	f.Add("[1,2,30]")
	f.Fuzz(func(t *testing.T, line string) {
		got := make([]int, 3)
		if _, err := readCounts(got, []byte(line)); err != nil {
			return
		}
		var want []int
		if err := json.Unmarshal([]byte(line), &want); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is read as %v, want %v, %v", line, got, want, err)
		}
	})
}
