package fair

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"riffle/shuffle"
	"riffle/shuffle/trials"
)

// cells is the tally of an experiment: how often something fell into each cell.
type cells struct {
	counts []int
	trial  func(shuffle.PRNG)
}

func (c *cells) Trial(_ int, rng shuffle.PRNG) { c.trial(rng) }

func (c *cells) Join(other trials.Tally) {
	for i, n := range other.(*cells).counts {
		c.counts[i] += n
	}
}

// lineCells is how many cells a line of the text has.
const lineCells = 1000

// MarshalText writes the counts in lines.
func (c *cells) MarshalText() (text []byte, err error) {
	for line := range slices.Chunk(c.counts, lineCells) {
		text = append(appendCounts(text, line), '\n')
	}
	return text, nil
}

// appendCounts appends a line such as [0,12,3], without encoding/json, as readCounts
// reads one: each part's first block is written a dozen times.
func appendCounts(text []byte, counts []int) []byte {
	between := byte('[')
	for _, n := range counts {
		text = strconv.AppendInt(append(text, between), int64(n), 10)
		between = ','
	}
	return append(text, ']')
}

// UnmarshalText sets the counts to those of a text.
func (c *cells) UnmarshalText(text []byte) error {
	left := c.counts
	for line := range bytes.Lines(text) {
		n, err := readCounts(left[:min(lineCells, len(left))], bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			return err
		}
		left = left[n:]
	}
	if len(left) > 0 {
		return fmt.Errorf("%d counts are missing of %d", len(left), len(c.counts))
	}
	return nil
}

// readCounts reads a line such as [0,12,3] that has a number for each count. It does so
// itself, as parts have thousands of them, and there may be a hundred thousand parts.
func readCounts(counts []int, line []byte) (n int, err error) {
	list, ok := bytes.CutPrefix(line, []byte("["))
	list, end := bytes.CutSuffix(list, []byte("]"))
	if !ok || !end || len(counts) == 0 {
		return 0, fmt.Errorf("%.20q, want %d counts", line, len(counts))
	}
	for i := range counts {
		number, rest, more := bytes.Cut(list, []byte(","))
		if counts[i], err = readCount(number); err != nil {
			return 0, err
		}
		if more == (i == len(counts)-1) {
			return 0, fmt.Errorf("a line of other than %d counts", len(counts))
		}
		list = rest
	}
	return len(counts), nil
}

// readCount reads a number without a sign.
func readCount(digits []byte) (n int, err error) {
	const most = 18 // digits that don't overflow
	if len(digits) == 0 || len(digits) > most || digits[0] == '0' && len(digits) > 1 {
		return 0, fmt.Errorf("%.20q, want a count", digits)
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, fmt.Errorf("%.20q, want a count", digits)
		}
		n = 10*n + int(d-'0')
	}
	return n, nil
}
