package trials

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Blocks can be played anywhere only if a trial depends on nothing but the generator
// it is given. No reading of a program proves that, so it is tried out: a part tells
// how its first block went, and Merge plays the first blocks of some parts once more.
// A trial with a generator of its own, for example, draws that generator's first
// numbers in the first block of every part, but not in the second block that Merge
// plays.

// witness is a block that is counted alone, and how it went.
type witness struct {
	block int
	tally Tally
	sum   string // "" until the block is complete
}

// attest makes the first of the campaign's blocks its witness, unless the experiment
// can't be split or there is no block.
func (c *campaign) attest() {
	first := int(c.next.Load())
	t := c.empty()
	if _, err := t.MarshalText(); err == nil && first < c.to {
		c.witness = &witness{block: first, tally: t}
	}
}

// richText is how long a tally's text may be that is written often: that of many counts
// is slow to write, and is never equal by chance.
const richText = 1 << 16

// playWitness plays the witness's block, adds it to a worker's tally, and returns how
// many trials it made. The sum is of the tally after 1, 2, 4, 8… trials and after the
// last: totals of trials with few outcomes are often equal by chance, but seldom all
// the way. A text that is long is written once.
func (c *campaign) playWitness(t Tally) (made int) {
	w := c.witness
	first, size, rng := c.block(w.block)
	sum, rich := sha256.New(), false
	for made < size && !c.meter.Stopped() {
		w.tally.Trial(first+made, rng)
		if made++; made < size && (made&(made-1) != 0 || rich) {
			continue
		}
		text, err := w.tally.MarshalText()
		if err != nil {
			break // Encode will say so
		}
		fmt.Fprintf(sum, "%d %d\n%s", made, len(text), text)
		rich = len(text) > richText
	}
	if made == size {
		w.sum = hex.EncodeToString(sum.Sum(nil))
	}
	t.Join(w.tally)
	return made
}

// verify plays the first blocks of the first and the last part again, or those of
// all if there are at most three. It reports whether it was stopped before it knew.
func (m *merger) verify() (stopped bool, err error) {
	var played []int
	for i, b := range m.blocks {
		if b[0] < b[1] {
			played = append(played, i)
		}
	}
	if len(played) > 3 {
		played = []int{played[0], played[len(played)-1]}
	}
	total := 0
	for _, i := range played {
		total += m.Plan.Trials(m.blocks[i][0], m.blocks[i][0]+1)
	}
	m.meter.Expect(m.meter.done + total)
	for _, i := range played {
		p, err := m.part(i)
		if err != nil {
			return false, err
		}
		c := m.campaign(p.From, p.From+1)
		c.attest()
		if c.run(); m.meter.Stopped() {
			return true, nil
		}
		if c.witness == nil || c.witness.sum != p.witness {
			return false, fmt.Errorf("%v can't be split: block %d gives other outcomes here than where it was played first (%s), so its trials depend on more than the generator they are given: on a generator of their own, on what an earlier experiment gave, or on a variable that changes",
				m.Plan, p.From, p.Name())
		}
	}
	return false, nil
}
