package fair

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

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
		data, err := json.Marshal(line)
		if err != nil {
			return nil, err
		}
		text = append(append(text, data...), '\n')
	}
	return text, nil
}

// UnmarshalText sets the counts to those of a text.
func (c *cells) UnmarshalText(text []byte) error {
	left := c.counts
	for data := range bytes.Lines(text) {
		var line []int
		if err := json.Unmarshal(data, &line); err != nil {
			return err
		}
		if len(line) != min(lineCells, len(left)) || len(line) > 0 && slices.Min(line) < 0 {
			return fmt.Errorf("a line of %d counts, want %d that are not negative", len(line), min(lineCells, len(left)))
		}
		left = left[copy(left, line):]
	}
	if len(left) > 0 {
		return fmt.Errorf("%d counts are missing of %d", len(left), len(c.counts))
	}
	return nil
}
