package fair

import (
	"fmt"
	"strings"

	"riffle/shuffle"
	"riffle/shuffle/internal/arg"
)

// Sequences is a table of what a linear congruential generator draws.
type Sequences struct {
	A, C, M uint64
	// Seeds are the rows of the table, and Terms[i] holds s1, s2, … of the
	// sequence that starts with s0 = Seeds[i].
	Seeds []uint64
	Terms [][]uint64
}

// maxTerms is the size of the largest table.
const maxTerms = 1_000_000

// Sequence returns the first terms of the generator s ← (a·s + c) mod m after
// each of the seeds. It panics when m is 0, when terms < 0, and when the table
// would have more than a million terms.
func Sequence(a, c, m uint64, terms int, seeds ...uint64) Sequences {
	const call = "fair.Sequence"
	if m == 0 {
		arg.Refuse(call, "m = 0, want at least 1")
	}
	arg.Range(call, "terms", terms, 0, maxTerms/max(1, len(seeds)))
	t := Sequences{a, c, m, seeds, make([][]uint64, len(seeds))}
	for i, seed := range seeds {
		g := shuffle.LCG(a, c, m, seed)
		t.Terms[i] = make([]uint64, terms)
		for j := range t.Terms[i] {
			t.Terms[i][j] = g.Uint64()
		}
	}
	return t
}

// String returns the table, a line for each seed, in at most 80 columns.
func (t Sequences) String() string {
	lines := []string{fmt.Sprintf("s ← (%d·s + %d) mod %d", t.A, t.C, t.M)}
	width := len(fmt.Sprint(t.M - 1))
	for i, seed := range t.Seeds {
		line := fmt.Sprintf("s0 = %*d:", width, seed)
		for j, s := range t.Terms[i] {
			next := fmt.Sprintf(" %*d", width, s)
			if len(line)+len(next) > 76 && j < len(t.Terms[i]) {
				line += " …"
				break
			}
			line += next
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
